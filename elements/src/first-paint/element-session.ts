import type { RuntimeConfig } from '@customer-center/contract/runtime-config'
import type { PrefetchedResponse } from '../client/request.ts'
import type { Session } from '../client/session.ts'
import type { FetchToken } from '../types/elements.ts'
import { isOpened } from '../client/session-state.ts'
import { hasHostToken, type HostLogin, openSessionFor } from '../client/sessions.ts'

/** An element's session, which it may share with others. */
export interface ElementSession {
  readonly session: Session
  /** Whether it is this element's alone, because the host provides its token. */
  readonly isOwn: boolean
  /** Resolves when it is known who is logged in, or that this cannot be found out. */
  readonly identified: Promise<void>
}

/** Opens the session and asks for its profile. */
export function openSession(
  config: RuntimeConfig,
  login: HostLogin,
  signal: AbortSignal,
  prefetched: PrefetchedResponse | null = null,
  asked: ReturnType<FetchToken> | null = null
): ElementSession {
  const session = openSessionFor(config, login, signal, prefetched, asked)
  return { session, isOwn: hasHostToken(login), identified: session.until(isOpened) }
}
