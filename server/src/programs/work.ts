import { pino } from 'pino'
import { checkStart } from '../features.ts'
import { createLetterTypesetter } from '../confirmations/index.ts'
import { readConfig } from '../platform/config/config.ts'
import { OperatorError } from '../platform/config/operator-error.ts'
import { openDatabase } from '../platform/database/connection.ts'
import { migrate } from '../platform/database/migrate.ts'
import { noteInstallation } from '../platform/database/outgoing.ts'
import { logOptions, logStatements, openLog } from '../platform/http/log.ts'
import { stopOnSignal } from './run-program.ts'
import { startWork } from './start-work.ts'

const embedded =
  'A worker needs a PostgreSQL server (DATABASE_URL): the embedded database belongs to the one process that opened it, and there the server does the work itself.'

/** Does the work in the background, without a server, until a signal ends the process. */
export async function work(): Promise<void> {
  const config = readConfig(process.env)
  if (config.databaseUrl === '') throw new OperatorError(embedded)
  const database = await openDatabase(config)
  await migrate(database.background)
  await noteInstallation(database, config, config.publicUrl)
  await checkStart(config, database.background)
  const log = pino(logOptions(config.logLevel) as object, openLog())
  logStatements(database, log, config.slowStatementMs)
  const typesetter = createLetterTypesetter(config)
  const queue = await startWork({ config, database, typesetter, log })
  log.info('working')
  process.send?.({ working: true })
  stopOnSignal(async (signal) => {
    log.info({ signal }, 'stopping')
    await queue.stop()
    await typesetter.close()
    await database.close()
  })
}
