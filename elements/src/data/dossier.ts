import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { today } from '@customer-center/contract/dates'
import { type JoinedEvent, joinEvents } from '@customer-center/contract/dossier'
import { mayOpen, type RouteName } from '@customer-center/contract/routes'
import type { AppContext } from '../context/app-context.ts'
import { hasFeature } from './backend-feature.ts'
import { eventDocuments } from './document.ts'
import { companyParticipations } from './event.ts'
import { invoices } from './invoice.ts'
import { orders } from './order.ts'
import { loadEvents } from './overview.ts'
import { webinars } from './webinar.ts'

/** Tells whether the person may open a list. */
export function opensList({ config, session }: AppContext, route: RouteName): boolean {
  const right = session.profile?.right ?? 'none'
  return config.allowedRoutes.includes(route) && mayOpen(route, right, config.routeRights)
}

/**
 * Query: all events of the person. A backend that does not list them has them in the lists of the screens, which the
 * screens then need not read again.
 */
export function personEvents(app: AppContext) {
  return queryOptions({
    queryKey: ['person-events'],
    queryFn: async ({ signal, client }): Promise<readonly JoinedEvent[]> =>
      hasFeature(app, 'overview-events') ? loadEvents(app, signal) : joinEvents(await readLists(app, client), today())
  })
}

/** Reads the lists that the person may open. Orders have to be there; what another list would say is left out. */
async function readLists(app: AppContext, client: QueryClient) {
  const optional = async <Data>(route: RouteName, read: () => Promise<Data>): Promise<Data | null> =>
    opensList(app, route) ? read().catch(() => null) : null
  const [ordered, documents, links, billed, participations] = await Promise.all([
    opensList(app, 'orders') ? client.ensureQueryData(orders(app)) : null,
    optional('scripts', () => client.ensureQueryData(eventDocuments(app))),
    optional('webinars', () => client.ensureQueryData(webinars(app))),
    optional('invoices', () => client.ensureQueryData(invoices(app))),
    optional('confirmations/participation', () => client.ensureQueryData(companyParticipations(app)))
  ])
  return { orders: ordered, documents, webinars: links, invoices: billed, participations }
}
