import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { type Options, hash, hashRaw } from '@node-rs/argon2'
import type { FastifyBaseLogger } from 'fastify'
import { createSemaphore } from '../../platform/lib/semaphore.ts'
import { readPasswordHash } from './password-hash.ts'

// Argon2id is the package's default: 19 MiB, two passes, one lane, as OWASP advises.
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** How all stored forms begin but those that another system has made. */
export const ownHashPrefix = '$argon2id$v=19$m=19456,t=2,p=1$'

// A hash takes 19 MiB and a whole processor. One processor stays free for everybody who is logged in, and of Node's four worker
// threads two for files and DNS. How many wait is limited where requests are admitted.
const semaphore = createSemaphore(Math.min(2, Math.max(1, availableParallelism() - 1)))

/** The stored form of a password. */
export function hashPassword(password: string): Promise<string> {
  return semaphore.run(() => hash(password, cost))
}

/** The same for the same text and salt, and as slow to guess at as a stored password. */
export async function hashWithSalt(text: string, salt: Uint8Array): Promise<string> {
  return (await semaphore.run(() => hashRaw(text, { ...cost, salt }))).toString('hex')
}

/** The hash of no password, made once, so that an unknown user costs as much as a known one. */
let dummyHash: Promise<string> | undefined

/** Whether the password belongs to the hash. Without a hash it takes as long and answers no. */
export async function verifyPassword(
  log: FastifyBaseLogger,
  storedHash: string | null | undefined,
  password: string
): Promise<boolean> {
  dummyHash ??= hashPassword(randomBytes(24).toString('base64url'))
  const compared = storedHash ?? (await dummyHash)
  return semaphore.run(async () => {
    log.debug('checks a password')
    return (await check(log, compared, password)) && compared === storedHash
  })
}

/** How long the last check of each kind of hash from another system took, in ms. */
const durations = new Map<string, number>()

async function check(log: FastifyBaseLogger, storedHash: string, password: string): Promise<boolean> {
  const known = readPasswordHash(storedHash)
  const begun = performance.now()
  try {
    if (!known) throw new Error('This is no hash of a password that is known.')
    return await known.fits(password)
  } catch (error) {
    log.error({ err: error }, 'a stored password cannot be checked')
    return false
  } finally {
    if (known && !storedHash.startsWith(ownHashPrefix)) durations.set(known.kind, performance.now() - begun)
  }
}

/**
 * Waits for as long as a check of a hash from another system takes longer than one of ours: else a failed login would tell who has an
 * account that nobody has used since it came from there. Without work, so that it keeps nobody else waiting.
 * @param sample any hash from the other system
 */
export async function waitAsLongAs(log: FastifyBaseLogger, sample: string): Promise<void> {
  const known = readPasswordHash(sample)
  if (!known) return
  if (!durations.has(known.kind)) await semaphore.run(() => check(log, sample, ''))
  log.debug('waits as long as a check takes')
  await wait(durations.get(known.kind))
}
