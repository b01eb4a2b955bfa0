import type { RuntimeConfig } from '@customer-center/contract/runtime-config'
import type { EarlyCall } from './request.ts'
import { storedToken, storeToken } from './stored-token.ts'
import { Session, type SessionOptions } from './session.ts'

/** Elements of one page that speak to the same API without an own token share the login. */
const shared = new Map<string, Session>()

export function ownSession(
  config: RuntimeConfig,
  language: string | null,
  token: string,
  early: EarlyCall | null = null
): Session {
  const session = create(config, language, { early })
  void session.adopt(token)
  return session
}

export function sharedSession(config: RuntimeConfig, language: string | null, early: EarlyCall | null = null): Session {
  const api = apiOf(config)
  const key = new URL(api, document.baseURI).href
  const known = shared.get(key)
  if (known) {
    // Another element has asked the same for both.
    early?.end()
    return known
  }
  const session = create(config, language, config.development ? { keep: storeToken(config, api) } : { early })
  shared.set(key, session)
  const token = config.development ? storedToken(config, api) : null
  void (token ? session.adopt(token) : session.open())
  return session
}

function create(
  config: RuntimeConfig,
  language: string | null,
  more: Pick<SessionOptions, 'keep' | 'early'> = {}
): Session {
  const { appKey, apiVersion, fieldCodes } = config
  const session = new Session({ api: apiOf(config), version: apiVersion, fieldCodes, appKey, ...more })
  session.locale = language || config.defaultLanguage
  return session
}

/** The base URL without a slash at its end. */
function apiOf({ development, apiUrl, apiUrlDev }: RuntimeConfig): string {
  return ((development && apiUrlDev) || apiUrl).replace(/\/+$/, '')
}
