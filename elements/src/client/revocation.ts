import { revokeToken } from '@customer-center/contract/session'
import { writeItem } from '../lib/browser-storage.ts'
import { CallError } from './call-error.ts'
import { isLogOutPending, logOutMark } from './login-memory.ts'
import { requestEndpoint, type RequestContext } from './request.ts'

/**
 * A log-out that the server may not have received yet. No script can delete the server's cookie, so a mark in this tab's
 * session storage keeps a reload from logging in by it until the server has answered.
 */
export class Revocation {
  readonly #api: string
  #running: AbortController | null = null

  constructor(api: string) {
    this.#api = api
  }

  get pending(): boolean {
    return isLogOutPending(this.#api)
  }

  /** Revokes the context's token, or the cookie's. If the server cannot be reached, tries once more when the browser is online again. */
  start(context: RequestContext): void {
    this.#setPending(true)
    const running = new AbortController()
    const { signal } = running
    this.#running = running
    void this.#revoke(context, signal).then((done) => {
      if (done || signal.aborted) return
      addEventListener('online', () => void this.#revoke(context, signal), { once: true, signal })
    })
  }

  /** Cancels the revocation when somebody logs in: from then on the cookie is theirs. */
  cancel(): void {
    this.#running?.abort()
    this.#running = null
    this.#setPending(false)
  }

  async #revoke(context: RequestContext, signal: AbortSignal): Promise<boolean> {
    const done = await requestEndpoint(context, revokeToken, { signal }).then(
      () => true,
      (error: unknown) => error instanceof CallError && error.status === 401
    )
    if (done && !signal.aborted) this.#setPending(false)
    return done
  }

  /** Sets or removes the mark; where a browser forbids storage, only the server can end the session. */
  #setPending(pending: boolean): void {
    writeItem(() => sessionStorage, logOutMark(this.#api), pending ? '' : null)
  }
}
