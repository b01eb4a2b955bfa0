import { randomUUID } from 'node:crypto'
import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PoolClient } from 'pg'
import { inject, onTestFinished } from 'vitest'
import { readConfig } from '../../server/src/platform/config/config.ts'
import { type Database, openDatabase, openEmbedded } from '../../server/src/platform/database/connection.ts'
import { newFolder } from './new-folder.ts'
import { openInMemory } from './pooled-pglite.ts'
import { runOn, templateName } from './postgres.ts'

/**
 * Creates a database on the scratch PostgreSQL: a copy of the migrated template, or with `empty` one without any table.
 */
export async function createPostgresDatabase(
  server: string,
  content: 'migrated' | 'empty'
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const admin = `${server}postgres`
  await runOn(admin, `create database ${name} template ${content === 'migrated' ? templateName : 'template0'}`)
  return { url: server + name, drop: () => runOn(admin, `drop database ${name} with (force)`) }
}

/** Tests hold locks for as long as a busy machine takes to see somebody wait for them, and connect in hundreds. */
export const patient = { databaseConnectMs: 30_000, databaseQueryMs: 30_000 }

async function openOnPostgres(server: string, content: 'migrated' | 'empty' = 'migrated'): Promise<Database> {
  const { url, drop } = await createPostgresDatabase(server, content)
  const through = inject('isPooled') ? (inject('poolerUrl') ?? '') + url.slice(server.length) : url
  const pooled = { databaseUrl: through, databasePreparedStatements: through === url }
  const database = await openDatabase({ ...readConfig({}), ...pooled, databasePool: 5, ...patient })
  // A transaction that a test holds open waits for others, on a busy machine for longer than one may be idle. Behind the
  // pooler, connections of others would get this setting, too.
  if (through === url) {
    const mayIdle = `set idle_in_transaction_session_timeout = ${patient.databaseQueryMs}`
    Object.assign(database.pool.options, { onConnect: (client: PoolClient) => client.query(mayIdle) })
    await database.pool.query(mayIdle)
  }
  return {
    ...database,
    async close() {
      await database.close()
      await drop()
    }
  }
}

/** Returns the scratch PostgreSQL's address (ends with a slash), or null where no binary was found. */
export const postgresServer = (): string | null => inject('postgresUrl')

/** Puts a migrated embedded database into a data folder, where the first server would take seconds to make one. */
export async function fillDataFolder(folder: string): Promise<void> {
  await cp(inject('template').folder, join(folder, 'database'), { recursive: true })
}

/** Settings with which programs find their data folder and a migrated database. */
export type Installation = Readonly<Record<'DATA_FOLDER' | 'DATABASE_URL', string>>

/**
 * Makes an installation without rows, until the test ends. It is on PostgreSQL where there is one: a command that
 * starts the embedded database takes 1.1 s of CPU, one that connects 0.25 s.
 */
export async function createInstallation(kind: 'embedded' | 'postgres' = 'postgres'): Promise<Installation> {
  const [server, dataFolder] = [postgresServer(), await newFolder()]
  if (kind === 'embedded' || server === null) {
    await fillDataFolder(dataFolder)
    return { DATA_FOLDER: dataFolder, DATABASE_URL: '' }
  }
  const { url, drop } = await createPostgresDatabase(server, 'migrated')
  onTestFinished(drop)
  return { DATA_FOLDER: dataFolder, DATABASE_URL: url }
}

/** Opens a migrated database without rows; the caller closes it. */
export function openTestDatabase(kind = inject('databaseKind')): Promise<Database> {
  const server = postgresServer()
  return kind === 'postgres' && server !== null ? openOnPostgres(server) : openInMemory()
}

/** Opens a database without any table; the caller closes it. */
export async function openEmptyDatabase(kind: 'embedded' | 'postgres'): Promise<Database> {
  const server = postgresServer()
  if (kind === 'postgres' && server !== null) return openOnPostgres(server, 'empty')
  return openEmbedded({ snapshot: await readFile(inject('template').empty) })
}

/** Makes each connection of a pool report what it has read so far: by itself it does so with a delay. */
export async function flushStatistics({ pool }: Database): Promise<void> {
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  for (const client of clients) await client.query('select pg_stat_force_next_flush()')
  for (const client of clients) client.release()
}
