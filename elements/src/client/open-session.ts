import {
  apiAddressOf,
  apiUrlOf,
  askIdentity,
  type FirstIdentity,
  forgetIdentity,
  hasHostToken,
  type HostAnswer,
  type HostLogin,
  sessionKey,
  whenPersonLeaves
} from './first-identity.ts'
import { type LoginMemory, loginMemory } from './login-memory.ts'
import { identifyPerson } from './profile.ts'
import { isOpened } from './session-state.ts'
import { Session } from './session.ts'
import type { BackendConfig } from './wire-format.ts'

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
  const key = sessionKey(config)
  const known = shared.get(key)
  if (known) return known
  const session = createSession(config, login, loginMemory(config, apiUrlOf(config), login.keepSession ?? false))
  shared.set(key, session)
  followPerson(session, apiAddressOf(config))
  void session.open(first ?? askIdentity(config, login, signal))
  forgetIdentity(config)
  return session
}

/** Whether sessions follow another one at the moment. */
let follows = false

/**
 * Takes the page's other elements of the same API along when the person of a shared session changes: those that have
 * not been drawn by React yet, and those that read the answers by other codes and therefore have a session of their own.
 */
function followPerson(session: Session, api: string): void {
  let { generation } = session.snapshot()
  session.subscribe(() => {
    const now = session.snapshot()
    if (now.generation === generation) return
    generation = now.generation
    for (const leave of whenPersonLeaves) leave(api)
    if (follows) return
    follows = true
    for (const other of shared.values()) {
      if (other === session || new URL(other.options.api, document.baseURI).href !== api) continue
      if (other.snapshot().state !== 'out') other.end({ revoke: false })
      const { token } = now
      if (now.state === 'in')
        void other.open(Promise.resolve({ token, answer: identifyPerson({ ...other.requestContext, token }) }))
    }
    follows = false
  })
}

function createSession(config: BackendConfig, { language }: HostLogin, memory?: LoginMemory): Session {
  const session = new Session({ ...config, api: apiUrlOf(config), memory })
  session.language = language
  return session
}
