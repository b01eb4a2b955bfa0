import { queryOptions } from '@tanstack/react-query'
import { endOtherSessions, endSession, listSessions, sessionFields } from '@customer-center/contract/session-list'
import { rowsOf } from '../client/rows.ts'
import { serializeId } from '../client/saved-row.ts'
import type { RowOf } from '../client/wire-format.ts'
import type { AppContext } from '../context/app-context.ts'
import { callFeature, type FeatureCaller } from './backend-feature.ts'

const map = { noun: 'session', fields: sessionFields } as const
const as = rowsOf(map)

export type ListedSession = RowOf<typeof map>

/** Query: the person's logins: this session first, then the most recently used. */
export function sessionList(app: FeatureCaller) {
  return queryOptions({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => callFeature(app, listSessions, { as, signal }),
    staleTime: 0
  })
}

/** Ends one session of the person; null ends all but this one. */
export async function endSessions(
  { call, config: { format } }: Pick<AppContext, 'call' | 'config'>,
  id: string | null
): Promise<void> {
  if (id === null) await call(endOtherSessions, { body: { data: {} } })
  else await call(endSession, { body: { data: { sessionId: serializeId(format, map, 'sessionId', id) } } })
}
