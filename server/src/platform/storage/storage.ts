import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { Histogram } from 'prom-client'
import type { Config } from '../config/config.ts'
import { ownMetric } from '../metrics/metric.ts'
import type { BucketLimits } from './bucket.ts'
import { StorageError, storageFailure } from './file-store.ts'
import { openFolder } from './folder.ts'

interface FileDigest {
  /** The hash as 64 hexadecimal digits. */
  readonly sha256: string
  /** The size in bytes. */
  readonly size: number
}

/**
 * Files by key: segments of letters, digits, `.`, `_` and `-`, joined by `/`. Every method rejects with StorageError,
 * whose `missing` distinguishes a missing file from a failed storage.
 */
export interface Storage {
  /** Writes the whole file or nothing; replaces an existing file. */
  readonly put: (key: string, bytes: Uint8Array) => Promise<FileDigest>
  /**
   * Resolves when the file is open; a later failure is an `error` of the stream.
   * @param signal ends the request or the stream when the file is no longer needed
   */
  readonly getStream: (key: string, signal?: AbortSignal) => Promise<Readable>
  /** Returns the size of a file in bytes, without reading it; null if it does not exist. */
  readonly size: (key: string) => Promise<number | null>
  /** Ends reads from S3, and its connections. */
  readonly close: () => void
}

const duration = new Histogram({
  ...ownMetric(
    'storage_duration_seconds',
    'Time of a look at the storage of documents, until a file is written, open or found: done, missing or failed',
    'operation',
    'outcome'
  ),
  buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
})

// Each segment begins and ends with a letter or digit, so none is `.` or `..`, is hidden, or ends with a dot, which
// Windows removes.
const segment = /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/

function checked(key: string): string {
  if (key.length > 500 || !key.split('/').every((part) => segment.test(part)))
    throw new StorageError(`The storage key ${JSON.stringify(key)} is wrong.`)
  return key
}

const words = { put: 'Writing the file', get: 'Reading the file', size: 'Looking for the file' }

/**
 * Opens the storage that STORAGE names: the folder `documents` in the data folder, or a bucket.
 * @throws StorageError when the folder cannot be written; a bucket is not contacted before the first file
 */
export function openStorage(config: Pick<Config, 'storage' | 'dataFolder'>, limits?: BucketLimits): Storage {
  const { storage, dataFolder } = config
  // The packages for S3 load only if needed: they take 0.2 s of CPU, which a server with a folder saves at each start.
  const opened =
    storage.kind === 's3'
      ? import('./bucket.ts').then(({ openBucket }) => openBucket(storage, limits))
      : Promise.resolve(openFolder(dataFolder))

  async function attempt<T>(operation: keyof typeof words, key: string, work: (key: string) => Promise<T>): Promise<T> {
    const end = duration.startTimer({ operation })
    try {
      const result = await work(checked(key))
      end({ outcome: 'done' })
      return result
    } catch (error) {
      const failure = storageFailure(words[operation], key, error)
      end({ outcome: failure.missing ? 'missing' : 'failed' })
      throw failure
    }
  }

  return {
    put: (key, bytes) =>
      attempt('put', key, async (name) => {
        await (await opened).put(name, bytes)
        return { sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.byteLength }
      }),
    getStream: (key, signal) => attempt('get', key, async (name) => (await opened).getStream(name, signal)),
    size: (key) =>
      attempt('size', key, async (name) => (await opened).size(name)).catch((error: unknown) => {
        if (error instanceof StorageError && error.missing) return null
        throw error
      }),
    close: () => void opened.then((store) => store.close())
  }
}
