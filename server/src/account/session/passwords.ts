import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { type Options, hash, hashRaw, verify } from '@node-rs/argon2'
import type { FastifyBaseLogger } from 'fastify'
import { createSemaphore } from '../../platform/lib/semaphore.ts'

// Argon2id is the package's default: 19 MiB, two passes, one lane, as OWASP advises.
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

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
    return (await verify(compared, password)) && compared === storedHash
  })
}
