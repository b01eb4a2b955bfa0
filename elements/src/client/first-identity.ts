import type { RuntimeConfig } from '@customer-center/contract/runtime-config'
import type { FetchToken } from '../types/elements.ts'
import { isLogOutPending, loginMemory } from './login-memory.ts'
import { type Identification, identifyPerson } from './profile.ts'
import type { PrefetchedResponse } from './request.ts'
import { type BackendConfig, contractFormat } from './wire-format.ts'

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

/** Questions before the session of an API is open, by API and codes, with the number of elements that wait to be drawn. */
const shared = new Map<string, { readonly asked: FirstIdentity; elements: number }>()

/** Addresses of the APIs whose shared session is open: it knows better than any answer from then on. */
const opened = new Set<string>()

/**
 * Asks who is logged in, unless another element has asked for both, or nobody can be logged in.
 *
 * @param signal ends with the element: an answer that no element of the page has shown is not kept for a later one
 */
export function askIdentity(
  config: BackendConfig,
  login: HostLogin,
  signal: AbortSignal,
  prefetched: PrefetchedResponse | null = null,
  hostAnswer: HostAnswer = null
): FirstIdentity {
  if (hasHostToken(login))
    return tokenOf(login, hostAnswer).then((token) => (token === null ? null : ask(config, token, prefetched)))
  const api = apiAddressOf(config)
  const key = api + (config.format === contractFormat ? '' : JSON.stringify(config.fieldCodes))
  const known = shared.get(key)
  if (known || opened.has(api)) prefetched?.cancel()
  if (opened.has(api)) return Promise.resolve(null)
  const question = known ?? { asked: askShared(config, login, prefetched), elements: 0 }
  shared.set(key, question)
  const forget = () => shared.get(key) === question && shared.delete(key)
  question.elements += 1
  signal.addEventListener('abort', () => (question.elements -= 1) || forget())
  // An element that asks later asks anew.
  void question.asked.then((one) => one?.answer).then((answer) => answer?.reason === 'failed' && forget())
  return question.asked
}

async function askShared(
  config: BackendConfig,
  { keepSession = false }: HostLogin,
  prefetched: PrefetchedResponse | null
): FirstIdentity {
  const api = apiUrlOf(config)
  const { mayBeLoggedIn, token } = loginMemory(config, api, keepSession)
  const isAsked = !isLogOutPending(api) && (prefetched || mayBeLoggedIn())
  return isAsked ? ask(config, token(), prefetched) : null
}

/** Leaves the question who is logged in to the open session of the API. */
export function forgetIdentity(config: BackendConfig): void {
  opened.add(apiAddressOf(config))
}

/** Functions that are called when the person of a shared session leaves, with the address of its API. */
export const personLeaveListeners = new Set<(api: string) => void>()

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

/** Returns the base URL in full. */
export const apiAddressOf = (config: RuntimeConfig): string => new URL(apiUrlOf(config), document.baseURI).href
