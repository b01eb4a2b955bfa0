import { pino } from 'pino'
import { readConfig, SettingsError } from '../platform/config/config.ts'
import { openDatabase } from '../platform/database/connection.ts'
import { DatabaseError } from '../platform/database/failures.ts'
import { migrate } from '../platform/database/migrate.ts'
import { logOptions } from '../platform/http/log.ts'
import { jobs } from '../jobs.ts'
import { lazyLetters } from '../platform/typesetting/lazy-letters.ts'
import { prepareQueues } from '../platform/queue/prepare-queues.ts'
import { openSigningKey, SigningKeyError } from '../confirmations/verification/signing-key.ts'
import { startWork } from './start-work.ts'

/** What stops the start, in the operator's words. */
class StartError extends Error {}

const embedded =
  'A worker needs a PostgreSQL server (DATABASE_URL): the embedded database belongs to the one process that opened it, and there the server does the work itself.'

async function main(): Promise<void> {
  const config = readConfig(process.env)
  if (config.databaseUrl === '') throw new StartError(embedded)
  const database = await openDatabase(config)
  await migrate(database.db)
  // A broken one stops the start, and not the first letter that a customer waits for.
  await openSigningKey(config, database.db)
  await prepareQueues(database.db, config, jobs)
  const log = pino(logOptions(config.logLevel) as object)
  const letters = lazyLetters({ templates: config.letterTemplates })
  const queue = await startWork({ config, database, letters, log })
  log.info('working')
  process.send?.({ working: true })

  async function stop(signal: string): Promise<void> {
    log.info({ signal }, 'stopping')
    await queue.stop()
    await letters.close()
    await database.close()
  }
  // Only the first: a second signal ends the process at once, as everybody expects.
  process.once('SIGTERM', (signal) => void stop(signal).catch(fail))
  process.once('SIGINT', (signal) => void stop(signal).catch(fail))
}

const expected = [SettingsError, DatabaseError, SigningKeyError, StartError]

function fail(error: unknown): void {
  const known = error instanceof Error && expected.some((kind) => error instanceof kind)
  const text = error instanceof Error ? (known ? error.message : error.stack) : String(error)
  process.stderr.write(`${text}\n`, () => process.exit(1))
}

await main().catch(fail)
