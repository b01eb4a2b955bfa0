import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { OperatorError } from '../../platform/config/operator-error.ts'
import { errorMessage } from '../../platform/database/errors.ts'
import type { Passage } from './encryption.ts'

type Bytes = AsyncIterable<Uint8Array>

/** Bytes of rows that one statement takes, at least. */
const atOnce = 1_048_576
const lineBreak = 10

/** Cuts a stream of rows into pieces that end with a row. */
async function* wholeRows(source: Bytes): AsyncGenerator<Buffer, void> {
  let parts: Uint8Array[] = []
  let length = 0
  for await (const chunk of source) {
    parts.push(chunk)
    length += chunk.length
    if (length < atOnce) continue
    const piece = Buffer.concat(parts)
    const end = piece.lastIndexOf(lineBreak) + 1
    if (end > 0) yield piece.subarray(0, end)
    parts = [piece.subarray(end)]
    length = piece.length - end
  }
  if (length > 0) yield Buffer.concat(parts)
}

const damaged = (path: string, error: unknown) =>
  new OperatorError(
    `The part ${path} cannot be read (${errorMessage(error)}): the backup is damaged or cut, or the identity is that of another recipient. Nothing was restored.`,
    { cause: error }
  )

/** An error of the reader of a part, which says nothing about the part. */
class TakerError extends Error {}

/**
 * Passes the rows of a table on.
 * @throws OperatorError where the file is not the one that was written
 */
export async function readTablePart(
  path: string,
  sha256: string,
  decrypt: Passage,
  take: (rows: Buffer) => Promise<void>
): Promise<void> {
  const hash = createHash('sha256')
  async function* counted(source: Bytes) {
    for await (const chunk of source) {
      hash.update(chunk)
      yield chunk
    }
  }
  async function takeAll(source: Bytes) {
    for await (const rows of wholeRows(source))
      await take(rows).catch((error: unknown) => {
        throw new TakerError('', { cause: error })
      })
  }
  try {
    await pipeline([createReadStream(path), counted, decrypt, createGunzip(), takeAll] as never)
    if (hash.digest('hex') !== sha256) throw new Error('its SHA-256 is another')
  } catch (error) {
    if (error instanceof TakerError) throw error.cause
    throw damaged(path, error)
  }
}

/**
 * Reads a file of the storage.
 * @throws OperatorError where it is not the one that the row names
 */
export async function readFilePart(path: string, sha256: string, decrypt: Passage): Promise<Buffer> {
  const parts: Uint8Array[] = []
  try {
    for await (const chunk of decrypt(createReadStream(path))) parts.push(chunk)
    const bytes = Buffer.concat(parts)
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw new Error('its SHA-256 is another')
    return bytes
  } catch (error) {
    throw damaged(path, error)
  }
}
