import { queryOptions } from '@tanstack/react-query'
import {
  endOtherSessions,
  endSession,
  listSessions,
  type SessionEntry,
  sessionFields
} from '@customer-center/contract/session-list'
import { plainRows } from '../client/rows.ts'
import type { AppContext } from '../context/app-context.ts'
import { callFeature } from './backend-feature.ts'

const map = { noun: 'session', fields: sessionFields } as const

/** Query: the person's logins: this session first, then the most recently used. */
export function sessionList(app: Pick<AppContext, 'call' | 'session' | 'config'>) {
  return queryOptions({
    queryKey: ['sessions'],
    queryFn: async ({ signal }) =>
      plainRows<SessionEntry>(map, app.config.fieldCodes, await callFeature(app, listSessions, { signal })),
    staleTime: 0
  })
}

/** Ends one session of the person; null ends all but this one. */
export async function endSessions({ call }: Pick<AppContext, 'call'>, sessionId: string | null): Promise<void> {
  if (sessionId === null) await call(endOtherSessions, { body: { data: {} } })
  else await call(endSession, { body: { data: { sessionId } } })
}
