import type { ServerResponse } from 'node:http'
import { finished } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { Refusal } from '../../platform/http/refusal.ts'
import { createSemaphore } from '../../platform/lib/semaphore.ts'
import { StorageError } from '../../platform/storage/storage-error.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { verifiedBytes, DamagedFileError } from './checked-file.ts'
import type { FoundDocument } from './document.repository.ts'
import { limitPerKey } from './limit-per-key.ts'

/** Larger files are streamed instead of read into memory; nearly all scripts and invoices are smaller. */
export const maxInMemoryBytes = 1_048_576
const maxParallelFiles = 8
const maxStreamsPerContact = 4

/** Why a file cannot be sent. Logs the document's number for the operator; the customer gets a sentence. */
export function fileRefusal(error: unknown, { company, documentId }: FoundDocument, log: FastifyBaseLogger): Refusal {
  if (error instanceof Refusal) return error
  const lost = error instanceof DamagedFileError || (error instanceof StorageError && error.missing)
  log.error(
    { company, documentId, err: error },
    lost ? 'a document is damaged or missing' : 'a document cannot be read'
  )
  return new Refusal(lost ? 'documentDamaged' : 'unavailable')
}

export interface DocumentData {
  /** base64 of a small file, checked. @throws DamagedFileError, StorageError */
  readonly readAll: (document: FoundDocument) => Promise<string>
  /**
   * The bytes of a large file in chunks. The whole file is checked before the first chunk and again while it is sent; if it changed
   * in between, the stream fails and the answer stays incomplete. It counts towards the limit of `contact` until `response` is
   * closed: chunks that nobody reads would never end.
   * @throws DamagedFileError, StorageError, Refusal `tooManyDownloads`
   */
  readonly stream: (
    document: FoundDocument,
    contact: string,
    response: ServerResponse
  ) => Promise<AsyncIterable<Buffer>>
}

export function documentData(storage: Storage): DocumentData {
  // Reading and hashing use disk and CPU for a time that depends on us. Sending takes as long as the client likes, so it does not
  // occupy a slot and is limited for each contact instead.
  const reading = createSemaphore(maxParallelFiles)
  const streams = limitPerKey(maxStreamsPerContact)

  return {
    readAll: (document) =>
      reading.run(async () => {
        const pieces: Buffer[] = []
        for await (const piece of verifiedBytes(storage, document)) pieces.push(piece)
        return Buffer.concat(pieces).toString('base64')
      }),
    async stream(document, contact, response) {
      if (!streams.acquire(contact)) throw new Refusal('tooManyDownloads')
      finished(response, () => streams.release(contact))
      await reading.run(async () => {
        for await (const _ of verifiedBytes(storage, document));
      })
      return verifiedBytes(storage, document)
    }
  }
}
