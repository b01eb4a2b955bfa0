import type { FastifyInstance } from 'fastify'
import { type Changes, type ChangesQuery, changesQuery, changesSchema } from '@customer-center/contract/change'
import type { Services } from '../../feature/services.ts'
import { readRestored } from '../../platform/database/outgoing.ts'
import { Problem } from '../problem/problem.ts'
import { authenticatedKey } from '../provider-key/authenticate-key.ts'
import {
  type ChangeCursor,
  type ChangePage,
  beginningOfFeed,
  isAhead,
  readChangePage,
  readCursor,
  writeCursor
} from './change.repository.ts'
import { describeChange } from './changed-rows.ts'

const maxInPage = 1000

const seconds = (ms: number): number => Math.floor(ms / 1000)

const wasReplaced = 'The cursor is from before the database was replaced. Begin without after.'

/** @throws Problem */
function startOf(after: string | undefined, auditDays: number, era: string): ChangeCursor {
  // The reader has the present state: without a cursor, the feed promises nothing about changes that were deleted
  // before.
  if (after === undefined) return { ...beginningOfFeed, era, since: seconds(Date.now()) }
  const cursor = readCursor(after)
  if (!cursor) throw new Problem(400, 'The cursor in after is not one that this API gave.')
  if (cursor.era !== era) throw new Problem(410, wasReplaced)
  if (cursor.since < seconds(Date.now()) - auditDays * 86_400)
    throw new Problem(
      410,
      `The cursor is older than ${auditDays} days, and changes since then are gone. Begin without after.`
    )
  return cursor
}

/** Returns the cursor after the last change; at the end of the feed, the cursor of the current time. */
function cursorBehind({ last, hasMore }: ChangePage, start: ChangeCursor): string {
  const since = hasMore && last ? seconds(last.at.getTime()) : seconds(Date.now())
  return writeCursor({ era: start.era, txid: last?.txid ?? start.txid, id: last?.id ?? start.id, since })
}

/** Adds the routes of changes by customers and, on request, by the provider's own programs. */
export function changeRoutes(app: FastifyInstance, { db, config }: Pick<Services, 'db' | 'config'>): void {
  app.route<{ Querystring: ChangesQuery }>({
    method: 'GET',
    url: '/changes',
    config: { scope: 'read' },
    schema: {
      summary: 'Read what has changed since a cursor',
      description:
        'Each change comes at least once and none is left out. A page is in the order of writing; of two changes of a row, on whatever pages, the one with the higher id is the later. Keep the cursor with what you have written down of the page, and send it as after next time, also after an empty page.',
      querystring: changesQuery,
      response: { 200: changesSchema }
    },
    handler: async (request): Promise<Changes> => {
      const { providerId } = authenticatedKey(request)
      const { after, limit, by } = request.query
      const restored = await readRestored(db)
      const start = startOf(after, config.auditDays, String(restored?.getTime() ?? 1))
      const page = await readChangePage(db, providerId, start, {
        limit: Number(limit ?? maxInPage),
        byPersonsOnly: by !== 'all'
      })
      if (!page.last && (await isAhead(db, start))) throw new Problem(410, wasReplaced)
      return {
        changes: page.changes.map(describeChange),
        cursor: cursorBehind(page, start),
        hasMore: page.hasMore
      }
    }
  })
}
