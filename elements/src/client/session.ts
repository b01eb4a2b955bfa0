import type { FetchToken } from '../types/elements.ts'
import { HostTokens } from './host-tokens.ts'
import { identify } from './identify.ts'
import type { Profile } from './profile.ts'
import type { PrefetchedResponse, RequestContext } from './request.ts'
import { Revocation } from './revocation.ts'
import { type SessionLogin, type SessionOptions, SessionStore } from './session-state.ts'

/**
 * A login: of one element, or of all elements of a page that use the same API without a token of their own. Changes
 * after the start are in `session-changes.ts`.
 */
export class Session extends SessionStore {
  /** The credentials of the person. */
  login: SessionLogin = { token: null, refreshToken: null, customerNumber: null, person: null }
  /** The person whose data is on the screen, as last read from the server; null until that is known. */
  profile: Profile | null = null
  readonly options: SessionOptions
  readonly revocation: Revocation
  /** `de-at` and the like, sent with the login. */
  locale = ''
  readonly host = new HostTokens()
  /** The error of the question at the start who is logged in; null without one. */
  openError: Error | null = null
  /** A token that the host has set last, until the session is that of its person. */
  adopting: string | null = null
  /** The token about whose person the server was asked; null before. */
  asked: { readonly token: string | null } | null = null
  /** The last request for this person's profile, pending or settled: later readers share it. */
  profileRequest: Promise<Profile> | null = null

  constructor(options: SessionOptions) {
    super()
    this.options = options
    this.revocation = new Revocation(options.api)
  }

  get requestContext(): RequestContext {
    const { api, version, idempotencyKeys } = this.options
    return { api, version, token: this.login.token, person: this.login.person, idempotencyKeys }
  }

  /** Asks once whether the server's cookie still knows the person, as after a reload; not if that person has logged out. */
  async open(prefetched: PrefetchedResponse | null = null): Promise<void> {
    const { memory } = this.options
    if (this.revocation.pending) return this.revocation.start(this.requestContext)
    if (!prefetched && memory?.mayBeLoggedIn() === false) return
    this.update({ state: 'starting' })
    const { generation } = this.current
    const token = memory?.token() ?? null
    const identity = await this.identify(token, prefetched)
    if (this.current.state !== 'starting' || this.current.generation !== generation) return
    this.#openAs(token, identity, 'out')
    if (identity.reason === 'refused') memory?.forget()
  }

  /**
   * Begins with a token of the host's, or asks it for one.
   *
   * @param asked the answer of the host's function, where it was asked already
   * @param unverified leaves the check of the token's person to the first call
   */
  async openAsHost(
    given: string | null,
    prefetched: PrefetchedResponse | null = null,
    asked: ReturnType<FetchToken> | null = null,
    unverified = false
  ): Promise<void> {
    this.dropPerson()
    this.update({ state: 'starting' })
    const { generation } = this.current
    let token = given ?? (await this.tokenOfHost(asked))
    if (unverified && token !== null && this.current.generation === generation) return this.enter(token)
    let identity = token === null ? null : await this.identify(token, prefetched)
    if (given !== null && identity?.reason === 'refused') {
      token = (await this.tokenOfHost()) ?? given
      if (token !== given) identity = await this.identify(token)
    }
    if (this.current.state !== 'starting' || this.current.generation !== generation) return
    if (identity) this.#openAs(token, identity, 'expired')
    else this.update({ state: 'out' })
  }

  #openAs(token: string | null, identity: Awaited<ReturnType<typeof identify>>, refused: 'out' | 'expired'): void {
    if (identity.profile) {
      this.profile = identity.profile
      this.login.person = identity.person
      return this.enter(token)
    }
    if (identity.reason === 'refused') return this.update({ state: refused })
    if (identity.reason === 'failed') {
      this.openError = identity.error
      // The screen checks a host's token again and shows the failure; without a token there is the login.
      if (token === null) return this.update({ state: 'out' })
    }
    this.enter(token)
  }

  /** Begins without asking for the token's person. */
  enter(token: string | null): void {
    this.login.token = token
    this.update({ state: 'in', identified: this.profile !== null })
  }

  /** Logs out. `revoke` also revokes the token on the server, which is not ours to do with a token from the host. */
  end({ revoke }: { revoke: boolean }): void {
    this.#leave(revoke)
    this.update({ state: 'out' })
  }

  #leave(revoke: boolean): void {
    const { requestContext } = this
    // Nobody has to wait for a server. Without a token the session of the cookie ends, which is not that of a host's
    // token.
    if (revoke && (this.login.token || this.options.memory)) this.revocation.start(requestContext)
    this.clearTokens()
    this.login.customerNumber = null
    this.dropPerson()
  }

  /** Begins for another person: ends the session before at the backend, and begins with the host's present answer. */
  restart(): Promise<void> {
    if (this.current.state !== 'out') this.#leave(true)
    return this.openAsHost(this.adopting)
  }

  readonly identify = (
    token: string | null,
    prefetched: PrefetchedResponse | null = null
  ): ReturnType<typeof identify> => {
    if (this.current.state === 'starting') {
      this.asked = { token }
      this.update({})
    }
    return identify({ ...this.requestContext, token }, this.options.fieldCodes, prefetched)
  }

  /** Returns the host's token; null as well if the host fails, which is reported to its page. */
  readonly tokenOfHost = (asked?: ReturnType<FetchToken> | null): Promise<string | null> =>
    this.host.ask(asked).catch((error: unknown) => {
      reportError((this.openError = error instanceof Error ? error : new Error(String(error))))
      return null
    })

  clearTokens(): void {
    this.login.token = null
    this.login.refreshToken = null
    this.host.stopRenewals()
    this.options.memory?.forget()
  }

  /** With another generation a person's waiting calls are never made on behalf of another. */
  dropPerson(): void {
    this.profile = null
    this.profileRequest = null
    this.login.person = null
    this.openError = null
    this.asked = null
    const generation = this.current.generation + 1
    this.current = { ...this.current, generation, newPassword: null, identified: false }
  }
}
