import {
  apiAddressOf,
  apiUrlOf,
  askIdentity,
  type FirstIdentity,
  forgetIdentity,
  hasHostToken,
  type HostAnswer,
  type HostLogin,
  personLeaveListeners
} from './first-identity.ts'
import { type LoginMemory, loginMemory } from './login-memory.ts'
import { sessionReadBy } from './session-read-by.ts'
import { isOpened } from './session-state.ts'
import { Session } from './session.ts'
import type { BackendConfig } from './wire-format.ts'

/** Sessions of elements without a token of their own, which share the login, by the address of the API. */
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
  const session = isOwn ? createSession(config, login) : sharedSession(config, login, signal, first)
  if (isOwn) {
    session.host.fetchToken = login.fetchToken
    signal.addEventListener('abort', session.host.stopRenewals)
    void session.openAsHost(login.sessionToken, first, hostAnswer, login.unverified)
  }
  /** Resolves when it is known who is logged in, or that this cannot be found out. */
  const identified = session.until(isOpened)
  return { session, isOwn, identified }
}

function sharedSession(
  config: BackendConfig,
  login: HostLogin,
  signal: AbortSignal,
  first: FirstIdentity | null
): Session {
  const api = apiAddressOf(config)
  const known = shared.get(api)
  // The person of this element's own answer may have left since.
  if (known) return known.options.format === config.format ? known : sessionReadBy(known, config.format)
  const session = createSession(config, login, loginMemory(config, apiUrlOf(config), login.keepSession ?? false))
  shared.set(api, session)
  tellLeaving(session, api)
  void session.open(first ?? askIdentity(config, login, signal))
  forgetIdentity(config)
  return session
}

/** Tells the page's other elements of the same API, which React has not drawn yet, when the session's person leaves. */
function tellLeaving(session: Session, api: string): void {
  let { generation } = session.snapshot()
  session.subscribe(() => {
    const now = session.snapshot()
    if (now.generation === generation) return
    generation = now.generation
    for (const leave of personLeaveListeners) leave(api)
  })
}

function createSession(config: BackendConfig, { language }: HostLogin, memory?: LoginMemory): Session {
  const session = new Session({ ...config, api: apiUrlOf(config), memory })
  session.language = language
  return session
}
