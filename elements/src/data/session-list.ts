import {
  endOtherSessions,
  endSession,
  listSessions,
  type SessionEntry,
  sessionFields
} from '@customer-center/contract/session-list'
import { queryOptions } from '@tanstack/react-query'
import { callWithFreshLogin } from '../client/fresh-login.ts'
import { plainRows } from '../client/rows.ts'
import type { AppContext } from '../context/app-context.ts'
import { callFeature } from './backend-feature.ts'

type Caller = Pick<AppContext, 'call' | 'session'>

const map = { noun: 'session', fields: sessionFields }

/** Where the person is logged in: this session first, then the last used one. */
export function sessionList(app: Caller & Pick<AppContext, 'config'>) {
  return queryOptions({
    queryKey: ['sessions'],
    queryFn: async ({ signal }) =>
      plainRows<SessionEntry>(map, app.config.fieldCodes, await callFeature(app, listSessions, { signal })),
    staleTime: 0
  })
}

/** Ends one session of the person; null ends all but this one. */
export async function endSessions(app: Caller & Pick<AppContext, 'signal'>, sessionId: string | null): Promise<void> {
  if (sessionId === null) await callWithFreshLogin(app, endOtherSessions, { body: { data: {} } })
  else await callWithFreshLogin(app, endSession, { body: { data: { sessionId } } })
}
