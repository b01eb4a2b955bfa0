import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { type Options, hash, hashRaw } from '@node-rs/argon2'
import type { FastifyBaseLogger } from 'fastify'
import { createSemaphore } from '../../platform/lib/semaphore.ts'
import { limits } from '../../platform/limits/limits.ts'
import { readPasswordHash } from './password-hash.ts'

// Argon2id is the package's default: 19 MiB, two passes, one lane, as OWASP advises.
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
export const ownHashPrefix = '$argon2id$v=19$m=19456,t=2,p=1$'

// The number of waiting hashes needs no limit here, since the admission of requests limits it.
const semaphore = createSemaphore(Math.min(limits.passwordHashes.most, Math.max(1, availableParallelism() - 1)))

/** Normalises a password as the profile OpaqueString of RFC 8265: composed letters, and no blanks but the plain one. */
export const normalPassword = (password: string): string => password.replaceAll(/\p{Zs}/gu, ' ').normalize('NFC')

/**
 * Lists the spellings of a typed password that may belong to a hash, at most two: the normalised one, and the same
 * without the blanks around it or, if another system or an older release has made the hash, as it was typed. Their
 * number does not depend on the hash. Blanks alone never become the empty password, of which a system may have a hash.
 */
function spellingsOf(typed: string, storedHash: string): readonly string[] {
  const normal = normalPassword(typed)
  const others = storedHash.startsWith(ownHashPrefix) ? [normal.trim(), typed] : [typed, normal.trim()]
  const other = others.find((spelling) => spelling !== normal && spelling !== '')
  return other === undefined ? [normal] : [normal, other]
}

export function hashPassword(password: string): Promise<string> {
  return semaphore.run(() => hash(normalPassword(password), cost))
}

/**
 * Hashes a text with a given salt: equal input gives equal results, and guessing is as slow as for a stored password.
 */
export async function hashWithSalt(text: string, salt: Uint8Array): Promise<string> {
  return (await semaphore.run(() => hashRaw(text, { ...cost, salt }))).toString('hex')
}

/** A hash that fits no password, so that the check takes as long for unknown users as for known ones. */
let dummyHash: Promise<string> | undefined
const hashOfNobody = () => (dummyHash ??= hashPassword(randomBytes(24).toString('base64url')))

/** Durations of the last checks of each kind of hash, in ms. */
const durations = new Map<string, readonly number[]>()

/** Duration within which three of four checks stay: one delayed of four, or two of nine, change nothing. */
const usual = (all: readonly number[] = []): number =>
  all.toSorted((a, b) => a - b)[Math.ceil(all.length * 0.75) - 1] ?? 0

/** Checks whether the password belongs to the hash, and measures the time in ms. */
async function check(log: FastifyBaseLogger, storedHash: string, password: string) {
  const known = readPasswordHash(storedHash)
  const begun = performance.now()
  let fits = false
  try {
    if (!known) throw new Error('This is no hash of a password that is known.')
    fits = await known.fits(password)
  } catch (error) {
    log.error({ err: error }, 'a stored password cannot be checked')
  }
  const took = performance.now() - begun
  if (known) durations.set(known.kind, [took, ...(durations.get(known.kind) ?? [])].slice(0, 9))
  return { fits, took }
}

interface PasswordCheck {
  readonly fits: boolean
  /** The spelling that was checked last: the one that fits, if any. */
  readonly spelling: string
  /** The number of spellings that a failed check takes. */
  readonly tries: number
  /** Duration in ms. */
  readonly took: number
}

/** Checks whether a typed password belongs to the hash. Without a hash it takes as long, and the password does not fit. */
export async function checkPassword(
  log: FastifyBaseLogger,
  storedHash: string | null | undefined,
  typed: string
): Promise<PasswordCheck> {
  const compared = storedHash ?? (await hashOfNobody())
  const spellings = spellingsOf(typed, compared)
  return semaphore.run(async () => {
    let result = { fits: false, spelling: typed, tries: spellings.length, took: 0 }
    for (const spelling of spellings) {
      log.debug('checks a password')
      const { fits, took } = await check(log, compared, spelling)
      result = { ...result, fits: fits && compared === storedHash, spelling, took: result.took + took }
      if (result.fits) break
    }
    return result
  })
}

/**
 * Waits until a failed check has taken as long as checks of the slowest kind of hash usually do. A shorter check would
 * reveal the kind of the account's hash, and so the accounts that have not been used since their hash was imported. The
 * function waits instead of computing, so that it does not delay others. It measures the usual time, because a fixed
 * number would not fit every machine.
 * @param samples one hash of each kind that came from another system
 */
export async function waitForSlowestCheck(
  log: FastifyBaseLogger,
  samples: readonly string[],
  { tries, took }: Pick<PasswordCheck, 'tries' | 'took'>
): Promise<void> {
  let dearest = { kind: '', ms: 0 }
  for (const sample of [await hashOfNobody(), ...samples]) {
    const kind = readPasswordHash(sample)?.kind
    if (kind === undefined) continue
    for (let known = durations.get(kind)?.length ?? 0; known < 4; known += 1)
      await semaphore.run(() => check(log, sample, ''))
    const ms = usual(durations.get(kind))
    if (ms > dearest.ms) dearest = { kind, ms }
  }
  log.debug({ dearest }, 'waits until the dearest check would be over')
  await wait(Math.max(0, dearest.ms * tries - took))
}
