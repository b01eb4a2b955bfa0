import { Readable } from 'node:stream'
import { GetObjectCommand, HeadObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import type { BucketKeys, StorageConfig } from '../config/config.ts'
import type { FileStore } from './file-store.ts'

/** Limits of the service's silence, in ms. */
export interface BucketLimits {
  readonly connectMs: number
  /** Time until an answer begins, including the connection. */
  readonly answerMs: number
  /** Time between two parts of a body while a reader waits. */
  readonly stallMs: number
}

const bucketLimits: BucketLimits = { connectMs: 2000, answerMs: 4000, stallMs: 4000 }
/** Limit for a whole upload to the bucket. */
const putMs = 60_000
/** The second attempt is for an idle connection that has gone stale. */
const attempts = 2

/** Yields a body, and ends it when no part arrives while a reader waits. A reader on a slow line may take any time. */
async function* unlessStalled(body: Readable, stallMs: number): AsyncGenerator<Buffer, void> {
  const stalled = new Error(`the service has sent nothing for ${stallMs} ms`)
  const wait = () => setTimeout(() => body.destroy(stalled), stallMs)
  let timer = wait()
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      clearTimeout(timer)
      yield chunk
      timer = wait()
    }
  } finally {
    clearTimeout(timer)
  }
}

type BucketConfig = Extract<StorageConfig, { kind: 's3' }>

/** Returns keys, or a function that reads them from their files again for each request. */
function credentialsOf({ accessKeyId, secretAccessKey, reread }: BucketConfig) {
  if (!reread) return { accessKeyId, secretAccessKey }
  // The SDK remembers keys until they expire.
  return async (): Promise<BucketKeys & { readonly expiration: Date }> => ({ ...reread(), expiration: new Date() })
}

function createClient(config: BucketConfig, { connectMs, answerMs }: BucketLimits): S3Client {
  const { endpoint, region } = config
  return new S3Client({
    region,
    credentials: credentialsOf(config),
    // Services other than Amazon's rarely have a separate host name for each bucket.
    ...(endpoint === '' ? {} : { endpoint, forcePathStyle: true }),
    // By default the SDK sends bodies in chunks, each followed by a checksum; other services may store the frames of
    // the chunks as part of the file. Our own SHA-256 checks every file anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: attempts,
    // The last option ends late answers: without it, the SDK only warns and continues to wait.
    requestHandler: { connectionTimeout: connectMs, requestTimeout: answerMs, throwOnRequestTimeout: true }
  })
}

/** Opens a bucket; no request is made before the first file. */
export function openBucket(config: BucketConfig, times = bucketLimits): FileStore {
  const { bucket } = config
  const client = createClient(config, times)
  /** Functions that end the current requests. */
  const running = new Set<() => void>()

  return {
    async put(Key, bytes) {
      const command = new PutObjectCommand({ Bucket: bucket, Key, Body: bytes })
      // The answer begins only when the bucket has the whole file.
      await client.send(command, { abortSignal: AbortSignal.timeout(putMs), requestTimeout: putMs })
    },
    async getStream(Key, signal) {
      const ending = new AbortController()
      const end = (): void => ending.abort()
      const forget = (): void => {
        running.delete(end)
        signal?.removeEventListener('abort', end)
      }
      running.add(end)
      signal?.addEventListener('abort', end)
      try {
        signal?.throwIfAborted()
        const options = { abortSignal: ending.signal }
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key }), options)
        const body = Body as Readable
        body.once('close', forget)
        ending.signal.addEventListener('abort', () => body.destroy(new Error('nobody waits for the file any more')))
        // The reader gets the error from the stream; before the first read, nothing listens here.
        body.on('error', () => undefined)
        const stream = Readable.from(unlessStalled(body, times.stallMs), { objectMode: false })
        stream.once('close', () => body.destroy())
        return stream
      } catch (error) {
        forget()
        throw error
      }
    },
    async size(Key) {
      return (await client.send(new HeadObjectCommand({ Bucket: bucket, Key }))).ContentLength ?? 0
    },
    close() {
      for (const end of running) end()
      client.destroy()
    }
  }
}
