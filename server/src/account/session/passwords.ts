import { randomBytes } from 'node:crypto'
import { type Options, hash, hashRaw, verify } from '@node-rs/argon2'
import type { FastifyBaseLogger } from 'fastify'
import { Refusal } from '../../platform/http/refusal.ts'
import { createSemaphore } from '../../platform/lib/semaphore.ts'

// Argon2id is the package's default: 19 MiB, two passes, one lane, as OWASP advises.
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// Two of Node's four worker threads: files and DNS still get theirs.
const maxAtOnce = 2
// At 10 ms each, the last one waits half a second.
const maxWaiting = 100

/** The stored form of a password. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, cost)
}

/** The same for the same text and salt, and as slow to guess at as a stored password. */
export async function hashWithSalt(text: string, salt: Uint8Array): Promise<string> {
  return (await hashRaw(text, { ...cost, salt })).toString('hex')
}

// A check takes 19 MiB and a whole processor, so a process runs few at once.
const semaphore = createSemaphore(maxAtOnce)

/** The hash of no password, made once, so that an unknown user costs as much as a known one. */
let dummyHash: Promise<string> | undefined

/**
 * Whether the password belongs to the hash. Without a hash it takes as long and answers no.
 * @throws Refusal `overloaded` when too many wait already
 */
export async function verifyPassword(
  log: FastifyBaseLogger,
  storedHash: string | null | undefined,
  password: string
): Promise<boolean> {
  if (semaphore.waiting() >= maxWaiting) throw new Refusal('overloaded')
  return semaphore.run(async () => {
    log.debug('checks a password')
    dummyHash ??= hashPassword(randomBytes(24).toString('base64url'))
    const fits = await verify(storedHash ?? (await dummyHash), password)
    return fits && storedHash !== null && storedHash !== undefined
  })
}
