import { randomBytes } from 'node:crypto'
import { type Options, hash, hashRaw, verify } from '@node-rs/argon2'
import type { FastifyBaseLogger } from 'fastify'
import { Refusal } from '../../platform/http/refusal.ts'

// Argon2id is the package's default: 19 MiB, two passes, one lane, as OWASP advises.
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// Two of Node's four worker threads: files and DNS still get theirs.
const mostAtOnce = 2
// At 10 ms each, the last one waits half a second.
const mostWaiting = 100

/** The stored form of a password. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, cost)
}

/** The same for the same text and salt, and as slow to guess at as a stored password. */
export async function hashWithSalt(text: string, salt: Uint8Array): Promise<string> {
  return (await hashRaw(text, { ...cost, salt })).toString('hex')
}

export interface Passwords {
  /**
   * Whether the password belongs to the hash. Without a hash it works just as long and answers no.
   * @throws Refusal `overloaded` when too many wait already
   */
  readonly matches: (storedHash: string | null | undefined, password: string) => Promise<boolean>
}

/** Checks passwords, a bounded number at once: each takes 19 MiB and a whole processor. */
export function openPasswords(log: FastifyBaseLogger): Passwords {
  const nobody = hashPassword(randomBytes(24).toString('base64url'))
  const waiting: (() => void)[] = []
  let running = 0

  async function enter(): Promise<void> {
    if (running < mostAtOnce) running += 1
    else if (waiting.length >= mostWaiting) throw new Refusal('overloaded')
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }

  // Hands the place on, so that nobody who comes now can slip in before those who wait.
  function leave(): void {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }

  return {
    async matches(storedHash, password) {
      await enter()
      try {
        log.debug('checks a password')
        const fits = await verify(storedHash ?? (await nobody), password)
        return fits && storedHash !== null && storedHash !== undefined
      } finally {
        leave()
      }
    }
  }
}
