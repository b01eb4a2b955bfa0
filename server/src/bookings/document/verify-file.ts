import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { finished } from 'node:stream'
import type { Storage } from '../../platform/storage/storage.ts'

/** The error that a file is not the one that was stored; the message is one English sentence for the operator. */
export class DamagedFileError extends Error {
  override readonly name = 'DamagedFileError'
}

/** A stored file in the database's description. */
export interface StoredFile {
  readonly storageKey: string
  readonly sha256: string
  readonly size: number
}

/**
 * Yields the bytes of a stored file. Length and SHA-256 are known only at the end: a caller that sends bytes before
 * that must be able to break off.
 * @param signal ends the reading, also one that waits for the storage
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
    // A file that grew is not read to its end, however long that may be.
    if (size > file.size) break
    hash.update(chunk)
    yield chunk
  }
  if (size !== file.size || hash.digest('hex') !== file.sha256) {
    throw new DamagedFileError(`The file ${file.storageKey} is not the one that was stored.`)
  }
}

/**
 * Returns a signal that aborts once the answer has been sent or its client has gone, and nobody waits for it any more;
 * soon after the call if that has happened already.
 */
export function untilClosed(response: ServerResponse): AbortSignal {
  const closed = new AbortController()
  finished(response, () => closed.abort())
  return closed.signal
}
