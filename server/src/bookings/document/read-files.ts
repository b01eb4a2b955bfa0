import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { finished } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { Refusal } from '../../platform/http/refusal.ts'
import { createSemaphore, semaphorePerKey } from '../../platform/lib/semaphore.ts'
import { limits } from '../../platform/limits/limits.ts'
import { StorageError } from '../../platform/storage/file-store.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import type { FoundDocument } from './document.repository.ts'
import type { StoredFile } from './stored-file.repository.ts'

/**
 * The error for a file whose bytes are not those that were stored; the message is one English sentence for the
 * operator.
 */
class DamagedFileError extends Error {
  override readonly name = 'DamagedFileError'
}

/**
 * Yields the bytes of a stored file. Length and SHA-256 are known only at the end: a caller that sends bytes before
 * that must be able to break off.
 * @param signal aborts the read, even while it waits for the storage
 * @throws DamagedFileError, StorageError
 */
export async function* verifiedBytes(
  storage: Storage,
  file: StoredFile,
  signal: AbortSignal
): AsyncGenerator<Buffer, void> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of (await storage.getStream(file.storageKey, signal)) as AsyncIterable<Buffer>) {
    size += chunk.length
    // A file that is longer than it should be is not read to its end.
    if (size > file.size) break
    hash.update(chunk)
    yield chunk
  }
  if (size !== file.size || hash.digest('hex') !== file.sha256) {
    throw new DamagedFileError(`The file ${file.storageKey} is not the one that was stored.`)
  }
}

/**
 * Returns a signal that aborts once the answer has been sent or the client has disconnected; soon after the call if
 * this has already happened.
 */
export function abortOnClose(response: ServerResponse): AbortSignal {
  const closed = new AbortController()
  finished(response, () => closed.abort())
  return closed.signal
}

/** Limit of files that are read into memory; larger ones are streamed. Nearly all scripts and invoices are smaller. */
export const maxInMemoryBytes = 1_048_576
/** Limit of the wait for a place among the files that are read: a storage that hangs takes as long to fail. */
const waitMs = 8000

/**
 * Makes the refusal for a file that cannot be sent. Logs the document's number for the operator; the customer gets a
 * sentence.
 * @param signal is aborted when the client has disconnected, which is no failure
 */
export function fileRefusal(
  error: unknown,
  { providerId, documentId }: Pick<FoundDocument, 'providerId' | 'documentId'>,
  log: FastifyBaseLogger,
  signal: AbortSignal
): Refusal {
  if (error instanceof Refusal) return error
  if (signal.aborted) return new Refusal('unavailable')
  // The file waited for other files; the log entries of those files tell why they took so long.
  if (error instanceof DOMException && error.name === 'TimeoutError') return new Refusal('overloaded')
  const lost = error instanceof DamagedFileError || (error instanceof StorageError && error.missing)
  log.error(
    { providerId, documentId, err: error },
    lost ? 'a document is damaged or missing' : 'a document cannot be read'
  )
  return new Refusal(lost ? 'documentDamaged' : 'unavailable')
}

/** Yields the bytes of a document; throws a refusal if reading fails. */
export async function* sentBytes(
  storage: Storage,
  document: FoundDocument,
  log: FastifyBaseLogger,
  signal: AbortSignal
): AsyncGenerator<Buffer, void> {
  try {
    yield* verifiedBytes(storage, document, signal)
  } catch (error) {
    throw fileRefusal(error, document, log, signal)
  }
}

/**
 * Creates a reader of stored files. The `signal` of its methods is aborted when the answer is closed (`abortOnClose`).
 */
export function createFileReader(storage: Storage) {
  // Reading and hashing use disk and CPU for a limited time. Sending takes as long as the client wants, so it takes no
  // place here and is limited for each contact instead.
  const reading = createSemaphore(limits.documentsRead.most)
  const streamsOf = semaphorePerKey<string>(limits.documentStreams.most)

  const read = <Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> =>
    reading.run(work, AbortSignal.any([signal, AbortSignal.timeout(waitMs)]))

  return {
    /** Reads a small file, checks it and returns it in base64. @throws DamagedFileError, StorageError, Refusal */
    readAll: (document: FoundDocument, signal: AbortSignal) =>
      read(async () => {
        const pieces: Buffer[] = []
        for await (const piece of verifiedBytes(storage, document, signal)) pieces.push(piece)
        return Buffer.concat(pieces).toString('base64')
      }, signal),
    /**
     * Streams a large file in chunks. The whole file is checked before the first chunk and again while it is sent; if
     * it changed in between, the stream fails and the answer stays incomplete. The download counts towards the limit of
     * `contact` until the signal is aborted, because a stream that nobody reads never ends.
     * @throws DamagedFileError, StorageError, Refusal `tooManyDownloads`
     */
    async stream(document: FoundDocument, contact: string, log: FastifyBaseLogger, signal: AbortSignal) {
      const leave = streamsOf(contact).tryAcquire()
      if (!leave) throw new Refusal(limits.documentStreams.refusal)
      signal.addEventListener('abort', leave)
      await read(async () => {
        for await (const _ of verifiedBytes(storage, document, signal));
      }, signal)
      return sentBytes(storage, document, log, signal)
    }
  }
}
