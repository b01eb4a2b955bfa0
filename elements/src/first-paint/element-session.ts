import type { RuntimeConfig } from '@customer-center/contract/runtime-config'
import { type Call, createCall } from '../client/call.ts'
import { loadProfile } from '../client/load-profile.ts'
import type { PrefetchedResponse } from '../client/request.ts'
import type { Session } from '../client/session.ts'
import { createOwnSession, getSharedSession } from '../client/sessions.ts'

/** An element's session, which it may share with others. */
export interface ElementSession {
  readonly session: Session
  /** Whether it is this element's alone, because the host gave it a token. */
  readonly isOwn: boolean
  readonly call: Call
  /** Resolves when it is known who is logged in, or that this cannot be found out. */
  readonly identified: Promise<void>
}

/** Opens the session and asks for its profile. */
export function openSession(
  config: RuntimeConfig,
  token: string | null,
  language: string | null,
  signal: AbortSignal,
  prefetched: PrefetchedResponse | null = null
): ElementSession {
  const session = token ? createOwnSession(config, language, token) : getSharedSession(config, language, prefetched)
  const call = createCall(session, signal)
  const identified = token
    ? loadProfile({ config, session, call }, prefetched).then(
        () => undefined,
        () => undefined
      )
    : opened(session)
  return { session, isOwn: Boolean(token), call, identified }
}

function opened({ snapshot, subscribe }: Session): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (snapshot().state === 'starting') return
      unsubscribe()
      resolve()
    }
    const unsubscribe = subscribe(check)
    check()
  })
}
