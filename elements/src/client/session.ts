import { BusinessError } from '@customer-center/contract/envelope'
import { getToken, personHeader, type Token, type TokenForm } from '@customer-center/contract/session'
import { abortable } from './abortable.ts'
import { CallError } from './call-error.ts'
import type { FieldCodes } from './fields.ts'
import { type Profile, profileEndpoint, profileQuery, readProfile } from './profile.ts'
import { type EarlyCall, request, type Way } from './request.ts'
import { Revocation } from './revocation.ts'

/** `starting`: a cookie may know the person. `expired`: the login opens over the screen, which keeps its input. */
export type SessionState = 'starting' | 'in' | 'out' | 'expired'

/** What React reads; `generation` changes whenever somebody else may be logged in, and with it all data is dropped. */
export interface SessionView {
  readonly state: SessionState
  readonly generation: number
  /** The server answers nothing before the person has chosen a password of their own. */
  readonly newPassword: NewPasswordDemand | null
  /** How often the server has refused what the screen offered: the person's right may have changed. */
  readonly refusals: number
}

/** Its sentence, or null if the server gave none. */
interface NewPasswordDemand {
  readonly reason: string | null
}

export interface SessionOptions {
  readonly api: string
  readonly version: string
  readonly appKey: string
  readonly fieldCodes: FieldCodes
  /** Where development keeps the token; production keeps none that a script can read. */
  readonly keep?: (token: string | null) => void
  /** What was asked before this code was here. */
  readonly early?: EarlyCall | null
}

/** Who is behind a token. */
interface Identified {
  readonly profile: Profile
  readonly person: string | null
}

interface Waiting {
  resolve: () => void
  reject: (reason: unknown) => void
}

/** Who is logged in, for one element or for all elements of a page that speak to the same API without an own token. */
export class Session {
  #view: SessionView = { state: 'out', generation: 0, newPassword: null, refusals: 0 }
  #token: string | null = null
  #refreshToken: string | null = null
  /** As typed into the login; null if a cookie or the host said who it is. */
  #customerNumber: string | null = null
  /** Somebody is behind the cookie who may not be named before the generated password is changed. */
  #passwordMustChange = false
  #renewal: Promise<boolean> | null = null
  #waiting = new Set<Waiting>()
  #listeners = new Set<() => void>()
  #early: EarlyCall | null
  /** The server's mark of the person whom {@link profile} names; null if it gives none. */
  #person: string | null = null
  readonly #options: SessionOptions
  readonly #revocation: Revocation
  /** `de-at` and the like, sent with the login. */
  locale = ''
  /** The person whose data is on the screen, as the session learned it last; null until it is known. */
  profile: Profile | null = null

  constructor(options: SessionOptions) {
    this.#options = options
    this.#early = options.early ?? null
    this.#revocation = new Revocation(options.api)
  }

  get token(): string | null {
    return this.#token
  }

  get way(): Way {
    const { api, version } = this.#options
    return { api, version, token: this.#token, person: this.#person, early: this.#takeEarly }
  }

  /** Learns the mark from the answer that names the person. */
  readonly hearPerson = (headers: Headers): void => {
    this.#person = headers.get(personHeader)
  }

  readonly #takeEarly = (url: string, token: string | null): EarlyCall | null => {
    const early = this.#early
    if (early?.url !== url || early.token !== token) return null
    this.#early = null
    return early
  }

  readonly view = (): SessionView => this.#view

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Asks once whether the server's cookie still knows the person, as after a reload; not if that person has logged out. */
  async open(): Promise<void> {
    if (this.#revocation.pending) return this.#revocation.begin(this.way)
    this.#show('starting')
    const found = await this.#identify(this.#token)
    if (this.#view.state !== 'starting') return
    this.profile = found?.profile ?? null
    this.#person = found?.person ?? null
    this.#show(found || this.#passwordMustChange ? 'in' : 'out')
  }

  /** Logs in by the form. Throws CallError; the session is as before then. */
  async login(credentials: Pick<TokenForm, 'customerNumber' | 'userName' | 'password'>): Promise<void> {
    const token = await this.#ask(credentials)
    this.#revocation.cancel()
    await this.#become(token.access_token, token.refresh_token ?? null, credentials.customerNumber ?? '')
  }

  /** Takes over a token of the host's, who vouches for the customer. The screen keeps its input if the person is the same. */
  async adopt(token: string): Promise<void> {
    await this.#become(token, null, null)
  }

  /** Logs out; `revoke` also kills the token on the server, which a token of the host's is not ours to do. */
  end({ revoke }: { revoke: boolean }): void {
    const { way } = this
    // Whoever leaves is not kept waiting for a server that may not answer.
    if (revoke) this.#revocation.begin(way)
    this.#forget()
    this.#drop()
    this.#show('out')
  }

  /**
   * The person's own address was changed, with which the server has ended the session: the screen keeps its input for whoever logs
   * in with the new one.
   */
  readdress(emailAddress: string): void {
    if (this.#view.state !== 'in' || !this.profile) return
    this.profile = { ...this.profile, emailAddress }
    this.#forget()
    this.#show('expired')
  }

  /** After a 401 to a call with `token`: returns when the call may be made again. Throws if it must not. */
  async restore(token: string | null, renewable: boolean, signal?: AbortSignal): Promise<void> {
    if (this.#view.state === 'out') throw new CallError('refused', { status: 401 })
    if (this.#view.state === 'in' && this.#token !== token) return
    if (renewable && this.#refreshToken) {
      this.#renewal ??= this.#renew(this.#refreshToken).finally(() => (this.#renewal = null))
      if (await abortable(this.#renewal, signal)) return
    }
    if (this.#view.state === 'in') {
      this.#forget()
      this.#show('expired')
    }
    await this.#wait(signal)
  }

  /** After a refusal until there is another password: returns when there is, and the call may be made again. */
  async awaitNewPassword(reason: string | null, signal?: AbortSignal): Promise<void> {
    if (this.#view.state === 'out') throw new CallError('refused', { status: 401 })
    if (!this.#view.newPassword) this.#show(this.#view.state, { reason })
    await this.#wait(signal)
  }

  /** The server refused a call by right. */
  readonly refused = (): void => {
    this.#view = { ...this.#view, refusals: this.#view.refusals + 1 }
    for (const listener of this.#listeners) listener()
  }

  /** The person has chosen a password: what waited for it goes on. */
  readonly newPasswordChosen = (): void => {
    this.#show(this.#view.state, null)
    for (const one of this.#take()) one.resolve()
  }

  /**
   * The waiting calls go on if it is the same person. One e-mail address may belong to two customers: the server's mark tells them
   * apart; without one a login must name the customer of the login before, and where that is unknown the input is rather lost than
   * saved for somebody else.
   */
  async #become(token: string, refreshToken: string | null, customerNumber: string | null): Promise<void> {
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
    this.#options.keep?.(token)
    if (!same || this.#view.state === 'out') this.#drop()
    this.profile = after
    this.#person = person
    this.#show('in', null)
    for (const one of this.#take()) one.resolve()
  }

  /** Null if nobody is behind the token, or if nobody can tell. */
  async #identify(token: string | null): Promise<Identified | null> {
    const { fieldCodes } = this.#options
    const query = profileQuery(fieldCodes)
    let person: string | null = null
    const heard = (headers: Headers) => void (person = headers.get(personHeader))
    return request({ ...this.way, token, person: null }, profileEndpoint, { query, heard }).then(
      (wire) => ({ profile: readProfile(fieldCodes, wire), person }),
      (error: unknown) => {
        this.#passwordMustChange = error instanceof CallError && error.restCode === BusinessError.passwordMustChange
        return null
      }
    )
  }

  async #renew(refreshToken: string): Promise<boolean> {
    try {
      const token = await this.#ask({ refreshToken })
      this.#token = token.access_token
      this.#refreshToken = token.refresh_token ?? null
      this.#options.keep?.(this.#token)
      return true
    } catch (error) {
      // Only a refusal ends the session: without a network nobody knows whether it has ended.
      if (error instanceof CallError && [400, 401, 403].includes(error.status)) return false
      throw error
    }
  }

  async #ask(form: TokenForm): Promise<Token> {
    const body = { ...form, appKey: this.#options.appKey, clientLocale: this.locale, getRefreshToken: 'true' }
    const token = await request({ ...this.way, token: null }, getToken, { body })
    if (!token?.access_token) throw new CallError('unreadable', { status: 200 })
    return token
  }

  async #wait(signal?: AbortSignal): Promise<void> {
    let entry: Waiting | undefined
    const login = new Promise<void>((resolve, reject) => this.#waiting.add((entry = { resolve, reject })))
    try {
      await abortable(login, signal)
    } finally {
      if (entry) this.#waiting.delete(entry)
    }
  }

  #forget(): void {
    this.#token = null
    this.#refreshToken = null
    this.#options.keep?.(null)
  }

  /** Another person's waiting calls must never be made in this one's name. */
  #drop(): void {
    this.profile = null
    this.#person = null
    this.#view = { ...this.#view, generation: this.#view.generation + 1, newPassword: null }
    for (const one of this.#take()) one.reject(new CallError('refused', { status: 401 }))
  }

  #take(): Waiting[] {
    const all = [...this.#waiting]
    this.#waiting.clear()
    return all
  }

  #show(state: SessionState, newPassword = this.#view.newPassword): void {
    this.#view = { ...this.#view, state, newPassword }
    for (const listener of this.#listeners) listener()
  }
}
