import { createLetterTypesetter } from '../confirmations/index.ts'
import { checkStart, gauges, jobs } from '../features.ts'
import { readConfig } from '../platform/config/config.ts'
import { OperatorError } from '../platform/config/operator-error.ts'
import { openDatabase } from '../platform/database/connection.ts'
import { migrate } from '../platform/database/migrate.ts'
import { noteInstallation } from '../platform/database/outgoing.ts'
import { createFastify } from '../platform/http/create-fastify.ts'
import { logStatements } from '../platform/http/log.ts'
import { registerMetrics } from '../platform/http/metrics.ts'
import { timeLimits } from '../platform/http/time-limits.ts'
import { createMetrics } from '../platform/metrics/collect-metrics.ts'
import { openStorage } from '../platform/storage/storage.ts'
import { listenOn } from './listen.ts'
import { stopOnSignal } from './run-program.ts'
import { startWork } from './start-work.ts'

const embedded =
  'A worker needs a PostgreSQL server (DATABASE_URL): the embedded database belongs to the one process that opened it, and there the server does the work itself.'

/** Does the background work until a signal ends the process; its only server is that of the metrics. */
export async function runWorker(): Promise<void> {
  const config = readConfig(process.env)
  if (config.databaseUrl === '') throw new OperatorError(embedded)
  const database = await openDatabase(config)
  await migrate(database.background)
  await noteInstallation(database, config, config.publicUrl)
  await checkStart(config, database.background)
  const app = createFastify(config, timeLimits)
  const { log } = app
  logStatements(database, log, config.slowStatementMs)
  registerMetrics(app, config, createMetrics({ config, database, gauges, jobs, log }))
  const { host, metricsPort } = config
  if (metricsPort > 0) await listenOn(app, host, 'METRICS_PORT', metricsPort)
  const typesetter = createLetterTypesetter(config)
  const storage = openStorage(config)
  const queue = await startWork({ config, database, storage, typesetter, log })
  log.info('working')
  process.send?.({ working: true })
  stopOnSignal(async (signal) => {
    log.info({ signal }, 'stopping')
    await queue.stop()
    await app.close()
    await typesetter.close()
    storage.close()
    await database.close()
  })
}
