import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import type { StorageConfig } from '../../server/src/platform/config/config.ts'
import { type Network, startNetwork } from './network.ts'

type BucketConfig = Extract<StorageConfig, { kind: 's3' }>

// Debian's own Python has Debian's packages.
const python = '/usr/bin/python3'

/** Tells whether OpenStack Swift is installed, whose interface for S3 the tests use. */
export const hasS3 = (): boolean => existsSync('/usr/bin/swift-proxy-server') && existsSync(python)

/** The hint for people who run the tests without it. */
export const withoutS3 =
  'Tests of documents in S3 are skipped: apt-get install swift-proxy swift-account swift-container swift-object'

async function startSwift(): Promise<BucketConfig> {
  const folder = await mkdtemp(join(tmpdir(), 'customer-center-s3-'))
  const program = fileURLToPath(new URL('swift-server.py', import.meta.url))
  // The service ends when this process does, which closes its standard input.
  const child = spawn(python, [program, folder], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [port] = (await once(createInterface(child.stdout), 'line')) as [string]
  child.unref()
  for (const pipe of [child.stdin, child.stdout]) (pipe as unknown as Socket).unref()

  const credentials = { accessKeyId: 'test:tester', secretAccessKey: 'testing' }
  const place = { endpoint: `http://127.0.0.1:${port}`, region: 'eu-central-1' }
  const client = new S3Client({ ...place, credentials, forcePathStyle: true })
  await client.send(new CreateBucketCommand({ Bucket: 'documents' }))
  client.destroy()
  return { kind: 's3', bucket: 'documents', ...place, ...credentials }
}

let started: Promise<BucketConfig> | undefined

/** Starts a bucket of an S3 service, which the test files of this process share; only where `hasS3`. */
export const startS3 = (): Promise<BucketConfig> => (started ??= startSwift())

/** Starts the same bucket behind a network that a test can cut. */
export async function startS3Behind(): Promise<{ readonly config: BucketConfig; readonly network: Network }> {
  const config = await startS3()
  const network = await startNetwork(config.endpoint)
  return { config: { ...config, endpoint: network.url }, network }
}

/** Returns the settings of a process that keeps its documents there. */
export const s3Settings = (config: BucketConfig) => ({
  STORAGE: 's3',
  S3_ENDPOINT: config.endpoint,
  S3_REGION: config.region,
  S3_BUCKET: config.bucket,
  S3_ACCESS_KEY_ID: config.accessKeyId,
  S3_SECRET_ACCESS_KEY: config.secretAccessKey
})
