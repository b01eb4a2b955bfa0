import type { FetchToken } from '../types/elements.ts'

/** The page's function for tokens. */
export class HostTokens {
  /** Null if the page provides none. */
  fetchToken: FetchToken | null = null
  /** Called shortly before a token ends; set by whoever makes calls. */
  renew: () => void = () => undefined
  #timer = 0
  #unknownHere = false

  /** The page knows the person and says that this backend does not. */
  get unknownHere(): boolean {
    return this.#unknownHere && this.fetchToken !== null
  }

  /** When the session has ended, or the element is gone. */
  readonly stopRenewals = (): void => clearTimeout(this.#timer)

  /**
   * Asks for a token; null if there is none. Throws what the page's function throws.
   *
   * @param asked its answer, where it was asked already
   */
  async ask(asked?: ReturnType<FetchToken> | null): Promise<string | null> {
    const { fetchToken } = this
    if (!fetchToken) return null
    const { readHostToken } = await import('./host-token.ts')
    const { token, unknownHere, renewInMs } = readHostToken(await (asked ?? fetchToken()))
    this.#unknownHere = unknownHere
    this.stopRenewals()
    if (renewInMs !== null) this.#timer = window.setTimeout(() => this.renew(), renewInMs)
    return token
  }
}
