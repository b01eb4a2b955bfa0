import { createHash } from 'node:crypto'
import { embeddedJws, maxJwsLength } from './jws.ts'

/** The fingerprint of an uploaded file. */
export interface Fingerprint {
  readonly sha256: string
  /** The signed payload inside the file, if there is one. */
  readonly token?: string
}

/**
 * Reads a file as it arrives and keeps only the last few kilobytes, in which a token may have begun.
 * @returns undefined if it is no PDF
 */
export async function readFingerprint(file: AsyncIterable<Buffer>): Promise<Fingerprint | undefined> {
  const hash = createHash('sha256')
  let head = ''
  let tail = ''
  let token: string | undefined
  for await (const chunk of file) {
    hash.update(chunk)
    const text = chunk.toString('latin1')
    if (head.length < 1024) head = (head + text).slice(0, 1024)
    if (token !== undefined) continue
    const seen = tail + text
    // A match that reaches the end of the bytes so far may be incomplete.
    const match = embeddedJws.exec(seen)
    token = match && match.index + match[0].length < seen.length ? match[0] : undefined
    tail = seen.slice(-maxJwsLength)
  }
  // Readers accept a PDF whose head comes late, and mail gateways put a line before it.
  if (!head.includes('%PDF-')) return undefined
  return { sha256: hash.digest('hex'), ...(token !== undefined && { token }) }
}
