import type { ServerResponse } from 'node:http'
import { finished } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { Refusal } from '../../platform/http/refusal.ts'
import { createSemaphore } from '../../platform/lib/semaphore.ts'
import { StorageError } from '../../platform/storage/storage-error.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { checkedBytes, DamagedFile } from './checked-file.ts'
import type { FoundDocument } from './document.repository.ts'
import { limitPerKey } from './limit-per-key.ts'

/** Bytes up to which a file is held in memory while it is checked; nearly all scripts and invoices are smaller. */
export const maxInMemoryBytes = 1_048_576
const filesAtOnce = 8
const streamsOfOneContact = 4

/** Why a file cannot be handed out: told to the operator with the document's number, to the customer in a sentence. */
export function fileRefusal(error: unknown, { company, documentId }: FoundDocument, log: FastifyBaseLogger): Refusal {
  if (error instanceof Refusal) return error
  const lost = error instanceof DamagedFile || (error instanceof StorageError && error.missing)
  log.error(
    { company, documentId, err: error },
    lost ? 'a document is damaged or missing' : 'a document cannot be read'
  )
  return new Refusal(lost ? 'documentDamaged' : 'unavailable')
}

export interface DocumentData {
  /** base64 of a small file, checked. @throws DamagedFile, StorageError */
  readonly held: (document: FoundDocument) => Promise<string>
  /**
   * The bytes of a large file in pieces. It has been checked once as a whole before the first piece, and is checked again on the
   * way; if it changed in between, the pieces break off and the answer stays incomplete. `contact` names who fetches, and holds
   * a place until `response` has ended in whatever way: pieces that nobody begins to read would never give it back.
   * @throws DamagedFile, StorageError, Refusal `tooManyDownloads`
   */
  readonly streamed: (
    document: FoundDocument,
    contact: string,
    response: ServerResponse
  ) => Promise<AsyncIterable<Buffer>>
}

export function documentData(storage: Storage): DocumentData {
  // Reading and hashing takes disk and processor, and its speed is ours; sending takes as long as the client likes, so a slow
  // client holds no slot and is bounded by its own count instead.
  const reading = createSemaphore(filesAtOnce)
  const streams = limitPerKey(streamsOfOneContact)

  return {
    held: (document) =>
      reading.run(async () => {
        const pieces: Buffer[] = []
        for await (const piece of checkedBytes(storage, document)) pieces.push(piece)
        return Buffer.concat(pieces).toString('base64')
      }),
    async streamed(document, contact, response) {
      if (!streams.enter(contact)) throw new Refusal('tooManyDownloads')
      finished(response, () => streams.leave(contact))
      await reading.run(async () => {
        for await (const _ of checkedBytes(storage, document));
      })
      return checkedBytes(storage, document)
    }
  }
}
