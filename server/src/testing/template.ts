import type { Kysely } from 'kysely'
import { readConfig } from '../platform/config/config.ts'
import { migrate } from '../platform/database/migrate.ts'
import type { Tables } from '../platform/database/tables.ts'
import { jobs } from '../app.ts'
import { prepareQueues } from '../platform/queue/prepare-queues.ts'

/**
 * Makes a database what a server leaves behind: all tables, no rows, and the queues, whose tables would take the first
 * server 1.2 s of CPU in the embedded database.
 */
export async function makeTemplate(db: Kysely<Tables>): Promise<void> {
  await migrate(db)
  await prepareQueues(db, readConfig({}), jobs)
}
