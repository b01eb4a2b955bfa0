import type { RuntimeConfig } from '@customer-center/contract/runtime-config'
import type { FetchToken } from '../types/elements.ts'
import { type LoginMemory, loginMemory } from './login-memory.ts'
import type { PrefetchedResponse } from './request.ts'
import { isOpened } from './session-state.ts'
import { Session } from './session.ts'

/** Sessions by the API's URL: elements of one page without a token of their own share the login. */
const shared = new Map<string, Session>()

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

/** An element's session, which it may share with others. */
export type ElementSession = ReturnType<typeof openSession>

/**
 * Opens the session of an element: its own, or the one that all elements without a token share and the first of them
 * opens.
 */
export function openSession(
  config: RuntimeConfig,
  login: HostLogin,
  signal: AbortSignal,
  prefetched: PrefetchedResponse | null = null,
  asked: ReturnType<FetchToken> | null = null
) {
  /** Whether the session is this element's alone, because the host provides its token. */
  const isOwn = hasHostToken(login)
  const session = isOwn ? createSession(config, login) : sharedSession(config, login, prefetched)
  if (isOwn) {
    session.host.fetchToken = login.fetchToken
    signal.addEventListener('abort', session.host.stopRenewals)
    void session.openAsHost(login.sessionToken, prefetched, asked, login.unverified)
  }
  /** Resolves when it is known who is logged in, or that this cannot be found out. */
  const identified = session.until(isOpened)
  return { session, isOwn, identified }
}

function sharedSession(config: RuntimeConfig, login: HostLogin, prefetched: PrefetchedResponse | null): Session {
  const key = new URL(apiUrlOf(config), document.baseURI).href
  const known = shared.get(key)
  if (known) {
    // Another element has already asked the question, for both.
    prefetched?.cancel()
    return known
  }
  const session = createSession(config, login, loginMemory(config, apiUrlOf(config), login.keepSession ?? false))
  shared.set(key, session)
  void session.open(prefetched)
  return session
}

function createSession(config: RuntimeConfig, { language }: HostLogin, memory?: LoginMemory): Session {
  const session = new Session({ ...config, api: apiUrlOf(config), memory })
  session.language = language
  return session
}

/** Returns the base URL without a slash at its end. */
function apiUrlOf({ development, apiUrl, apiUrlDev }: RuntimeConfig): string {
  return ((development && apiUrlDev) || apiUrl).replace(/([^/]|^)\/+$/, '$1')
}
