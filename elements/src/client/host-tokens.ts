import type { FetchToken } from '../types/elements.ts'
import { type HostAnswer, tokenIn } from './first-identity.ts'

/** Time before the end of a token at which it is replaced, in ms; at most a fifth of the token's life. */
const renewBeforeMs = 60_000
/** Limit of a timer, in ms; a longer one would fire at once. */
const longestTimerMs = 2 ** 31 - 1

/** The page's function for tokens. */
export class HostTokens {
  /** The page's function; null if it provides none. */
  fetchToken: FetchToken | null = null
  /** The token that the page has set last, until the session belongs to its person. */
  adopting: string | null = null
  /** The sentence for a change that needs a newer session than the page gave. */
  reopen = ''
  /** Whether tokens are renewed before they end; not while the element is out of the page. */
  renews = true
  readonly #renew: () => void
  #timer = 0
  #unknownHere = false

  /** @param renew called shortly before a token ends */
  constructor(renew: () => void) {
    this.#renew = renew
  }

  /** Whether the page knows the person and says that this backend does not. */
  get unknownHere(): boolean {
    return this.#unknownHere && this.fetchToken !== null
  }

  /** Stops renewals when the session has ended, or the element is gone. */
  readonly stopRenewals = (): void => clearTimeout(this.#timer)

  /**
   * Asks for a token; null if there is none. An error of the page's function is reported to the page.
   *
   * @param asked the function's answer, if it was asked already
   */
  async ask(asked: HostAnswer): Promise<{ token: string | null; error: Error | null }> {
    try {
      return { token: await this.#ask(asked), error: null }
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown))
      reportError(error)
      return { token: null, error }
    }
  }

  async #ask(asked: HostAnswer): Promise<string | null> {
    const { fetchToken } = this
    if (!fetchToken) return null
    const given = await (asked ?? fetchToken())
    const { token, expiresIn = 0 } = typeof given === 'object' && given ? given : { token: given ?? '' }
    this.#unknownHere = token === null
    this.stopRenewals()
    const lifeMs = expiresIn * 1000
    const waitMs = Math.min(Math.max(lifeMs - renewBeforeMs, lifeMs * 0.8), longestTimerMs)
    if (lifeMs > 0) this.#timer = window.setTimeout(() => this.renews && this.#renew(), waitMs)
    return tokenIn(given)
  }
}
