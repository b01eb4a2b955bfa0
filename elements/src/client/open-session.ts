import {
  apiUrlOf,
  askIdentity,
  type FirstIdentity,
  forgetIdentity,
  hasHostToken,
  type HostAnswer,
  type HostLogin,
  sessionKey
} from './first-identity.ts'
import { type LoginMemory, loginMemory } from './login-memory.ts'
import type { BackendConfig } from './row-format.ts'
import { isOpened } from './session-state.ts'
import { Session } from './session.ts'

/** Sessions of elements without a token of their own, which share the login, by `sessionKey`. */
const shared = new Map<string, Session>()

/** An element's session, which it may share with others. */
export type ElementSession = ReturnType<typeof openSession>

/**
 * Opens the session of an element: its own, or the one that all elements without a token share and the first of them
 * opens.
 *
 * @param first the question who is logged in, where the first paint has asked it
 * @param hostAnswer the answer of the host's function, where it was asked
 */
export function openSession(
  config: BackendConfig,
  login: HostLogin,
  signal: AbortSignal,
  first: FirstIdentity | null = null,
  hostAnswer: HostAnswer = null
) {
  /** Whether the session is this element's alone, because the host provides its token. */
  const isOwn = hasHostToken(login)
  const session = isOwn ? createSession(config, login) : sharedSession(config, login, first)
  if (isOwn) {
    session.host.fetchToken = login.fetchToken
    signal.addEventListener('abort', session.host.stopRenewals)
    void session.openAsHost(login.sessionToken, first, hostAnswer, login.unverified)
  }
  /** Resolves when it is known who is logged in, or that this cannot be found out. */
  const identified = session.until(isOpened)
  return { session, isOwn, identified }
}

function sharedSession(config: BackendConfig, login: HostLogin, first: FirstIdentity | null): Session {
  const key = sessionKey(config)
  const known = shared.get(key)
  if (known) return known
  const session = createSession(config, login, loginMemory(config, apiUrlOf(config), login.keepSession ?? false))
  shared.set(key, session)
  void session.open(first ?? askIdentity(config, login))
  forgetIdentity(config)
  return session
}

function createSession(config: BackendConfig, { language }: HostLogin, memory?: LoginMemory): Session {
  const session = new Session({ ...config, api: apiUrlOf(config), memory })
  session.language = language
  return session
}
