import { BusinessError } from '@customer-center/contract/envelope'
import { getToken, personHeader, type Token, type TokenForm } from '@customer-center/contract/session'
import { abortable } from './abortable.ts'
import { CallError } from './call-error.ts'
import type { FieldCodes } from './fields.ts'
import { type Profile, profileEndpoint, profileQuery, readProfile } from './profile.ts'
import { type PrefetchedResponse, request, type RequestContext } from './request.ts'
import { Revocation } from './revocation.ts'

/** `starting`: a cookie may know the person. `expired`: the login opens over the screen, which keeps its input. */
export type SessionState = 'starting' | 'in' | 'out' | 'expired'

/** What React reads. A new `generation` means that somebody else may be logged in, and that all data is dropped. */
interface SessionSnapshot {
  readonly state: SessionState
  readonly generation: number
  /** Set while the server answers nothing else before the person has chosen a password; `reason` is its sentence, if it gave one. */
  readonly newPassword: { readonly reason: string | null } | null
  /** How often the server has refused what the screen offered: the person's right may have changed. */
  readonly refusals: number
}

export interface SessionOptions {
  readonly api: string
  readonly version: string
  readonly appKey: string
  readonly fieldCodes: FieldCodes
  /** Stores the token in development; production stores none that a script can read. */
  readonly storeToken?: ((token: string | null) => void) | undefined
}

/** The person behind a token. */
interface Identity {
  readonly profile: Profile
  readonly person: string | null
}

interface WaitingCall {
  resolve: () => void
  reject: (reason: unknown) => void
}

/** Who is logged in: for one element, or for all elements of a page that use the same API without a token of their own. */
export class Session {
  #snapshot: SessionSnapshot = { state: 'out', generation: 0, newPassword: null, refusals: 0 }
  #token: string | null = null
  #refreshToken: string | null = null
  /** As typed into the login; null if a cookie or the host identified the person. */
  #customerNumber: string | null = null
  /** The cookie's person must not be named before the generated password is changed. */
  #passwordMustChange = false
  #renewal: Promise<boolean> | null = null
  #waiting = new Set<WaitingCall>()
  #listeners = new Set<() => void>()
  /** The server's mark of the person whom {@link profile} names; null if it gives none. */
  #person: string | null = null
  readonly #options: SessionOptions
  readonly #revocation: Revocation
  /** `de-at` and the like, sent with the login. */
  locale = ''
  /** The person whose data is on the screen, as last read from the server; null until that is known. */
  profile: Profile | null = null
  /** The last request for this person's profile, pending or settled: whoever needs the profile next shares it. */
  profileRequest: Promise<Profile> | null = null

  constructor(options: SessionOptions) {
    this.#options = options
    this.#revocation = new Revocation(options.api)
  }

  get token(): string | null {
    return this.#token
  }

  get requestContext(): RequestContext {
    const { api, version } = this.#options
    return { api, version, token: this.#token, person: this.#person }
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
    if (this.#revocation.pending) return this.#revocation.start(this.requestContext)
    this.#update({ state: 'starting' })
    const identity = await this.#identify(this.#token, prefetched)
    if (this.#snapshot.state !== 'starting') return
    this.profile = identity?.profile ?? null
    this.#person = identity?.person ?? null
    this.#update({ state: identity || this.#passwordMustChange ? 'in' : 'out' })
  }

  /** Logs in by the form. Throws CallError, and leaves the session as it was then. */
  async login(credentials: Pick<TokenForm, 'customerNumber' | 'userName' | 'password'>): Promise<void> {
    const token = await this.#requestToken(credentials)
    this.#revocation.cancel()
    await this.#switchTo(token.access_token, token.refresh_token ?? null, credentials.customerNumber ?? '')
  }

  /** Takes over a token from the host, who vouches for the customer. The screen keeps its input if the person is the same. */
  async adoptToken(token: string): Promise<void> {
    await this.#switchTo(token, null, null)
  }

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
    this.profile = { ...this.profile, emailAddress }
    this.#clearTokens()
    this.#update({ state: 'expired' })
  }

  /** After a 401 to a call with `token`: resolves when the call may be repeated, throws if it must not. */
  async restore(token: string | null, renewable: boolean, signal?: AbortSignal): Promise<void> {
    if (this.#snapshot.state === 'out') throw new CallError('refused', { status: 401 })
    if (this.#snapshot.state === 'in' && this.#token !== token) return
    if (renewable && this.#refreshToken) {
      this.#renewal ??= this.#renew(this.#refreshToken).finally(() => (this.#renewal = null))
      if (await abortable(this.#renewal, signal)) return
    }
    if (this.#snapshot.state === 'in') {
      this.#clearTokens()
      this.#update({ state: 'expired' })
    }
    await this.#wait(signal)
  }

  /** After a refusal that demands a new password: resolves when there is one, and the call may be repeated. */
  async awaitNewPassword(reason: string | null, signal?: AbortSignal): Promise<void> {
    if (this.#snapshot.state === 'out') throw new CallError('refused', { status: 401 })
    if (!this.#snapshot.newPassword) this.#update({ newPassword: { reason } })
    await this.#wait(signal)
  }

  /** The server refused a call because of the person's right. */
  readonly countRefusal = (): void => this.#update({ refusals: this.#snapshot.refusals + 1 })

  /** The person has chosen a password: calls that waited for it go on. */
  readonly newPasswordChosen = (): void => {
    this.#update({ newPassword: null })
    for (const call of this.#takeWaiting()) call.resolve()
  }

  /**
   * Waiting calls go on if the person is the same. One e-mail address may belong to two customers: the server's mark tells them
   * apart. Without a mark the login must name the same customer as before, and where that is unknown, losing the input is
   * better than saving it for somebody else.
   */
  async #switchTo(token: string, refreshToken: string | null, customerNumber: string | null): Promise<void> {
    const { profile: before } = this
    const mark = this.#person
    const identity = before && (await this.#identify(token))
    const after = identity?.profile ?? null
    const person = identity?.person ?? null
    const namedSame = customerNumber === null || (customerNumber !== '' && customerNumber === this.#customerNumber)
    const sameCustomer = mark !== null && person !== null ? mark === person : namedSame
    const same = sameCustomer && before !== null && before.emailAddress === after?.emailAddress
    this.#token = token
    this.#refreshToken = refreshToken
    this.#customerNumber = customerNumber
    this.#options.storeToken?.(token)
    if (!same || this.#snapshot.state === 'out') this.#dropPerson()
    this.profile = after
    this.#person = person
    this.#update({ state: 'in', newPassword: null })
    for (const call of this.#takeWaiting()) call.resolve()
  }

  /** Null if the token is nobody's, or if that could not be found out. */
  async #identify(token: string | null, prefetched: PrefetchedResponse | null = null): Promise<Identity | null> {
    const { fieldCodes } = this.#options
    const query = profileQuery(fieldCodes)
    let person: string | null = null
    const onHeaders = (headers: Headers) => void (person = headers.get(personHeader))
    const context = { ...this.requestContext, token, person: null }
    return request(context, profileEndpoint, { query, onHeaders, prefetched }).then(
      (wire) => ({ profile: readProfile(fieldCodes, wire), person }),
      (error: unknown) => {
        this.#passwordMustChange = error instanceof CallError && error.restCode === BusinessError.passwordMustChange
        return null
      }
    )
  }

  async #renew(refreshToken: string): Promise<boolean> {
    try {
      const token = await this.#requestToken({ refreshToken })
      this.#token = token.access_token
      this.#refreshToken = token.refresh_token ?? null
      this.#options.storeToken?.(this.#token)
      return true
    } catch (error) {
      // Only a refusal ends the session: without a network nobody knows whether it has ended.
      if (error instanceof CallError && [400, 401, 403].includes(error.status)) return false
      throw error
    }
  }

  async #requestToken(form: TokenForm): Promise<Token> {
    const body = { ...form, appKey: this.#options.appKey, clientLocale: this.locale, getRefreshToken: 'true' }
    const token = await request({ ...this.requestContext, token: null }, getToken, { body })
    if (!token?.access_token) throw new CallError('unreadable', { status: 200 })
    return token
  }

  async #wait(signal?: AbortSignal): Promise<void> {
    let call: WaitingCall | undefined
    const login = new Promise<void>((resolve, reject) => this.#waiting.add((call = { resolve, reject })))
    try {
      await abortable(login, signal)
    } finally {
      if (call) this.#waiting.delete(call)
    }
  }

  #clearTokens(): void {
    this.#token = null
    this.#refreshToken = null
    this.#options.storeToken?.(null)
  }

  /** A person's waiting calls must never be made on behalf of another. */
  #dropPerson(): void {
    this.profile = null
    this.profileRequest = null
    this.#person = null
    this.#snapshot = { ...this.#snapshot, generation: this.#snapshot.generation + 1, newPassword: null }
    for (const call of this.#takeWaiting()) call.reject(new CallError('refused', { status: 401 }))
  }

  #takeWaiting(): WaitingCall[] {
    const calls = [...this.#waiting]
    this.#waiting.clear()
    return calls
  }

  #update(part: Partial<SessionSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...part }
    for (const listener of this.#listeners) listener()
  }
}
