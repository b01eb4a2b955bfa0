import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { findIssuedLetter, type IssuedLetter } from './issued-letter.repository.ts'
import { readNumber } from './number.ts'
import { readPublicKeys } from './signing-key.ts'
import { openToken } from './token.ts'

/** What the page says of a letter: `forged` is a code that no key of ours signed, `changed` a file whose bytes are not ours. */
export type Verdict =
  | { readonly kind: 'genuine' | 'withdrawn' | 'changed'; readonly letter: IssuedLetter }
  | { readonly kind: 'unknown' | 'forged' | 'unknownFile' }

/** What an uploaded file told while it came in. */
export interface FileMarks {
  readonly sha256: string
  /** The signed payload that stands in it, if one does. */
  readonly token?: string
}

function ofLetter(letter: IssuedLetter): Verdict {
  return { kind: letter.withdrawnAt === null ? 'genuine' : 'withdrawn', letter }
}

/** @param number as `readNumber` gives it */
export async function judgeNumber(db: Kysely<Tables>, number: string): Promise<Verdict> {
  const letter = await findIssuedLetter(db, { number })
  return letter ? ofLetter(letter) : { kind: 'unknown' }
}

/**
 * A valid signature alone is not enough: the registry knows what was withdrawn, and that a letter was ever handed out. What is
 * shown comes from there, where names are whole.
 */
export async function judgeToken(db: Kysely<Tables>, token: string): Promise<Verdict> {
  const { n } = openToken(token, await readPublicKeys(db)) ?? {}
  const number = typeof n === 'string' ? readNumber(n) : null
  return number === null ? { kind: 'forged' } : judgeNumber(db, number)
}

/** A file is genuine if its bytes are; one that was saved anew or edited is recognised by the payload that it still carries. */
export async function judgeFile(db: Kysely<Tables>, { sha256, token }: FileMarks): Promise<Verdict> {
  const letter = await findIssuedLetter(db, { sha256 })
  if (letter) return ofLetter(letter)
  const carried = token === undefined ? undefined : await judgeToken(db, token)
  if (carried && 'letter' in carried) {
    return carried.kind === 'withdrawn' ? carried : { kind: 'changed', letter: carried.letter }
  }
  return { kind: 'unknownFile' }
}
