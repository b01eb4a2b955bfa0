import { revokeToken } from '@customer-center/contract/session'
import { CallError } from './call-error.ts'
import { request, type Way } from './request.ts'

/**
 * A log-out that the server may not have heard of. No script can delete the server's cookie, so a mark in this tab's session
 * storage keeps a reload from logging in by it, until the server has answered.
 */
export class Revocation {
  readonly #key: string
  #running: AbortController | null = null

  constructor(api: string) {
    this.#key = `customer-center:logged-out:${new URL(api, document.baseURI).href}`
  }

  get pending(): boolean {
    try {
      return sessionStorage.getItem(this.#key) !== null
    } catch {
      return false
    }
  }

  /** Kills the token of `way`, or the cookie's; if the server cannot be reached, once more when the browser is back online. */
  begin(way: Way): void {
    this.cancel()
    this.#mark(true)
    const running = new AbortController()
    this.#running = running
    void this.#revoke(way, running.signal).then((done) => {
      if (done || running.signal.aborted) return
      addEventListener('online', () => void this.#revoke(way, running.signal), { once: true, signal: running.signal })
    })
  }

  /** Somebody logs in: the cookie is theirs from now on. */
  cancel(): void {
    this.#running?.abort()
    this.#running = null
    this.#mark(false)
  }

  async #revoke(way: Way, signal: AbortSignal): Promise<boolean> {
    const done = await request(way, revokeToken, { signal }).then(
      () => true,
      (error: unknown) => error instanceof CallError && error.status === 401
    )
    if (done && !signal.aborted) this.#mark(false)
    return done
  }

  /** Where a browser forbids its storage, only the server can end the session. */
  #mark(on: boolean): void {
    try {
      if (on) sessionStorage.setItem(this.#key, '')
      else sessionStorage.removeItem(this.#key)
    } catch {
      return
    }
  }
}
