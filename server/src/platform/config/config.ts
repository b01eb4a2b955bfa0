import type { KeyObject } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import type { z } from 'zod'
import { type ConfigFile, readConfigFile, shopPath } from './config-file.ts'
import { OperatorError } from './operator-error.ts'
import { maxPublicUrlBytes } from './setting-types.ts'
import { settings } from './settings.ts'

/**
 * Error of a setting that prevents the start; the message is one English sentence for the operator and never contains a
 * secret.
 */
export class SettingsError extends OperatorError {
  override readonly name = 'SettingsError'
}

type Environment = Readonly<Record<string, string | undefined>>

type SettingValues = { readonly [Key in keyof typeof settings]: z.output<(typeof settings)[Key]['schema']> }

/** Secrets that may change while the process runs. */
type Exchangeable<Secrets> = Secrets & {
  /**
   * Reads the secrets again, since their files may have changed.
   * @throws SettingsError
   */
  readonly reread?: () => Secrets
}

export interface BucketKeys {
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** Storage of files: a folder below the data folder, or a bucket. */
export type StorageConfig =
  | { readonly kind: 'folder' }
  | (Exchangeable<BucketKeys> & {
      readonly kind: 's3'
      readonly endpoint: string
      readonly region: string
      readonly bucket: string
    })

/** A mail server, and the key that signs outgoing mails. */
export interface MailServerConfig {
  readonly url: URL
  /** Certificates of trusted authorities; missing or empty: those of Node. */
  readonly ca?: string
  readonly dkimKey?: KeyObject | undefined
}

/** Delivery of mails: into a folder below the data folder, or to a mail server. */
type MailConfig =
  | { readonly kind: 'folder'; readonly from: string }
  | (Exchangeable<MailServerConfig> & { readonly kind: 'smtp'; readonly from: string })

type MailKeys = 'smtpUrl' | 'smtpCa' | 'mailDkimKey' | 'mailFrom'
type S3Keys = 'storage' | 's3Endpoint' | 's3Region' | 's3Bucket' | 's3AccessKeyId' | 's3SecretAccessKey'

/** All settings, parsed; `settings` describes each one. */
export type Config = Omit<SettingValues, S3Keys | MailKeys | 'configFile'> &
  ConfigFile & {
    readonly storage: StorageConfig
    readonly mail: MailConfig
    /** Path of a site's API, elements and pages: the path of one of several shops, or empty. */
    readonly path: string
    /** The only company whose customers may use the site; missing: every company. */
    readonly providerId?: number
    /** appKey that separates the sessions, jobs and cookies of one of several shops. */
    readonly shop?: string
  }

function readMail(values: SettingValues, env: Environment): MailConfig {
  const { passwordMail, publicUrl, smtpUrl, mailFrom: from, mailDkimKey, mailDkimSelector } = values
  if (passwordMail === 'link' && publicUrl === '')
    throw new SettingsError('The setting PUBLIC_URL is missing: PASSWORD_MAIL=link needs it.')
  if (mailDkimKey && mailDkimSelector === '')
    throw new SettingsError('The setting MAIL_DKIM_SELECTOR is missing: MAIL_DKIM_KEY needs it.')
  if (smtpUrl === '') return { kind: 'folder', from }
  if (from === '') throw new SettingsError('The setting MAIL_FROM is missing: SMTP_URL needs it.')
  const reread = (): MailServerConfig => ({
    url: new URL(readSetting('smtpUrl', env)),
    ca: readSetting('smtpCa', env),
    dkimKey: readSetting('mailDkimKey', env)
  })
  return { kind: 'smtp', from, ...reread(), reread }
}

function readStorage(values: SettingValues, env: Environment): StorageConfig {
  const { storage, s3Endpoint, s3Region, s3Bucket, s3AccessKeyId, s3SecretAccessKey } = values
  if (storage === 'folder') return { kind: 'folder' }
  const names = { s3Region, s3Bucket, s3AccessKeyId, s3SecretAccessKey }
  for (const [key, value] of Object.entries(names)) {
    if (value === '') {
      const name = settings[key as keyof typeof names].env
      throw new SettingsError(`The setting ${name} is missing: STORAGE=s3 needs it.`)
    }
  }
  const reread = (): BucketKeys => ({
    accessKeyId: readSetting('s3AccessKeyId', env),
    secretAccessKey: readSetting('s3SecretAccessKey', env)
  })
  return { kind: 's3', endpoint: s3Endpoint, region: s3Region, bucket: s3Bucket, ...reread(), reread }
}

/**
 * Refuses the demo on an address that strangers could reach: the passwords of its accounts are public, also those of
 * administrators.
 */
function checkDemo({ databaseUrl, host }: Pick<SettingValues, 'databaseUrl' | 'host'>): void {
  if (databaseUrl !== '')
    throw new SettingsError('The setting DEMO is wrong: no demo is filled into a database of DATABASE_URL.')
  if (!/^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/.test(host))
    throw new SettingsError(
      'The setting DEMO is wrong: a server that listens on more than this machine (HOST) has no demo.'
    )
}

/** Reads the value of a setting, or the content of the file in `<NAME>_FILE`. */
function readText({ env: name, isSecret }: (typeof settings)[keyof typeof settings], env: Environment): string {
  const given = env[name]?.trim() ?? ''
  const file = isSecret ? (env[`${name}_FILE`]?.trim() ?? '') : ''
  if (file === '') return given
  if (given !== '')
    throw new SettingsError(`The settings ${name} and ${name}_FILE are both set: one of them has to go.`)
  let text: string
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable'
    throw new SettingsError(`The setting ${name}_FILE is wrong: the file ${file} cannot be read (${code}).`)
  }
  if (text === '') throw new SettingsError(`The setting ${name}_FILE is wrong: the file ${file} is empty.`)
  return text
}

function readSetting<Key extends keyof SettingValues>(key: Key, env: Environment): SettingValues[Key] {
  const setting = settings[key]
  const text = readText(setting, env)
  const result = setting.schema.safeParse(text === '' ? setting.default : text)
  if (!result.success) throw new SettingsError(`The setting ${setting.env} is wrong: allowed is ${setting.allowed}.`)
  return result.data as SettingValues[Key]
}

/** Returns the file into which `init` writes the settings of a new provider. */
export const settingsFile = (dataFolder: string): string => join(resolve(dataFolder), 'settings.env')

/** Returns the environment with the settings in that file added. */
function withFile(env: Environment): Environment {
  const file = settingsFile(env['DATA_FOLDER']?.trim() || settings.dataFolder.default)
  if (!existsSync(file)) return env
  return {
    ...parseEnv(readFileSync(file, 'utf8')),
    ...Object.fromEntries(Object.entries(env).filter(([, text]) => text?.trim()))
  }
}

/**
 * Parses the environment once; an empty variable counts as not set.
 * @throws SettingsError that names the first invalid variable and the allowed values
 */
export function readConfig(given: Environment): Config {
  const env = withFile(given)
  const values = Object.fromEntries(
    Object.keys(settings).map((key) => [key, readSetting(key as keyof SettingValues, env)])
  ) as SettingValues
  const { jobs, databaseUrl, demo, publicUrl } = values
  if (jobs === 'worker' && databaseUrl === '')
    throw new SettingsError('The setting DATABASE_URL is missing: JOBS=worker needs it.')
  if (demo) checkDemo(values)
  const file = readConfigFile(values.configFile)
  if (file.shops.length > 0 && publicUrl === '')
    throw new SettingsError('The setting PUBLIC_URL is missing: shops in the file of CONFIG_FILE need it.')
  const long = file.shops.find((shop) => Buffer.byteLength(publicUrl + shopPath(shop)) > maxPublicUrlBytes)
  if (long)
    throw new SettingsError(
      `The setting PUBLIC_URL is wrong: with the path of the shop ${long.appKey} it is longer than ${maxPublicUrlBytes} bytes.`
    )
  return { ...values, ...file, path: '', mail: readMail(values, env), storage: readStorage(values, env) }
}
