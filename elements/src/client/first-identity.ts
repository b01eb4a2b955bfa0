import type { RuntimeConfig } from '@customer-center/contract/runtime-config'
import type { FetchToken } from '../types/elements.ts'
import { isLogOutPending, loginMemory } from './login-memory.ts'
import { type Identification, identifyPerson } from './profile.ts'
import type { PrefetchedResponse } from './request.ts'
import type { BackendConfig } from './row-format.ts'

/** The host's settings for the login, in attributes and properties. */
export interface HostLogin {
  readonly sessionToken: string | null
  readonly fetchToken: FetchToken | null
  readonly language: string | null
  /** Whether this tab keeps a login by the form, for a page whose browser stores no cookie of the server. */
  readonly keepSession?: boolean
  /** Whether the element shows no name, and so need not wait until the server has named the token's person. */
  readonly unverified?: boolean
}

/** Tells whether the host provides the token: then the session is the element's alone. */
export function hasHostToken({ sessionToken, fetchToken }: HostLogin): boolean {
  return Boolean(sessionToken || fetchToken)
}

/** The host's answer to the question for a token; null where it was not asked. */
export type HostAnswer = ReturnType<FetchToken> | null

/** Returns the token of the host's answer; null if it gives none. */
export function tokenIn(given: Awaited<ReturnType<FetchToken>>): string | null {
  return (typeof given === 'string' ? given : given?.token) || null
}

/** The question who is logged in, which is asked before there is a session. The session takes over its answer. */
export interface AskedIdentity {
  /** The token whose person the server identifies; null for its cookie's. */
  readonly token: string | null
  readonly answer: Promise<Identification>
}

/** The first question of an element; null if there is nobody to ask for. */
export type FirstIdentity = Promise<AskedIdentity | null>

/** Questions of the elements that share a session, by its key. */
const shared = new Map<string, FirstIdentity>()

/** Asks who is logged in, unless another element has asked for both, or nobody can be logged in. */
export function askIdentity(
  config: BackendConfig,
  login: HostLogin,
  prefetched: PrefetchedResponse | null = null,
  hostAnswer: HostAnswer = null
): FirstIdentity {
  if (hasHostToken(login))
    return tokenOf(login, hostAnswer).then((token) => (token === null ? null : ask(config, token, prefetched)))
  const key = sessionKey(config)
  const known = shared.get(key)
  if (known) {
    prefetched?.cancel()
    return known
  }
  const api = apiUrlOf(config)
  const { mayBeLoggedIn, token } = loginMemory(config, api, login.keepSession ?? false)
  const isAsked = !isLogOutPending(api) && (prefetched || mayBeLoggedIn())
  const asked = Promise.resolve(isAsked ? ask(config, token(), prefetched) : null)
  shared.set(key, asked)
  // An element that asks later asks anew: the answer of one that has left the page is a failure, too.
  void asked
    .then((one) => one?.answer)
    .then((answer) => answer?.reason === 'failed' && shared.get(key) === asked && shared.delete(key))
  return asked
}

/** Forgets the answer that elements share, because their session knows better from now on. */
export function forgetIdentity(config: RuntimeConfig): void {
  shared.set(sessionKey(config), Promise.resolve(null))
}

// The session reports a failure of the host's function.
const tokenOf = async ({ sessionToken }: HostLogin, hostAnswer: HostAnswer): Promise<string | null> =>
  sessionToken ?? tokenIn(await Promise.resolve(hostAnswer).catch(() => null))

function ask(config: BackendConfig, token: string | null, prefetched: PrefetchedResponse | null): AskedIdentity {
  const { apiVersion: version, format } = config
  return { token, answer: identifyPerson({ api: apiUrlOf(config), version, token, format }, prefetched) }
}

/** Returns the base URL without a slash at its end. */
export function apiUrlOf({ development, apiUrl, apiUrlDev }: RuntimeConfig): string {
  return ((development && apiUrlDev) || apiUrl).replace(/([^/]|^)\/+$/, '$1')
}

/** Returns the key of a session: elements of one page without a token of their own share that of their API. */
export function sessionKey(config: RuntimeConfig): string {
  return new URL(apiUrlOf(config), document.baseURI).href
}
