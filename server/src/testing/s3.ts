import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import type { StorageConfig } from '../platform/config/config.ts'

export interface TestS3 {
  readonly config: Extract<StorageConfig, { kind: 's3' }>
  readonly stop: () => void
}

/** A real S3 peer in a process of its own, which keeps its bucket in `folder`. */
export async function startS3(folder: string): Promise<TestS3> {
  const bin = createRequire(import.meta.url).resolve('s3rver/bin/s3rver.js')
  const options = ['-a', '127.0.0.1', '-p', '0', '--no-vhost-buckets', '--configure-bucket', 'documents']
  const child = spawn(process.execPath, [bin, '-d', folder, ...options], { stdio: ['ignore', 'pipe', 'inherit'] })
  let address: string | undefined
  for await (const line of createInterface(child.stdout)) {
    address = /127\.0\.0\.1:\d+/.exec(line)?.[0]
    if (address !== undefined) break
  }
  child.stdout.resume()
  const access = { region: 'eu-central-1', bucket: 'documents', accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  return { config: { kind: 's3', endpoint: `http://${address}`, ...access }, stop: () => child.kill() }
}
