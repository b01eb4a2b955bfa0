import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../server/src/platform/config/config.ts'
import { type Database, openDatabase } from '../../server/src/platform/database/connection.ts'
import { openStorage } from '../../server/src/platform/storage/storage.ts'
import { type Running, startProgram } from '../process.ts'
import { type PostgresServer, startPostgres } from './postgres.ts'
import { seed } from './seed.ts'
import { createPostgresDatabase } from './test-database.ts'

/** A PostgreSQL server of its own with a migrated database, and the built programs on it. */
export interface PostgresProduct {
  readonly postgres: PostgresServer
  readonly databaseUrl: string
  readonly database: Database
  readonly dataFolder: string
  /** Adds rows of the provider, with their documents in the data folder. */
  readonly shelves: ReturnType<typeof seed>
  /** Runs a program, or another server of a bench, until `close` or an earlier end of it. */
  readonly start: (program: string | URL, settings?: Readonly<Record<string, string>>) => Promise<Running>
  readonly close: () => Promise<void>
}

/**
 * Starts PostgreSQL; the caller fills the database and starts the programs.
 *
 * @param folder the parent of PostgreSQL's folder
 * @param settings of PostgreSQL
 * @throws Error where there is no PostgreSQL
 */
export async function startPostgresProduct(
  folder?: string,
  settings: readonly string[] = []
): Promise<PostgresProduct> {
  const postgres = await startPostgres(settings, folder)
  const { url: databaseUrl } = await createPostgresDatabase(postgres.url, 'migrated')
  const dataFolder = await mkdtemp(join(tmpdir(), 'customer-center-product-'))
  const patience = { databasePool: 2, databaseConnectMs: 60_000 }
  const database = await openDatabase({ ...readConfig({}), ...patience, databaseUrl, dataFolder })
  const running = new Set<Running>()
  return {
    postgres,
    databaseUrl,
    database,
    dataFolder,
    shelves: seed(database.db, openStorage({ dataFolder, storage: { kind: 'folder' } })),
    async start(program, more = {}) {
      const started = await startProgram(program, { DATABASE_URL: databaseUrl, DATA_FOLDER: dataFolder, ...more })
      running.add(started)
      return started
    },
    async close() {
      await Promise.all(Array.from(running, ({ kill }) => kill()))
      await database.close()
      await postgres.stop()
      await rm(dataFolder, { recursive: true, force: true })
    }
  }
}
