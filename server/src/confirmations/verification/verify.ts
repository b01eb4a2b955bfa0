import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Db } from '../../platform/database/query.ts'
import { createSemaphore } from '../../platform/lib/semaphore.ts'
import { findIssuedLetters, type IssuedLetter } from './issued-letter.repository.ts'
import { embeddedJws, maxJwsLength, verifyJws } from './jws.ts'
import { parseSerialNumber } from './serial-number.ts'
import { readPublicKeys } from './signing-key.repository.ts'

/**
 * Result of a check: `forged` is a code that none of the server's keys signed, `changed` a letter's file with changed
 * bytes, `several` a file with several letters.
 */
export type VerificationResult =
  | { readonly kind: 'genuine' | 'revoked' | 'changed'; readonly letter: IssuedLetter }
  | { readonly kind: 'several'; readonly letters: readonly [IssuedLetter, ...IssuedLetter[]] }
  | { readonly kind: 'unknown' | 'forged' | 'unknownFile' }

function resultOf(letter: IssuedLetter): VerificationResult {
  return { kind: letter.revokedAt === null ? 'genuine' : 'revoked', letter }
}

/** @param serialNumber as `parseSerialNumber` returns it */
export async function verifyNumber(db: Db, serialNumber: string, providerId?: number): Promise<VerificationResult> {
  const [letter] = await findIssuedLetters(db, { number: serialNumber }, providerId)
  return letter ? resultOf(letter) : { kind: 'unknown' }
}

/**
 * Checks the fragment of a scanned address: the number, or the signed payload, which attached codes contain and some
 * letters print.
 */
export function verifyCode(db: Db, code: string, providerId?: number): Promise<VerificationResult> {
  const serialNumber = parseSerialNumber(code)
  return serialNumber === null ? verifyToken(db, code, providerId) : verifyNumber(db, serialNumber, providerId)
}

/**
 * Checks a signed payload. A valid signature is not enough: only the registry knows which letters were issued and which
 * are revoked. The page shows the registry's content, where names are complete.
 */
async function verifyToken(db: Db, token: string, providerId?: number): Promise<VerificationResult> {
  const { n } = verifyJws(token, await readPublicKeys(db)) ?? {}
  const serialNumber = typeof n === 'string' ? parseSerialNumber(n) : null
  return serialNumber === null ? { kind: 'forged' } : verifyNumber(db, serialNumber, providerId)
}

/**
 * Checks a file. It is genuine if its bytes are unchanged; an edited or re-saved file is recognised by the payload
 * inside it.
 */
export async function verifyFile(
  db: Db,
  { sha256, token }: Fingerprint,
  providerId?: number
): Promise<VerificationResult> {
  const [letter, ...others] = await findIssuedLetters(db, { sha256 }, providerId)
  if (letter) return others.length > 0 ? { kind: 'several', letters: [letter, ...others] } : resultOf(letter)
  const inside = token === undefined ? undefined : await verifyToken(db, token, providerId)
  if (inside && 'letter' in inside) {
    return inside.kind === 'revoked' ? inside : { kind: 'changed', letter: inside.letter }
  }
  return { kind: 'unknownFile' }
}

interface Fingerprint {
  readonly sha256: string
  /** The signed payload inside the file, if there is one. */
  readonly token?: string
}

/** Lets other calls in between the chunks of all files: eight chunks in a row took 11 ms of each turn of the event loop. */
const oneChunk = createSemaphore(1)

/**
 * Reads a file as it arrives, and keeps only the last few kilobytes, where a token may have begun.
 * @returns undefined if it is no PDF
 */
export async function readFingerprint(file: AsyncIterable<Buffer>): Promise<Fingerprint | undefined> {
  const hash = createHash('sha256')
  let head = ''
  let tail = ''
  let token: string | undefined
  for await (const chunk of file) {
    await oneChunk.run(() => nextTurn())
    hash.update(chunk)
    const text = chunk.toString('latin1')
    if (head.length < 1024) head = (head + text).slice(0, 1024)
    if (token !== undefined) continue
    const seen = tail + text
    // A match at the end of the bytes that have arrived may be incomplete.
    const match = embeddedJws.exec(seen)
    token = match && match.index + match[0].length < seen.length ? match[0] : undefined
    tail = seen.slice(-maxJwsLength)
  }
  // The head need not come first: readers accept this, and mail gateways put a line before it.
  if (!head.includes('%PDF-')) return undefined
  return { sha256: hash.digest('hex'), ...(token !== undefined && { token }) }
}
