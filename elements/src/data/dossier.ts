import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { today } from '@customer-center/contract/dates'
import { type JoinedEvent, joinEvents } from '@customer-center/contract/dossier'
import type { RouteName } from '@customer-center/contract/routes'
import { CallError } from '../client/call-error.ts'
import type { AppContext } from '../context/app-context.ts'
import { timers } from '../lib/timers.ts'
import { hasFeature } from './backend-feature.ts'
import { eventDocuments } from './document.ts'
import { attendedEvents, companyParticipations, type ListedEvent } from './event.ts'
import { invoices } from './invoice.ts'
import { orders } from './order.ts'
import { loadEvents } from './overview.ts'
import { participants } from './participant.ts'
import { opensRoute } from './rights.ts'
import { webinars } from './webinar.ts'

/** Time for which events are fresh, in milliseconds: that of the lists. */
const freshMs = 60_000

interface PersonEvents {
  readonly rows: readonly JoinedEvent[]
  /** Whether all lists that the person may open were there. */
  readonly isWhole: boolean
}

const personEventsKey = ['person-events']

/**
 * Query: all events of the person. A backend that does not list them has them in the lists of the screens, which the
 * screens then need not read again.
 */
export function personEvents(app: AppContext) {
  return queryOptions({
    // A lower right has fewer events than those that have been read.
    queryKey: [...personEventsKey, app.session.profile?.right],
    queryFn: async ({ signal, client }): Promise<PersonEvents> => {
      if (hasFeature(app, 'overview-events')) return { rows: await loadEvents(app, signal), isWhole: true }
      signal.addEventListener('abort', () => endReads(app, client))
      const { lists, isWhole } = await readLists(app, client)
      return { rows: joinEvents(lists, today()), isWhole }
    },
    select: ({ rows }) => rows,
    // A list that failed is read again at the next opportunity; the others come from the cache.
    staleTime: ({ state }) => (state.data?.isWhole === false ? 0 : freshMs)
  })
}

/** Tells whether the person may act for colleagues, too. */
export const actsForOthers = ({ session }: AppContext): boolean => Boolean(session.profile?.changeParticipantAllowed)

/** Query: the participations of the person alone. The call names them: a backend may not narrow it by itself. */
export function ownParticipations(app: AppContext) {
  return queryOptions({
    queryKey: ['own-participations'],
    queryFn: async ({ client }): Promise<readonly ListedEvent[]> => {
      const { own } = await client.fetchQuery(participants(app))
      return own ? client.fetchQuery(attendedEvents(app, own)) : []
    }
  })
}

/** Query: the participations that the person may confirm. */
export function confirmableParticipations(app: AppContext) {
  return actsForOthers(app) ? companyParticipations(app) : ownParticipations(app)
}

/** Time after which a screen has loaded its code and taken over the lists that it shares, on a slow line, too, in milliseconds. */
const takenMs = 5000

/**
 * Ends the reads of lists for which nobody waits any more: a browser has few connections to a slow backend, and the
 * next screen needs them.
 */
function endReads(app: AppContext, client: QueryClient): void {
  timers.after(takenMs, () => {
    if (client.isFetching({ queryKey: personEventsKey }) > 0) return
    const own = [participants(app), ownParticipations(app), companyParticipations(app)]
    // The own participations wait for these, which nobody else shows.
    const isAttendedNeeded = client.isFetching({ queryKey: ownParticipations(app).queryKey, type: 'active' }) > 0
    if (!isAttendedNeeded) void client.cancelQueries({ queryKey: ['attended-events'], type: 'inactive' })
    for (const { queryKey } of [orders(app), eventDocuments(app), webinars(app), invoices(app), ...own])
      void client.cancelQueries({ queryKey, type: 'inactive' })
  })
}

/**
 * Reads the lists that the person may open. Orders have to be there; another list is left out if it fails.
 */
async function readLists(app: AppContext, client: QueryClient) {
  let isWhole = true
  const optional = async <Data>(route: RouteName, read: () => Promise<Data>): Promise<Data | null> => {
    if (!opensRoute(app, route)) return null
    return read().catch((error: unknown) => {
      const isForbidden = error instanceof CallError && error.status === 403
      if (!isForbidden) isWhole = false
      return null
    })
  }
  const [ordered, documents, links, billed, participations] = await Promise.all([
    opensRoute(app, 'orders') ? client.fetchQuery(orders(app)) : null,
    optional('scripts', () => client.fetchQuery(eventDocuments(app))),
    optional('webinars', () => client.fetchQuery(webinars(app))),
    optional('invoices', () => client.fetchQuery(invoices(app))),
    optional('confirmations/participation', () => client.fetchQuery(confirmableParticipations(app)))
  ])
  return { lists: { orders: ordered, documents, webinars: links, invoices: billed, participations }, isWhole }
}
