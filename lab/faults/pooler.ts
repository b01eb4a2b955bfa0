import { sessionSettings } from '../../server/src/platform/database/session-settings.ts'
import { startPooler } from '../../testing/server/pooler.ts'
import { hasPooler } from '../../testing/server/postgres-binaries.ts'
import { runOn } from '../../testing/server/postgres.ts'
import type { Fault } from './fault.ts'
import { saveWithoutLoss, startProduct } from './product.ts'

export const pooler: Fault = {
  name: 'PgBouncer in transaction mode before the database; saves that were not made',
  missing: () => (hasPooler() ? undefined : 'PgBouncer'),
  async run() {
    // The number is that of checks at once for one address: all begin in the same moment, and this fault is not about
    // that limit.
    const product = await startProduct(20)
    for (const [name, value] of Object.entries(sessionSettings(30_000)))
      await runOn(product.databaseUrl, `alter role current_user set ${name} = '${value}'`)
    const { url, stop } = await startPooler(product.postgres.url)
    const settings = {
      DATABASE_URL: url + new URL(product.databaseUrl).pathname.slice(1),
      DATABASE_PREPARED_STATEMENTS: 'false'
    }
    const server = await product.start('main', { ...settings, DATABASE_POOL: '40' })
    const outcome = await saveWithoutLoss(product, 2000, server.url)
    await product.close()
    await stop()
    return outcome
  }
}
