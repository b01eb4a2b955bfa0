import { personHeader, type Token, type TokenForm } from '@customer-center/contract/session'
import type { FetchToken } from '../types/elements.ts'
import { abortable } from './abortable.ts'
import { CallError } from './call-error.ts'
import { HostTokens } from './host-tokens.ts'
import { identify } from './identify.ts'
import type { Profile } from './profile.ts'
import type { PrefetchedResponse, RequestContext } from './request.ts'
import { requestToken } from './request-token.ts'
import { Revocation } from './revocation.ts'
import { type SessionOptions, SessionStore } from './session-state.ts'
import { WaitingCalls } from './waiting-calls.ts'

/** Who is logged in: for one element, or for all elements of a page that use the same API without a token of their own. */
export class Session extends SessionStore {
  #token: string | null = null
  #refreshToken: string | null = null
  /** As typed into the login; null if a cookie or the host identified the person. */
  #customerNumber: string | null = null
  #renewal: Promise<boolean> | null = null
  readonly #waiting = new WaitingCalls()
  /** The server's mark of the person whom {@link profile} names; null if it gives none. */
  #person: string | null = null
  readonly #options: SessionOptions
  readonly #revocation: Revocation
  /** `de-at` and the like, sent with the login. */
  locale = ''
  /** A renewal that fails is told by the next call, which the server refuses. */
  readonly host = new HostTokens(() => void this.#renewOnce().catch(() => undefined))
  /** Why it could not be found out at the start who is logged in; null if it could. */
  openError: Error | null = null
  #profile: Profile | null = null
  /** The last request for this person's profile, pending or settled: whoever needs the profile next shares it. */
  profileRequest: Promise<Profile> | null = null

  constructor(options: SessionOptions) {
    super()
    this.#options = options
    this.#revocation = new Revocation(options.api)
  }

  /** The person whose data is on the screen, as last read from the server; null until that is known. */
  get profile(): Profile | null {
    return this.#profile
  }

  /** Takes over what the server has said about the person of a generation, which may have gone meanwhile. */
  readonly setProfile = (profile: Profile, generation: number): void => {
    if (this.current.generation !== generation) return
    this.#profile = profile
    this.openError = null
    if (!this.current.identified) this.update({ identified: true })
  }

  get requestContext(): RequestContext {
    const { api, version, idempotencyKeys } = this.#options
    return { api, version, token: this.#token, person: this.#person, idempotencyKeys }
  }

  /** Takes the mark from the answer that names the person of a generation. */
  readonly readPerson = (headers: Headers, generation: number): void => {
    if (this.current.generation === generation) this.#person = headers.get(personHeader)
  }

  /** Asks once whether the server's cookie still knows the person, as after a reload; not if that person has logged out. */
  async open(prefetched: PrefetchedResponse | null = null): Promise<void> {
    const { memory } = this.#options
    if (this.#revocation.pending) return this.#revocation.start(this.requestContext)
    if (!prefetched && memory?.mayBeLoggedIn() === false) return
    this.update({ state: 'starting' })
    const { generation } = this.current
    const token = memory?.token() ?? null
    const identity = await this.#identify(token, prefetched)
    if (this.current.state !== 'starting' || this.current.generation !== generation) return
    this.#openAs(token, identity, 'out')
    if (identity.reason === 'refused') memory?.forget()
  }

  /**
   * Begins with a token of the host's, or asks it for one.
   *
   * @param asked the answer of the host's function, where it was asked already
   * @param unverified leaves it to the first call whose the token is
   */
  async openAsHost(
    given: string | null,
    prefetched: PrefetchedResponse | null = null,
    asked: ReturnType<FetchToken> | null = null,
    unverified = false
  ): Promise<void> {
    this.#dropPerson()
    this.update({ state: 'starting' })
    const { generation } = this.current
    let token = given ?? (await this.tokenOfHost(asked))
    if (unverified && token !== null && this.current.generation === generation) return this.enter(token)
    let identity = token === null ? null : await this.#identify(token, prefetched)
    if (given !== null && identity?.reason === 'refused') {
      token = (await this.tokenOfHost()) ?? given
      if (token !== given) identity = await this.#identify(token)
    }
    if (this.current.state !== 'starting' || this.current.generation !== generation) return
    if (identity === null) this.update({ state: 'out' })
    else this.#openAs(token, identity, 'expired')
  }

  #openAs(token: string | null, identity: Awaited<ReturnType<typeof identify>>, refused: 'out' | 'expired'): void {
    if (identity.profile) {
      this.#profile = identity.profile
      this.#person = identity.person
      return this.enter(token)
    }
    if (identity.reason === 'refused') return this.update({ state: refused })
    if (identity.reason === 'failed') this.openError = identity.error
    // Whether a host's token is good is asked again by the screen, which says what fails; without one there is the login.
    if (identity.reason === 'failed' && token === null) this.update({ state: 'out' })
    else this.enter(token)
  }

  /** Begins without asking whose token it is. */
  enter(token: string | null): void {
    this.#token = token
    this.update({ state: 'in', identified: this.#profile !== null })
    this.#waiting.continueAll()
  }

  /** Logs in by the form. Throws CallError, and leaves the session as it was then. */
  async login(credentials: Pick<TokenForm, 'customerNumber' | 'userName' | 'password' | 'passkey'>): Promise<void> {
    const { generation } = this.current
    const token = await this.#requestToken(credentials)
    if (this.current.generation !== generation) throw new CallError('refused', { status: 401 })
    this.#revocation.cancel()
    await this.#switchTo(token.access_token, token.refresh_token ?? null, credentials.customerNumber ?? '')
  }

  /** Takes over a token from the host, who vouches for the customer. The screen keeps its input if the person is the same. */
  async adoptToken(token: string): Promise<void> {
    if (token === this.#token) return
    if (this.current.state === 'out' || !this.profile) return this.openAsHost(token)
    if ((await this.#switchTo(token, null, null)) || this.current.state !== 'in') return
    this.#clearTokens()
    this.update({ state: 'expired' })
  }

  /** Whether the person has logged in by the form, and not the host for them. */
  readonly isByForm = (): boolean => this.#customerNumber !== null

  /** Logs out. `revoke` also revokes the token on the server, which is not ours to do with a token from the host. */
  end({ revoke }: { revoke: boolean }): void {
    this.#leave(revoke)
    this.update({ state: 'out' })
  }

  #leave(revoke: boolean): void {
    const { requestContext } = this
    // Nobody has to wait for a server. Without a token it is the cookie's session that ends, which is not that of a host's token.
    if (revoke && (this.#token || this.#options.memory)) this.#revocation.start(requestContext)
    this.#clearTokens()
    this.#customerNumber = null
    this.#dropPerson()
  }

  /** For another person: ends the session before at the backend, and asks the host anew. */
  async restart(): Promise<void> {
    if (this.current.state !== 'out') this.#leave(true)
    if (this.host.fetchToken) await this.openAsHost(null)
    else this.update({ state: 'out' })
  }

  /**
   * The person changed their own address, with which the server has ended the session: the screen keeps its input until they
   * have logged in with the new one.
   */
  changeEmailAddress(emailAddress: string): void {
    if (this.current.state !== 'in' || !this.profile) return
    this.#profile = { ...this.profile, emailAddress }
    this.#clearTokens()
    this.update({ state: 'expired' })
  }

  /** After a 401 to a call with `token`: resolves when the call may be repeated, throws if it must not. */
  async restore(token: string | null, renewable: boolean, signal?: AbortSignal): Promise<void> {
    if (this.current.state === 'out') throw new CallError('refused', { status: 401 })
    if (this.current.state === 'in' && this.#token !== token) return
    const { generation } = this.current
    const renewed = renewable && (await abortable(this.#renewOnce(), signal))
    // The token is somebody else's by now, or nobody's.
    if (this.current.generation !== generation) throw new CallError('refused', { status: 401 })
    if (renewed) return
    if (this.current.state === 'in') {
      this.#clearTokens()
      this.update({ state: 'expired' })
    }
    await this.#waiting.wait(signal)
  }

  /** After a refusal that demands a new password: resolves when there is one, and the call may be repeated. */
  async awaitNewPassword(reason: string | null, signal?: AbortSignal): Promise<void> {
    if (this.current.state === 'out') throw new CallError('refused', { status: 401 })
    if (!this.current.newPassword) this.update({ newPassword: { reason } })
    await this.#waiting.wait(signal)
  }

  /** The server refused a call because of the person's right. */
  readonly countRefusal = (): void => this.update({ refusals: this.current.refusals + 1 })

  /** The person has chosen a password: calls that waited for it go on. */
  readonly newPasswordChosen = (): void => {
    this.update({ newPassword: null })
    this.#waiting.continueAll()
  }

  /**
   * Waiting calls go on if the person is the same. One e-mail address may belong to two customers: the server's mark tells them
   * apart. Without a mark the login must name the same customer as before, and where that is unknown, losing the input is
   * better than saving it for somebody else. False if a token of the host's is nobody's, or came too late: then all stays.
   */
  async #switchTo(token: string, refreshToken: string | null, customerNumber: string | null): Promise<boolean> {
    const { profile: before } = this
    const { generation } = this.current
    const mark = this.#person
    const found = before && (await this.#identify(token))
    const isRefused = customerNumber === null && found?.reason === 'refused'
    if (this.current.generation !== generation || isRefused) return false
    const after = found?.profile ?? null
    const person = found?.person ?? null
    const namedSame = customerNumber === null || (customerNumber !== '' && customerNumber === this.#customerNumber)
    const sameCustomer = mark !== null && person !== null ? mark === person : namedSame
    const same = sameCustomer && before !== null && before.emailAddress === after?.emailAddress
    this.#token = token
    this.#refreshToken = refreshToken
    this.#customerNumber = customerNumber
    this.#options.memory?.remember(token)
    if (!same || this.current.state === 'out') this.#dropPerson()
    this.#profile = after
    this.#person = person
    this.update({ state: 'in', newPassword: null, identified: after !== null })
    this.#waiting.continueAll()
    return true
  }

  readonly #identify = (
    token: string | null,
    prefetched: PrefetchedResponse | null = null
  ): ReturnType<typeof identify> => identify({ ...this.requestContext, token }, this.#options.fieldCodes, prefetched)

  /** Replaces the token; calls that need it at the same time share one renewal. False if nobody can. */
  #renewOnce(): Promise<boolean> {
    if (!this.host.fetchToken && !this.#refreshToken) return Promise.resolve(false)
    this.#renewal ??= this.#renew().finally(() => (this.#renewal = null))
    return this.#renewal
  }

  async #renew(): Promise<boolean> {
    if (this.host.fetchToken) {
      const given = await this.tokenOfHost()
      return given !== null && given !== this.#token && this.#switchTo(given, null, null)
    }
    const { generation } = this.current
    try {
      const token = await this.#requestToken({ refreshToken: this.#refreshToken ?? '' })
      if (this.current.generation !== generation) return false
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
  readonly tokenOfHost = (asked?: ReturnType<FetchToken> | null): Promise<string | null> =>
    this.host.ask(asked).catch((error: unknown) => {
      reportError((this.openError = error instanceof Error ? error : new Error(String(error))))
      return null
    })

  readonly #requestToken = (form: TokenForm): Promise<Token> =>
    requestToken(this.requestContext, { ...form, appKey: this.#options.appKey, clientLocale: this.locale })

  #clearTokens(): void {
    this.#token = null
    this.#refreshToken = null
    this.host.stopRenewals()
    this.#options.memory?.forget()
  }

  /** A person's waiting calls must never be made on behalf of another. */
  #dropPerson(): void {
    this.#profile = null
    this.profileRequest = null
    this.#person = null
    this.openError = null
    const generation = this.current.generation + 1
    this.current = { ...this.current, generation, newPassword: null, identified: false }
    this.#waiting.refuseAll()
  }
}
