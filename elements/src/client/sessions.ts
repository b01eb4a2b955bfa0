import type { RuntimeConfig } from '@customer-center/contract/runtime-config'
import type { PrefetchedResponse } from './request.ts'
import { Session, type SessionOptions } from './session.ts'
import { storedToken, tokenStorage } from './stored-token.ts'

/** By the API's URL: elements of one page without a token of their own share the login. */
const shared = new Map<string, Session>()

/** A session for one element, whose host gave it a token. */
export function createOwnSession(config: RuntimeConfig, language: string | null, token: string): Session {
  const session = createSession(config, language)
  void session.adoptToken(token)
  return session
}

/** The session of all elements without a token; the first of them opens it, with what was prefetched. */
export function getSharedSession(
  config: RuntimeConfig,
  language: string | null,
  prefetched: PrefetchedResponse | null = null
): Session {
  const api = apiUrlOf(config)
  const key = new URL(api, document.baseURI).href
  const known = shared.get(key)
  if (known) {
    // Another element has asked the same for both.
    prefetched?.cancel()
    return known
  }
  const session = createSession(config, language, config.development ? tokenStorage(config, api) : undefined)
  shared.set(key, session)
  const token = config.development ? storedToken(config, api) : null
  void (token ? session.adoptToken(token) : session.open(prefetched))
  return session
}

function createSession(
  config: RuntimeConfig,
  language: string | null,
  storeToken?: SessionOptions['storeToken']
): Session {
  const { appKey, apiVersion, fieldCodes } = config
  const session = new Session({ api: apiUrlOf(config), version: apiVersion, fieldCodes, appKey, storeToken })
  session.locale = language || config.defaultLanguage
  return session
}

/** The base URL without a slash at its end. */
function apiUrlOf({ development, apiUrl, apiUrlDev }: RuntimeConfig): string {
  return ((development && apiUrlDev) || apiUrl).replace(/\/+$/, '')
}
