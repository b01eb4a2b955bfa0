import { personHeader, type Token, type TokenForm } from '@customer-center/contract/session'
import type { FetchToken } from '../types/elements.ts'
import { abortable } from './abortable.ts'
import { CallError } from './call-error.ts'
import { identify } from './identify.ts'
import type { Profile } from './profile.ts'
import type { PrefetchedResponse, RequestContext } from './request.ts'
import { requestToken } from './request-token.ts'
import { Revocation } from './revocation.ts'
import type { SessionOptions, SessionSnapshot } from './session-state.ts'
import { WaitingCalls } from './waiting-calls.ts'

/** Who is logged in: for one element, or for all elements of a page that use the same API without a token of their own. */
export class Session {
  #snapshot: SessionSnapshot = { state: 'out', generation: 0, newPassword: null, refusals: 0, identified: false }
  #token: string | null = null
  #refreshToken: string | null = null
  /** As typed into the login; null if a cookie or the host identified the person. */
  #customerNumber: string | null = null
  #renewal: Promise<boolean> | null = null
  readonly #waiting = new WaitingCalls()
  #listeners = new Set<() => void>()
  /** The server's mark of the person whom {@link profile} names; null if it gives none. */
  #person: string | null = null
  readonly #options: SessionOptions
  readonly #revocation: Revocation
  /** `de-at` and the like, sent with the login. */
  locale = ''
  /** Asks the host for a token; null if the host provides none. */
  fetchToken: FetchToken | null = null
  #renewalTimer = 0
  /** Why it could not be found out at the start who is logged in; null if it could. */
  openError: Error | null = null
  #profile: Profile | null = null
  /** The last request for this person's profile, pending or settled: whoever needs the profile next shares it. */
  profileRequest: Promise<Profile> | null = null

  constructor(options: SessionOptions) {
    this.#options = options
    this.#revocation = new Revocation(options.api)
  }

  /** The person whose data is on the screen, as last read from the server; null until that is known. */
  get profile(): Profile | null {
    return this.#profile
  }

  /** Takes over what the server has said about the person. */
  readonly setProfile = (profile: Profile): void => {
    this.#profile = profile
    this.openError = null
    if (!this.#snapshot.identified) this.#update({ identified: true })
  }

  get token(): string | null {
    return this.#token
  }

  get requestContext(): RequestContext {
    const { api, version, idempotencyKeys } = this.#options
    return { api, version, token: this.#token, person: this.#person, idempotencyKeys }
  }

  /** Takes the mark from the answer that names the person. */
  readonly readPerson = (headers: Headers): void => {
    this.#person = headers.get(personHeader)
  }

  readonly snapshot = (): SessionSnapshot => this.#snapshot

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Asks once whether the server's cookie still knows the person, as after a reload; not if that person has logged out. */
  async open(prefetched: PrefetchedResponse | null = null): Promise<void> {
    const { memory } = this.#options
    if (this.#revocation.pending) return this.#revocation.start(this.requestContext)
    if (!prefetched && memory?.mayBeLoggedIn() === false) return
    this.#update({ state: 'starting' })
    const token = memory?.token() ?? null
    const identity = await this.#identify(token, prefetched)
    if (this.#snapshot.state !== 'starting') return
    this.#openAs(token, identity, 'out')
    if (identity.reason === 'refused') memory?.forget()
  }

  /** Begins with a token of the host's, or asks it for one. */
  async openAsHost(given: string | null, prefetched: PrefetchedResponse | null = null): Promise<void> {
    this.#update({ state: 'starting' })
    let token = given ?? (await this.#tokenOfHost())
    let identity = token === null ? null : await this.#identify(token, prefetched)
    if (given !== null && identity?.reason === 'refused') {
      token = (await this.#tokenOfHost()) ?? given
      if (token !== given) identity = await this.#identify(token)
    }
    if (this.#snapshot.state !== 'starting') return
    if (identity === null) this.#update({ state: 'out' })
    else this.#openAs(token, identity, 'expired')
  }

  #openAs(token: string | null, identity: Awaited<ReturnType<typeof identify>>, refused: 'out' | 'expired'): void {
    if (identity.profile) {
      this.#profile = identity.profile
      this.#person = identity.person
      return this.enter(token)
    }
    if (identity.reason === 'refused') return this.#update({ state: refused })
    if (identity.reason === 'failed') this.openError = identity.error
    // Whether a host's token is good is asked again by the screen, which says what fails; without one there is the login.
    if (identity.reason === 'failed' && token === null) this.#update({ state: 'out' })
    else this.enter(token)
  }

  /** Begins without asking whose token it is. */
  enter(token: string | null): void {
    this.#token = token
    this.#update({ state: 'in', identified: this.#profile !== null })
    this.#waiting.continueAll()
  }

  /** Logs in by the form. Throws CallError, and leaves the session as it was then. */
  async login(credentials: Pick<TokenForm, 'customerNumber' | 'userName' | 'password' | 'passkey'>): Promise<void> {
    const token = await this.#requestToken(credentials)
    this.#revocation.cancel()
    await this.#switchTo(token.access_token, token.refresh_token ?? null, credentials.customerNumber ?? '')
  }

  /** Takes over a token from the host, who vouches for the customer. The screen keeps its input if the person is the same. */
  async adoptToken(token: string): Promise<void> {
    if (this.#snapshot.state === 'out' || !this.profile) await this.openAsHost(token)
    else await this.#switchTo(token, null, null)
  }

  /** When the session has ended, or the element is gone. */
  readonly stopRenewals = (): void => clearTimeout(this.#renewalTimer)

  /** Logs out. `revoke` also revokes the token on the server, which is not ours to do with a token from the host. */
  end({ revoke }: { revoke: boolean }): void {
    const { requestContext } = this
    // Nobody who logs out has to wait for a server that may not answer.
    if (revoke) this.#revocation.start(requestContext)
    this.#clearTokens()
    this.#dropPerson()
    this.#update({ state: 'out' })
  }

  /**
   * The person changed their own address, with which the server has ended the session: the screen keeps its input until they
   * have logged in with the new one.
   */
  changeEmailAddress(emailAddress: string): void {
    if (this.#snapshot.state !== 'in' || !this.profile) return
    this.#profile = { ...this.profile, emailAddress }
    this.#clearTokens()
    this.#update({ state: 'expired' })
  }

  /** After a 401 to a call with `token`: resolves when the call may be repeated, throws if it must not. */
  async restore(token: string | null, renewable: boolean, signal?: AbortSignal): Promise<void> {
    if (this.#snapshot.state === 'out') throw new CallError('refused', { status: 401 })
    if (this.#snapshot.state === 'in' && this.#token !== token) return
    const { generation } = this.#snapshot
    if (renewable && (await abortable(this.#renewOnce(), signal))) {
      if (this.#snapshot.generation === generation) return
      // The host's token is somebody else's by now.
      throw new CallError('refused', { status: 401 })
    }
    if (this.#snapshot.state === 'in') {
      this.#clearTokens()
      this.#update({ state: 'expired' })
    }
    await this.#waiting.wait(signal)
  }

  /** After a refusal that demands a new password: resolves when there is one, and the call may be repeated. */
  async awaitNewPassword(reason: string | null, signal?: AbortSignal): Promise<void> {
    if (this.#snapshot.state === 'out') throw new CallError('refused', { status: 401 })
    if (!this.#snapshot.newPassword) this.#update({ newPassword: { reason } })
    await this.#waiting.wait(signal)
  }

  /** The server refused a call because of the person's right. */
  readonly countRefusal = (): void => this.#update({ refusals: this.#snapshot.refusals + 1 })

  /** The person has chosen a password: calls that waited for it go on. */
  readonly newPasswordChosen = (): void => {
    this.#update({ newPassword: null })
    this.#waiting.continueAll()
  }

  /**
   * Waiting calls go on if the person is the same. One e-mail address may belong to two customers: the server's mark tells them
   * apart. Without a mark the login must name the same customer as before, and where that is unknown, losing the input is
   * better than saving it for somebody else.
   */
  async #switchTo(token: string, refreshToken: string | null, customerNumber: string | null): Promise<void> {
    const { profile: before } = this
    const mark = this.#person
    const found = before && (await this.#identify(token))
    const after = found?.profile ?? null
    const person = found?.person ?? null
    const namedSame = customerNumber === null || (customerNumber !== '' && customerNumber === this.#customerNumber)
    const sameCustomer = mark !== null && person !== null ? mark === person : namedSame
    const same = sameCustomer && before !== null && before.emailAddress === after?.emailAddress
    this.#token = token
    this.#refreshToken = refreshToken
    this.#customerNumber = customerNumber
    this.#options.memory?.remember(token)
    if (!same || this.#snapshot.state === 'out') this.#dropPerson()
    this.#profile = after
    this.#person = person
    this.#update({ state: 'in', newPassword: null, identified: after !== null })
    this.#waiting.continueAll()
  }

  #identify(token: string | null, prefetched: PrefetchedResponse | null = null): ReturnType<typeof identify> {
    return identify({ ...this.requestContext, token }, this.#options.fieldCodes, prefetched)
  }

  /** Replaces the token; calls that need it at the same time share one renewal. False if nobody can. */
  #renewOnce(): Promise<boolean> {
    if (!this.fetchToken && !this.#refreshToken) return Promise.resolve(false)
    this.#renewal ??= this.#renew().finally(() => (this.#renewal = null))
    return this.#renewal
  }

  /** A failure is told by the next call, which the server refuses. */
  readonly #renewInTime = (): void => void this.#renewOnce().catch(() => undefined)

  async #renew(): Promise<boolean> {
    if (this.fetchToken) {
      const given = await this.#tokenOfHost()
      if (given === null || given === this.#token) return false
      await this.#switchTo(given, null, null)
      return true
    }
    try {
      const token = await this.#requestToken({ refreshToken: this.#refreshToken ?? '' })
      this.#token = token.access_token
      this.#refreshToken = token.refresh_token ?? null
      this.#options.memory?.remember(this.#token)
      return true
    } catch (error) {
      // Only a refusal ends the session: without a network nobody knows whether it has ended.
      if (error instanceof CallError && [400, 401, 403].includes(error.status)) return false
      throw error
    }
  }

  /** Null as well if the host fails, which is reported to its page. */
  async #tokenOfHost(): Promise<string | null> {
    if (!this.fetchToken) return null
    try {
      const { requestHostToken } = await import('./host-token.ts')
      const { token, renewInMs } = await requestHostToken(this.fetchToken)
      this.stopRenewals()
      if (renewInMs !== null) this.#renewalTimer = window.setTimeout(this.#renewInTime, renewInMs)
      return token
    } catch (error) {
      this.openError = error instanceof Error ? error : new Error(String(error))
      reportError(this.openError)
      return null
    }
  }

  #requestToken(form: TokenForm): Promise<Token> {
    return requestToken(this.requestContext, { ...form, appKey: this.#options.appKey, clientLocale: this.locale })
  }

  #clearTokens(): void {
    this.#token = null
    this.#refreshToken = null
    this.stopRenewals()
    this.#options.memory?.forget()
  }

  /** A person's waiting calls must never be made on behalf of another. */
  #dropPerson(): void {
    this.#profile = null
    this.profileRequest = null
    this.#person = null
    const generation = this.#snapshot.generation + 1
    this.#snapshot = { ...this.#snapshot, generation, newPassword: null, identified: false }
    this.#waiting.refuseAll()
  }

  #update(part: Partial<SessionSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...part }
    for (const listener of this.#listeners) listener()
  }
}
