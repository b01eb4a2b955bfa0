import { readRuntimeConfig } from '@customer-center/contract/runtime-config'
import { isOpened } from '../client/session-state.ts'
import type { Session } from '../client/session.ts'
import type { EventModelKeys } from '../data/event-model.ts'
import { BackendCheck, type CheckedCall } from './backend-check.ts'
import { readCalls } from './read-calls.ts'

/** Makes the reading calls in the session of a page; null where nobody is logged in. */
export async function checkSession(
  session: Session,
  config: object,
  model: EventModelKeys | null
): Promise<readonly CheckedCall[] | null> {
  await session.until(isOpened)
  if (session.snapshot().state !== 'in') return null
  const check = new BackendCheck(session, readRuntimeConfig(config))
  await readCalls(check, model)
  return check.calls
}
