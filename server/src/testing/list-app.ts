import cookie from '@fastify/cookie'
import { listInvoicesSchema } from '@customer-center/contract/invoice.schema'
import { readConfig } from '../platform/config/config.ts'
import type { Database } from '../platform/database/connection.ts'
import { guardCalls } from '../platform/http/access.ts'
import type { CallerList } from '../platform/http/caller.ts'
import { answerFailures } from '../platform/http/failures.ts'
import { createInstance } from '../platform/http/instance.ts'
import { listRoute } from '../platform/http/route.ts'
import { timeLimits } from '../platform/http/time-limits.ts'
import { checkShapes } from '../platform/http/validation.ts'
import { identifyBySession } from '../account/session/identify.ts'

/** A server with one call, that of the invoices, which answers `list`: for what the product's own lists cannot show. */
export async function startListApp(database: Database, list: CallerList) {
  const config = readConfig({ LOG_LEVEL: 'silent' })
  const app = createInstance(config, timeLimits)
  answerFailures(app)
  await app.register(cookie)
  await app.register(
    async (api) => {
      guardCalls(api, config, identifyBySession(database.db, config))
      checkShapes(api)
      listRoute(api, listInvoicesSchema, list)
    },
    { prefix: '/api' }
  )
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return { url, path: listInvoicesSchema.endpoint.path, close: () => app.close() }
}
