import type { FetchToken } from '../types/elements.ts'

interface HostToken {
  /** Null if the host gives none. */
  readonly token: string | null
  /** The host knows the person, whom this backend does not. */
  readonly unknownHere: boolean
  /** When to ask again, in ms from now; null if the host did not say how long the token lives. */
  readonly renewInMs: number | null
}

/** How long before its end a token is replaced, in ms; at most a fifth of its life. */
const renewBeforeMs = 60_000
/** A longer timer would fire at once. */
const longestTimerMs = 2 ** 31 - 1

/** Reads what the host's function has given. */
export function readHostToken(given: Awaited<ReturnType<FetchToken>>): HostToken {
  const { token, expiresIn = 0 } = typeof given === 'string' ? { token: given } : (given ?? { token: '' })
  const lifeMs = expiresIn * 1000
  const waitMs = Math.min(Math.max(lifeMs - renewBeforeMs, lifeMs * 0.8), longestTimerMs)
  return { token: token || null, unknownHere: token === null, renewInMs: lifeMs > 0 ? waitMs : null }
}
