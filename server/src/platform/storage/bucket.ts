import { S3Client } from '@aws-sdk/client-s3'
import { Disk } from 'flydrive'
import { S3Driver } from 'flydrive/drivers/s3'
import type { StorageConfig } from '../config/config.ts'

/** A bucket; nothing is asked before the first file is. */
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
