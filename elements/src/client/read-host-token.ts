import type { FetchToken } from '../types/elements.ts'

/** Time before the end of a token at which it is replaced, in ms; at most a fifth of the token's life. */
const renewBeforeMs = 60_000
/** Limit of a timer, in ms; a longer one would fire at once. */
const longestTimerMs = 2 ** 31 - 1

export function readHostToken(given: Awaited<ReturnType<FetchToken>>) {
  const { token, expiresIn = 0 } = typeof given === 'string' ? { token: given } : (given ?? { token: '' })
  const lifeMs = expiresIn * 1000
  const waitMs = Math.min(Math.max(lifeMs - renewBeforeMs, lifeMs * 0.8), longestTimerMs)
  return {
    /** The token; null if the host gives none. */
    token: token || null,
    /** Whether the host knows the person and this backend does not. */
    unknownHere: token === null,
    /** Time until the next question in ms; null if the host did not give the life of the token. */
    renewInMs: lifeMs > 0 ? waitMs : null
  }
}
