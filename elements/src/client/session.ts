import type { FetchToken } from '../types/elements.ts'
import { HostTokens } from './host-tokens.ts'
import { identify } from './identify.ts'
import type { Profile } from './profile.ts'
import type { PrefetchedResponse, RequestContext } from './request.ts'
import { Revocation } from './revocation.ts'
import type { SessionLogin, SessionOptions, SessionSnapshot, SessionWork } from './session-state.ts'

/** The members that end with a person. */
const nobody = {
  token: null,
  refreshToken: null,
  customerNumber: null,
  person: null,
  profile: null,
  newPassword: null,
  openError: null,
  asked: null,
  reason: undefined,
  profileRequest: null
}

/**
 * A login: of one element, or of all elements of a page that use the same API without a token of their own. Its state
 * is read by `snapshot`, and changed by the methods here alone. `session-changes.ts` calls those that follow the start.
 */
export class Session {
  readonly options: SessionOptions
  readonly revocation: Revocation
  readonly host = new HostTokens()
  #current: SessionSnapshot = { ...nobody, state: 'out', generation: 0, refusals: 0 }
  readonly #listeners = new Set<() => void>()

  constructor(options: SessionOptions) {
    this.options = options
    this.revocation = new Revocation(options.api)
  }

  readonly snapshot = (): SessionSnapshot => this.#current

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  until(test: (snapshot: SessionSnapshot) => boolean): Promise<void> {
    return new Promise((resolve) => {
      const listener = () => {
        if (test(this.#current) && this.#listeners.delete(listener)) resolve()
      }
      this.#listeners.add(listener)
      listener()
    })
  }

  /** The person whose data is on the screen; null until that is known. */
  get profile(): Profile | null {
    return this.#current.profile
  }

  get requestContext(): RequestContext {
    const { api, apiVersion: version, idempotencyKeys } = this.options
    return { api, version, token: this.#current.token, person: this.#current.person, idempotencyKeys }
  }

  /** Asks once whether the server's cookie still knows the person, as after a reload; not if that person has logged out. */
  async open(prefetched: PrefetchedResponse | null = null): Promise<void> {
    const { memory } = this.options
    if (this.revocation.pending) return this.revocation.start(this.requestContext)
    if (!prefetched && memory?.mayBeLoggedIn() === false) return
    this.#change({ state: 'starting' })
    const { generation } = this.#current
    const token = memory?.token() ?? null
    const identity = await this.identify(token, prefetched)
    if (this.#current.state !== 'starting' || this.#current.generation !== generation) return
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
    this.#change({ ...this.#dropPerson(), state: 'starting' })
    const { generation } = this.#current
    let token = given ?? (await this.tokenOfHost(asked))
    if (unverified && token !== null && this.#current.generation === generation) return this.enter({ token })
    let identity = token === null ? null : await this.identify(token, prefetched)
    if (given !== null && identity?.reason === 'refused') {
      token = (await this.tokenOfHost()) ?? given
      if (token !== given) identity = await this.identify(token)
    }
    if (this.#current.state !== 'starting' || this.#current.generation !== generation) return
    if (identity) this.#openAs(token, identity, 'expired')
    else this.#change({ state: 'out' })
  }

  #openAs(token: string | null, identity: Awaited<ReturnType<typeof identify>>, refused: 'out' | 'expired'): void {
    const { profile = null, person = null, reason } = identity
    if (reason === 'refused') return this.#change({ state: refused })
    if (reason === 'failed') {
      this.note({ openError: identity.error })
      // The screen checks a host's token again and shows the failure; without a token there is the login.
      if (token === null) return this.#change({ state: 'out' })
    }
    this.enter({ token, profile, person })
  }

  /**
   * Begins or continues a login.
   *
   * @param isSame whether waiting calls may go on; otherwise they are never made on behalf of this person
   */
  enter(login: Partial<SessionLogin & Pick<SessionSnapshot, 'asked' | 'newPassword'>>, isSame = true): void {
    this.#change({ ...(!isSame && this.#dropPerson()), ...login, state: 'in' })
  }

  /** Takes over the profile that the server has named. */
  takeProfile(profile: Profile | null, person: string | null): void {
    // A call that was under way while the login ended.
    if (this.#current.state === 'out') return
    this.#change({ profile, person, openError: null })
  }

  /** Opens the login over the screen; `reason` where the session has not ended. */
  expire(reason?: string): void {
    if (this.#current.state !== 'in') return
    this.#forget()
    this.#change({ state: 'expired', token: null, refreshToken: null, reason })
  }

  /** Demands a new password; null when there is one. */
  demandPassword(newPassword: SessionSnapshot['newPassword']): void {
    this.#change({ newPassword })
  }

  /** Counts a refusal of a call because of the person's right. */
  countRefusal(): void {
    this.#change({ refusals: this.#current.refusals + 1 })
  }

  /** Covers the screen while the page is asked who is logged in; null when it has answered. */
  ask(asking: number | null): void {
    this.#change({ asking })
  }

  /** Logs out. `revoke` also revokes the token on the server, which is not ours to do with a token from the host. */
  end({ revoke }: { revoke: boolean }): void {
    this.#revoke(revoke)
    this.#change({ ...this.#dropPerson(), state: 'out' })
  }

  /** Begins for another person: ends the session before at the backend, and begins with the host's present answer. */
  restart(): Promise<void> {
    if (this.#current.state !== 'out') this.#revoke(true)
    return this.openAsHost(this.#current.adopting ?? null)
  }

  /** Nobody has to wait for a server. Without a token the session of the cookie ends, not that of a host's token. */
  #revoke(revoke: boolean): void {
    if (revoke && (this.#current.token || this.options.memory)) this.revocation.start(this.requestContext)
    this.#forget()
  }

  #forget(): void {
    this.host.stopRenewals()
    this.options.memory?.forget()
  }

  readonly identify = (
    token: string | null,
    prefetched: PrefetchedResponse | null = null
  ): ReturnType<typeof identify> => {
    if (this.#current.state === 'starting') this.#change({ asked: { token } })
    return identify({ ...this.requestContext, token }, this.options.fieldCodes, prefetched)
  }

  /** Returns the host's token; null as well if the host fails, which is reported to its page. */
  readonly tokenOfHost = (asked?: ReturnType<FetchToken> | null): Promise<string | null> =>
    this.host.ask(asked).catch((error: unknown) => {
      const openError = error instanceof Error ? error : new Error(String(error))
      this.note({ openError })
      reportError(openError)
      return null
    })

  /** Notes what no view has to follow. */
  note(work: SessionWork): void {
    this.#current = { ...this.#current, ...work }
  }

  /** With another generation a person's waiting calls are never made on behalf of another. */
  #dropPerson() {
    return { ...nobody, generation: this.#current.generation + 1 }
  }

  /** Each transition hands over all members in which its state differs from those that lead to it. */
  #change(part: Partial<SessionSnapshot>): void {
    this.#current = { ...this.#current, ...part } as SessionSnapshot
    for (const listener of this.#listeners) listener()
  }
}
