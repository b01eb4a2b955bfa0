import type { FetchToken } from '../types/elements.ts'

/** The page's function for tokens. */
export class HostTokens {
  /** The page's function; null if it provides none. */
  fetchToken: FetchToken | null = null
  /** The token that the page has set last, until the session belongs to its person. */
  adopting: string | null = null
  /** The sentence for a change that needs a newer session than the page gave. */
  reopen = ''
  /** Called shortly before a token ends; the code that makes calls sets it. */
  renew?: () => void
  #timer = 0
  #unknownHere = false

  /** Whether the page knows the person and says that this backend does not. */
  get unknownHere(): boolean {
    return this.#unknownHere && this.fetchToken !== null
  }

  /** Stops renewals when the session has ended, or the element is gone. */
  readonly stopRenewals = (): void => clearTimeout(this.#timer)

  /**
   * Asks for a token; null if there is none. Throws the error of the page's function.
   *
   * @param asked the function's answer, if it was asked already
   */
  async ask(asked?: ReturnType<FetchToken> | null): Promise<string | null> {
    const { fetchToken } = this
    if (!fetchToken) return null
    const { readHostToken } = await import('./read-host-token.ts')
    const { token, unknownHere, renewInMs } = readHostToken(await (asked ?? fetchToken()))
    this.#unknownHere = unknownHere
    this.stopRenewals()
    if (renewInMs !== null) this.#timer = window.setTimeout(() => this.renew?.(), renewInMs)
    return token
  }
}
