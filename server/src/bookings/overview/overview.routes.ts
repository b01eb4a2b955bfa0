import type { FastifyInstance } from 'fastify'
import { getOverviewSchema, listOverviewEventsSchema } from '@customer-center/contract/overview'
import type { Services } from '../../feature/services.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { listEventsOfOverview, visitOverview } from './overview.repository.ts'

export function overviewRoutes(app: FastifyInstance, { db, config }: Services): void {
  route(app, getOverviewSchema, async ({ caller }) => {
    const found = await visitOverview(db, caller, config.routeRights)
    // The contact was deleted since the login was checked.
    if (!found) throw new Refusal('noRight')
    return found
  })

  route(app, listOverviewEventsSchema, ({ caller }) => listEventsOfOverview(db, caller, config.routeRights))
}
