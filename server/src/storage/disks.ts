import { accessSync, constants, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { S3Client } from '@aws-sdk/client-s3'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { S3Driver } from 'flydrive/drivers/s3'
import type { StorageConfig } from '../config.ts'
import { StorageError } from './storage-error.ts'

/** The folder `documents` below the data folder, created if needed. @throws StorageError when it cannot be written */
export function openFolder(dataFolder: string): Disk {
  const location = join(resolve(dataFolder), 'documents')
  try {
    mkdirSync(location, { recursive: true })
    accessSync(location, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown'
    throw new StorageError(`The folder ${location} cannot be written (${reason}): set DATA_FOLDER.`, { cause: error })
  }
  return new Disk(new FSDriver({ location, visibility: 'private' }))
}

export function openBucket(config: Extract<StorageConfig, { kind: 's3' }>): { disk: Disk; close: () => void } {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = config
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Services other than Amazon's rarely have a host name for each bucket.
    ...(endpoint === '' ? {} : { endpoint, forcePathStyle: true }),
    // By default the SDK sends bodies in chunks with a checksum behind them; services that do not know this store the frame
    // of the chunks as part of the file. Our own SHA-256 checks every file anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5000, requestTimeout: 30_000 }
  })
  // Buckets of today have no access lists; the bucket's own policy keeps files private.
  const disk = new Disk(new S3Driver({ client, bucket, visibility: 'private', supportsACL: false }))
  return { disk, close: () => client.destroy() }
}
