import type { TokenForm } from '@customer-center/contract/session'
import { Store } from '../lib/store.ts'
import { CallError } from './call-error.ts'
import type { FirstIdentity, HostAnswer } from './first-identity.ts'
import { HostTokens } from './host-tokens.ts'
import { type Identification, identifyPerson, type Profile } from './profile.ts'
import type { RequestContext } from './request.ts'
import { Revocation } from './revocation.ts'
import { isSamePerson, nobody } from './session-state.ts'
import type { Nobody, SessionLogin, SessionOptions, SessionSnapshot } from './session-state.ts'
import { renewedToken, requestToken, revokeReplaced } from './tokens.ts'

/**
 * A login: of one element, or of all elements of a page that use the same API without a token of their own. `snapshot`
 * returns its state.
 */
export class Session {
  readonly options: SessionOptions
  readonly host = new HostTokens(() => {
    // The next call, which the server refuses, reports a failed renewal.
    this.renew().catch(() => undefined)
  })
  /** The language of the page, sent with the login; null or empty for the configuration's. */
  language?: string | null
  readonly #revocation: Revocation
  #identifying: string | null | undefined
  #openError: Error | null = null
  readonly #store = new Store<SessionSnapshot>({ ...nobody, state: 'out', generation: 0 })
  /** The renewal under way: calls that need one at the same time share it. */
  #renewal: Promise<boolean> | null = null

  constructor(options: SessionOptions) {
    this.options = options
    this.#revocation = new Revocation(options.api)
  }

  readonly snapshot = this.#store.get
  readonly subscribe = this.#store.subscribe
  readonly until = this.#store.until

  get #current() {
    return this.snapshot()
  }

  /** The person whose data is on the screen; null until that is known. */
  get profile() {
    return this.#current.profile
  }

  /** The token whose person the server was asked to identify; null for the cookie's, undefined before. */
  get identifying() {
    return this.#identifying
  }

  /** The error with which the question who is logged in has failed; null without one. */
  get openError() {
    return this.#openError
  }

  get requestContext(): RequestContext {
    const { api, apiVersion: version, idempotencyKeys, format } = this.options
    return { api, version, token: this.#current.token, person: this.#current.person, idempotencyKeys, format }
  }

  /** Whether the page gave the session, which only the page can open anew: its person may know no password. */
  get isOfPage(): boolean {
    return !this.options.memory && this.#current.customerNumber === null
  }

  /** Begins with the answer to the first question, which may be about the server's cookie, as after a reload. */
  async open(first: FirstIdentity): Promise<void> {
    if (this.#revocation.pending) return this.#revocation.start(this.requestContext)
    const isSame = this.#begin({ ...nobody, generation: this.#current.generation })
    const asked = await first
    const identity = asked && isSame() ? await this.identify(asked.token, first) : null
    if (!isSame()) return
    if (asked && identity && identity.reason !== 'refused') return this.#openAs(asked.token, identity)
    this.#changeToNobody()
    if (identity) this.options.memory?.forget()
  }

  /**
   * Begins with a token of the host's, or asks the host for one.
   *
   * @param hostAnswer the answer of the host's function, if it was asked already
   * @param unverified leaves the check of the token's person to the first call
   */
  async openAsHost(
    given: string | null,
    first: FirstIdentity | null = null,
    hostAnswer: HostAnswer = null,
    unverified = false
  ): Promise<void> {
    const isSame = this.#begin(this.#dropPerson())
    const { generation } = this.#current
    let token = given ?? (await this.tokenOfHost(hostAnswer)).token
    if (unverified && token !== null && this.#current.generation === generation) return this.enter({ token })
    let identity = token === null ? null : await this.identify(token, first)
    if (given !== null && identity?.reason === 'refused') {
      token = (await this.tokenOfHost()).token ?? given
      if (token !== given) identity = await this.identify(token)
    }
    if (!isSame()) return
    if (!identity) this.#changeToNobody()
    else if (identity.reason === 'refused') this.#change({ ...nobody, generation, state: 'expired', reason: null })
    else this.#openAs(token, identity)
  }

  /** Enters the start; the returned function tells whether the session is still in it. */
  #begin(before: Nobody): () => boolean {
    const { generation } = before
    this.#change({ ...before, state: 'starting' })
    return () => this.#current.state === 'starting' && this.#current.generation === generation
  }

  #openAs(token: string | null, identity: Identification): void {
    const { profile = null, person = null, reason, error } = identity
    if (reason === 'failed') {
      this.#openError = error
      // The screen checks a host's token again and shows the failure; without a token there is the login.
      if (token === null) return this.#changeToNobody()
    }
    this.enter({ token, profile, person })
  }

  /** Logs in by the form. Throws CallError, and leaves the session as it was then. */
  async logIn(credentials: Pick<TokenForm, 'customerNumber' | 'userName' | 'password' | 'passkey'>): Promise<void> {
    const before = this.#current
    const { requestContext, isOfPage } = this
    const { access_token: token, refresh_token: refreshToken } = await requestToken(this, credentials)
    if (this.#current.generation !== before.generation) throw new CallError('refused', { status: 401 })
    this.#revocation.cancel()
    const { customerNumber = '' } = credentials
    if ((await this.#switchTo(token, refreshToken ?? null, customerNumber)) && before.token !== null && !isOfPage)
      revokeReplaced({ ...requestContext, token: before.token })
  }

  /**
   * Begins or continues a login.
   *
   * @param isSame whether waiting calls may go on; otherwise they are never made on behalf of this person
   */
  enter(login: Partial<SessionLogin & Pick<SessionSnapshot, 'newPassword'>>, isSame = true): void {
    const before = isSame ? this.#current : this.#dropPerson()
    if (login.person !== undefined) this.#identifying = login.token
    this.#change({ ...before, ...login, state: 'in' })
  }

  /** Takes over the profile that the server has named. */
  takeProfile(profile: Profile | null, person: string | null): void {
    const current = this.#current
    // The login may have ended while the call was under way.
    if (current.state === 'in' || current.state === 'expired') this.#change({ ...current, profile, person })
  }

  /** Opens the login over the screen. With a `reason` the session has not ended, and its token stays. */
  expire(reason: string | null = null): void {
    const current = this.#current
    if (current.state !== 'in') return
    this.host.stopRenewals()
    if (reason === null) this.options.memory?.forget()
    const ended = reason === null ? { token: null, reason } : { reason }
    this.#change({ ...current, state: 'expired', refreshToken: null, ...ended })
  }

  /** Demands a new password; null ends the demand. */
  demandPassword(newPassword: SessionSnapshot['newPassword']): void {
    this.#change({ ...this.#current, newPassword })
  }

  /** Counts a refusal of a call because of the person's right. */
  countRefusal(): void {
    this.#change({ ...this.#current, refusals: this.#current.refusals + 1 })
  }

  /**
   * Takes over a token from the host, who vouches for the customer. The screen keeps its input if the person is the
   * same.
   */
  async adopt(token: string): Promise<void> {
    const { state, generation, token: before } = this.#current
    if (token === before) return
    const isSame = () => this.#current.generation === generation
    this.host.adopting = token
    // An element that names nobody has not asked for the person of its token.
    if (state === 'in' && this.#identifying === undefined) {
      const { profile = null, person = null } = await this.identify(before)
      if (isSame()) this.takeProfile(profile, person)
    }
    if (isSame() && (state === 'out' || !this.profile)) await this.openAsHost(token)
    else if (isSame() && !(await this.#switchTo(token, null, null)) && isSame()) this.expire()
    if (this.host.adopting !== token) return
    this.host.adopting = null
    this.tell()
  }

  /** Logs out. `revoke` also revokes the token on the server, which is not ours to do with a token from the host. */
  end({ revoke }: { revoke: boolean }): void {
    this.#leave(revoke)
    this.#change({ ...this.#dropPerson(), state: 'out' })
  }

  /** Restarts for another person: ends the former session at the backend, and begins with the host's present answer. */
  restart(): Promise<void> {
    if (this.#current.state !== 'out') this.#leave(true)
    return this.openAsHost(this.host.adopting)
  }

  /**
   * Leaves the session here without waiting for a server. `revoke` also ends it there: by its token, else by the cookie
   * unless the session is the host's.
   */
  #leave(revoke: boolean): void {
    const isStarting = this.#current.state === 'starting' && this.options.memory
    const token = isStarting ? (this.#identifying ?? null) : this.#current.token
    if (revoke && (token || this.options.memory)) this.#revocation.start({ ...this.requestContext, token })
    this.host.stopRenewals()
    this.options.memory?.forget()
  }

  /** Replaces the token; calls that need a renewal at the same time share one. Returns false if nobody can renew it. */
  renew(): Promise<boolean> {
    if (!this.host.fetchToken && !this.#current.refreshToken) return Promise.resolve(false)
    this.#renewal ??= this.#renewToken().finally(() => (this.#renewal = null))
    return this.#renewal
  }

  async #renewToken(): Promise<boolean> {
    const { generation, refreshToken } = this.#current
    if (this.host.fetchToken) {
      const { token } = await this.tokenOfHost()
      return token !== null && token !== this.#current.token && this.#switchTo(token, null, null)
    }
    const renewed = await renewedToken(this, refreshToken ?? '')
    if (!renewed || this.#current.generation !== generation || this.#current.state !== 'in') return false
    this.enter({ token: renewed.access_token, refreshToken: renewed.refresh_token ?? null })
    this.options.memory?.remember(renewed.access_token)
    return true
  }

  /**
   * Logs a person in; waiting calls go on if the person is the same. Returns false, and changes nothing, if a token of
   * the host's is nobody's or came too late.
   */
  async #switchTo(token: string, refreshToken: string | null, customerNumber: string | null): Promise<boolean> {
    const before = this.#current
    const found = before.profile && (await this.identify(token))
    const isRefused = customerNumber === null && found?.reason === 'refused'
    if (this.#current.generation !== before.generation || isRefused) return false
    const { profile = null, person = null } = found ?? {}
    const login = { token, refreshToken, customerNumber, person, profile, newPassword: null }
    this.options.memory?.remember(token)
    this.enter(login, isSamePerson(before, login) && this.#current.state !== 'out')
    return true
  }

  /**
   * Asks the server for the person of a token, or of its cookie.
   *
   * @param first the question that the first paint has asked; its answer counts if the token is the same
   */
  async identify(token: string | null, first: FirstIdentity | null = null): Promise<Identification> {
    if (this.#current.state === 'starting') {
      this.#identifying = token
      this.tell()
    }
    const asked = await first
    if (asked?.token === token) return asked.answer
    return identifyPerson({ ...this.requestContext, token })
  }

  /** Asks the host for a token. */
  async tokenOfHost(hostAnswer: HostAnswer = null) {
    const answer = await this.host.ask(hostAnswer)
    this.#openError = answer.error
    return answer
  }

  /**
   * Returns the state without a person. It has another generation, so that waiting calls are never made for somebody
   * else.
   */
  #dropPerson(): Nobody {
    this.#identifying = undefined
    this.#openError = null
    return { ...nobody, generation: this.#current.generation + 1 }
  }

  /** Ends the start without a person, in the same generation. */
  #changeToNobody(): void {
    this.#change({ ...nobody, generation: this.#current.generation, state: 'out' })
  }

  readonly #change = this.#store.set

  /** Tells the listeners that a part of the session outside of its state has changed. */
  tell(): void {
    this.#change(this.#current)
  }
}
