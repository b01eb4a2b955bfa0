import type { FetchToken } from '../types/elements.ts'
import { HostTokens } from './host-tokens.ts'
import { identifyPerson, type Profile } from './profile.ts'
import type { PrefetchedResponse, RequestContext } from './request.ts'
import { Revocation } from './revocation.ts'
import type { SessionLogin, SessionOptions, SessionSnapshot } from './session-state.ts'

/** The members that end with a person. */
const nobody = {
  token: null,
  refreshToken: null,
  customerNumber: null,
  person: null,
  profile: null,
  newPassword: null,
  refusals: 0
}

/**
 * A login: of one element, or of all elements of a page that use the same API without a token of their own. `snapshot`
 * returns its state. The transitions of its start and end are here, all others in `session-changes.ts`.
 */
export class Session {
  readonly options: SessionOptions
  readonly revocation: Revocation
  readonly host = new HostTokens()
  /** The language of the page, sent with the login; null or empty for the configuration's. */
  language?: string | null
  #identifying: string | null | undefined
  #openError: Error | null = null
  #current: SessionSnapshot = { ...nobody, state: 'out', generation: 0 }
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

  /** The token whose person the server was asked to identify; null for the cookie's, undefined before. */
  get identifying(): string | null | undefined {
    return this.#identifying
  }

  /** The error with which the question who is logged in has failed; null without one. */
  get openError(): Error | null {
    return this.#openError
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
    const { generation } = this.#current
    this.#changeToNobody('starting')
    const token = memory?.token() ?? null
    const identity = await this.identify(token, prefetched)
    if (this.#current.state !== 'starting' || this.#current.generation !== generation) return
    if (identity.reason !== 'refused') return this.#openAs(token, identity)
    this.#changeToNobody('out')
    memory?.forget()
  }

  /**
   * Begins with a token of the host's, or asks the host for one.
   *
   * @param asked the answer of the host's function, if it was asked already
   * @param unverified leaves the check of the token's person to the first call
   */
  async openAsHost(
    given: string | null,
    prefetched: PrefetchedResponse | null = null,
    asked: ReturnType<FetchToken> | null = null,
    unverified = false
  ): Promise<void> {
    this.change({ ...this.#dropPerson(), state: 'starting' })
    const { generation } = this.#current
    let token = given ?? (await this.tokenOfHost(asked)).token
    if (unverified && token !== null && this.#current.generation === generation) return this.enter({ token })
    let identity = token === null ? null : await this.identify(token, prefetched)
    if (given !== null && identity?.reason === 'refused') {
      token = (await this.tokenOfHost()).token ?? given
      if (token !== given) identity = await this.identify(token)
    }
    if (this.#current.state !== 'starting' || this.#current.generation !== generation) return
    if (!identity) this.#changeToNobody('out')
    else if (identity.reason === 'refused') this.change({ ...nobody, generation, state: 'expired', reason: null })
    else this.#openAs(token, identity)
  }

  #openAs(token: string | null, identity: Awaited<ReturnType<typeof identifyPerson>>): void {
    const { profile = null, person = null, reason } = identity
    if (reason === 'failed') {
      this.#openError = identity.error
      // The screen checks a host's token again and shows the failure; without a token there is the login.
      if (token === null) return this.#changeToNobody('out')
    }
    this.enter({ token, profile, person })
  }

  /**
   * Begins or continues a login.
   *
   * @param isSame whether waiting calls may go on; otherwise they are never made on behalf of this person
   */
  enter(login: Partial<SessionLogin & Pick<SessionSnapshot, 'newPassword'>>, isSame = true): void {
    const before = isSame ? this.#current : this.#dropPerson()
    if (login.person !== undefined) this.#identifying = login.token
    this.change({ ...before, ...login, state: 'in' })
  }

  /** Logs out. `revoke` also revokes the token on the server, which is not ours to do with a token from the host. */
  end({ revoke }: { revoke: boolean }): void {
    this.#leave(revoke)
    this.change({ ...this.#dropPerson(), state: 'out' })
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
    if (revoke && (this.#current.token || this.options.memory)) this.revocation.start(this.requestContext)
    this.host.stopRenewals()
    this.options.memory?.forget()
  }

  /** Asks the server for the person of a token, or of its cookie. */
  identify(token: string | null, prefetched: PrefetchedResponse | null = null): ReturnType<typeof identifyPerson> {
    if (this.#current.state === 'starting') {
      this.#identifying = token
      this.tell()
    }
    return identifyPerson({ ...this.requestContext, token }, this.options.fieldCodes, prefetched)
  }

  /** Asks the host for a token; its failure, with which no token comes, is reported to its page. */
  async tokenOfHost(asked?: ReturnType<FetchToken> | null) {
    const answer = await this.host.ask(asked).then(
      (token) => ({ token, error: null }),
      (thrown: unknown) => ({ token: null, error: thrown instanceof Error ? thrown : new Error(String(thrown)) })
    )
    this.#openError = answer.error
    if (answer.error) reportError(answer.error)
    return answer
  }

  /**
   * Returns the state without a person. It has another generation, so that waiting calls are never made for somebody
   * else.
   */
  #dropPerson() {
    this.#identifying = undefined
    this.#openError = null
    return { ...nobody, generation: this.#current.generation + 1 }
  }

  /** Enters a state without a person in the same generation. */
  #changeToNobody(state: 'starting' | 'out'): void {
    this.change({ ...nobody, generation: this.#current.generation, state })
  }

  /**
   * Enters a state. Only transitions call this: those of start and end are here, the others in `session-changes.ts`.
   */
  change(next: SessionSnapshot): void {
    this.#current = next
    this.tell()
  }

  /** Tells the listeners that the session has changed. */
  tell(): void {
    for (const listener of this.#listeners) listener()
  }
}
