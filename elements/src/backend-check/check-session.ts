import { readRuntimeConfig } from '@customer-center/contract/runtime-config'
import type { Session } from '../client/session.ts'
import type { EventModelKeys } from '../data/event-model.ts'
import { sleep } from '../lib/timers.ts'
import { BackendCheck, type CheckedCall } from './backend-check.ts'
import { readCalls } from './read-calls.ts'

/** Limit of the time of a renewal, in ms: the page's function for tokens may never answer. */
const renewalLimitMs = 10_000

/** Makes the reading calls in the opened session of a page; null where nobody is logged in. */
export async function checkSession(
  session: Session,
  config: object,
  model: EventModelKeys | null
): Promise<readonly CheckedCall[] | null> {
  const { state, generation } = session.snapshot()
  if (state !== 'in') return null
  let renewable = true
  const renew = async () => {
    renewable &&= await Promise.race([session.renew(), sleep(renewalLimitMs).then(() => false)])
    return renewable && session.snapshot().generation === generation
  }
  const given = {
    renew,
    get requestContext() {
      return session.requestContext
    }
  }
  const check = new BackendCheck(given, readRuntimeConfig(config))
  await readCalls(check, model)
  return check.calls
}
