import type { z } from 'zod'
import { settings } from './settings.ts'

/** A setting that stops the start; the message is one English sentence for the operator and never repeats a secret. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}

type Values = { readonly [Key in keyof typeof settings]: z.output<(typeof settings)[Key]['schema']> }

/** Where files lie: a folder below the data folder, or a bucket. */
export type StorageConfig =
  | { readonly kind: 'folder' }
  | {
      readonly kind: 's3'
      readonly endpoint: string
      readonly region: string
      readonly bucket: string
      readonly accessKeyId: string
      readonly secretAccessKey: string
    }

type S3Keys = 'storage' | 's3Endpoint' | 's3Region' | 's3Bucket' | 's3AccessKeyId' | 's3SecretAccessKey'

/** All settings, parsed; `settings` says what each one means. */
export type Config = Omit<Values, S3Keys> & { readonly storage: StorageConfig }

/**
 * Parses the environment once; an empty variable counts as not set.
 * @throws SettingsError naming the first wrong variable and what is allowed
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const values: Record<string, unknown> = {}
  for (const [key, setting] of Object.entries(settings)) {
    const given = env[setting.env]?.trim()
    const result = setting.schema.safeParse(given === undefined || given === '' ? setting.default : given)
    if (!result.success) throw new SettingsError(`The setting ${setting.env} is wrong: allowed is ${setting.allowed}.`)
    values[key] = result.data
  }
  const { storage, s3Endpoint, s3Region, s3Bucket, s3AccessKeyId, s3SecretAccessKey, ...rest } = values as Values
  if (storage === 'folder') return { ...rest, storage: { kind: 'folder' } }
  const s3 = {
    endpoint: s3Endpoint,
    region: s3Region,
    bucket: s3Bucket,
    accessKeyId: s3AccessKeyId,
    secretAccessKey: s3SecretAccessKey
  }
  const names = { s3Region, s3Bucket, s3AccessKeyId, s3SecretAccessKey }
  for (const [key, value] of Object.entries(names)) {
    if (value === '') {
      const name = settings[key as keyof typeof names].env
      throw new SettingsError(`The setting ${name} is missing: STORAGE=s3 needs it.`)
    }
  }
  return { ...rest, storage: { kind: 's3', ...s3 } }
}
