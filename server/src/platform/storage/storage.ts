import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import type { Config } from '../config/config.ts'
import { openFolder } from './folder.ts'
import { StorageError, storageFailure } from './storage-error.ts'

interface StoredFile {
  /** 64 hexadecimal digits. */
  readonly sha256: string
  /** Bytes. */
  readonly size: number
}

/**
 * Files by key: segments of letters, digits, `.`, `_` and `-`, joined by `/`. Every method rejects with StorageError, whose
 * `missing` tells a file that is not there from a storage that fails.
 */
export interface Storage {
  /** Writes the whole file or nothing; one that is there is replaced. */
  readonly put: (key: string, bytes: Uint8Array) => Promise<StoredFile>
  /** Resolves when the file is open; what fails after that is an `error` of the stream. */
  readonly getStream: (key: string) => Promise<Readable>
  /** Ends idle connections to S3. */
  readonly close: () => void
}

// Each segment begins and ends with a letter or digit, so none is `.` or `..`, none is hidden, and none is rewritten by
// flydrive, which strips dots at the end.
const segment = '[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?'
const keyPattern = new RegExp(`^${segment}(?:/${segment})*$`)

function checked(key: string): string {
  if (key.length > 500 || !keyPattern.test(key))
    throw new StorageError(`The storage key ${JSON.stringify(key)} is wrong.`)
  return key
}

/**
 * Opens the storage that STORAGE names: the folder `documents` in the data folder, or a bucket.
 * @throws StorageError when the folder cannot be written; a bucket is first asked when a file is
 */
export function openStorage(config: Pick<Config, 'storage' | 'dataFolder'>): Storage {
  const { storage, dataFolder } = config
  const inBucket = storage.kind === 's3'
  // The packages for S3 take 0.2 s of CPU to load, at each start of a server that keeps its files in a folder.
  const opened = inBucket
    ? import('./bucket.ts').then(({ openBucket }) => openBucket(storage))
    : Promise.resolve({ disk: openFolder(dataFolder), close: () => undefined })

  async function attempt<T>(what: string, key: string, work: (key: string) => Promise<T>): Promise<T> {
    try {
      return await work(checked(key))
    } catch (error) {
      throw storageFailure(what, key, error)
    }
  }

  async function write(key: string, bytes: Uint8Array): Promise<void> {
    const { disk } = await opened
    if (inBucket) return disk.put(key, bytes)
    // A process that is killed while it writes must not leave half a file under the key.
    const incoming = `incoming/${randomUUID()}`
    await disk.put(incoming, bytes)
    await disk.move(incoming, key)
  }

  async function open(key: string): Promise<Readable> {
    const { disk } = await opened
    const stream = await disk.getStream(key)
    // A missing file of the folder shows itself only when it is opened.
    if (!inBucket) await once(stream, 'open')
    return stream
  }

  return {
    put: (key, bytes) =>
      attempt('Writing the file', key, async (name) => {
        await write(name, bytes)
        return { sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.byteLength }
      }),
    getStream: (key) => attempt('Reading the file', key, open),
    close: () => void opened.then(({ close }) => close())
  }
}
