// On PostgreSQL alone: an embedded database belongs to one process, so that no two versions meet there.

import { Client } from 'pg'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { buildServer, type Running, runProvider, startProgram } from '../../../testing/process.ts'
import { newFolder } from '../../../testing/server/new-folder.ts'
import { runOn } from '../../../testing/server/postgres.ts'
import { createPostgresDatabase, postgresServer } from '../../../testing/server/test-database.ts'
import { readConfig } from '../platform/config/config.ts'
import { openDatabase } from '../platform/database/connection.ts'
import { migrate } from '../platform/database/migrate.ts'
import type { Finding } from '../provider/check/check-installation.ts'

beforeAll(buildServer)

interface Installation {
  readonly env: { readonly DATABASE_URL: string; readonly DATA_FOLDER: string; readonly DATABASE_CONNECT_MS: string }
  readonly run: (statement: string) => Promise<void>
  readonly start: () => Promise<Running>
  /** Asks what waits to be migrated. */
  readonly check: () => Promise<{ readonly code: number; readonly findings: readonly Finding[] }>
}

/** Makes an installation; its database has the migrations up to one. */
async function install(upTo?: string): Promise<Installation> {
  const { url, drop } = await createPostgresDatabase(postgresServer() ?? '', upTo ? 'empty' : 'migrated')
  onTestFinished(drop)
  const folder = await newFolder()
  if (upTo) {
    const database = await openDatabase({ ...readConfig({}), databaseUrl: url, databasePool: 2 })
    await migrate(database.db, upTo)
    await database.close()
  }
  // A busy machine is no fault of the upgrade.
  const env = { DATABASE_URL: url, DATA_FOLDER: folder, DATABASE_CONNECT_MS: '30000' }
  return {
    env,
    run: (statement) => runOn(url, statement),
    async start() {
      const running = await startProgram('main', env, 'pipe')
      onTestFinished(running.kill)
      return running
    },
    async check() {
      const { code, stdout } = await runProvider(['check', '--upgrade', '--json'], env)
      return { code, findings: JSON.parse(stdout) as Finding[] }
    }
  }
}

/** Reads a table in a transaction that stays open. */
async function read(connectionString: string) {
  const reader = new Client({ connectionString, application_name: 'report' })
  await reader.connect()
  onTestFinished(() => reader.end())
  await reader.query('begin')
  await reader.query('select count(*) from invoices')
  const { rows } = await reader.query<{ pid: number }>('select pg_backend_pid() as pid')
  return { reader, pid: rows[0]?.pid }
}

const readiness = async ({ url }: Running) => (await fetch(`${url}/readyz`)).status

describe('a version on a database that a later release has migrated', () => {
  test('works if the release says that it may', async () => {
    const { run, start } = await install()
    await run(`insert into migrations (name, lowest_release) values ('9998-added', null), ('9999-removed', '0.2.0')`)
    expect(await readiness(await start())).toBe(200)
  })

  test('refuses to start if it may not, and says which release may', async () => {
    const { env, run, start } = await install()
    await run(`insert into migrations (name, lowest_release) values ('9998-added', null), ('9999-removed', '10.1.0')`)
    const sentence =
      /The database is newer than this version \(\d+\.\d+\.\d+\S*\): its migration 9999-removed needs release 10\.1\.0 or a later one\. Start that, or restore the backup from before the upgrade \(docs\/operations\/upgrade\.md\)\.\n/
    await expect(start()).rejects.toThrow(sentence)
    const { code, stdout } = await runProvider(['check'], env)
    expect(code).toBe(1)
    expect(stdout).toMatch(/FAILED {3}database: The database is newer than this version /)
  })

  test('refuses to start beside a migration of which it does not know who may run', async () => {
    const { run, start } = await install()
    await run(`insert into kysely_migration values ('9999-unknown', '2026-01-01T00:00:00.000Z')`)
    await expect(start()).rejects.toThrow('its migration 9999-unknown needs the version that made it.')
  })

  test('leaves jobs of a kind that only the later one has, shows them, and runs the others', async () => {
    const { env, run, start } = await install()
    await run(
      `insert into jobs (id, kind, data, due_at) select gen_random_uuid(), kind, '{}', now() - interval '1 hour' from unnest('{later-job,server-function}'::text[]) kind`
    )
    const { pool, close } = await openDatabase({ ...readConfig({}), databaseUrl: env.DATABASE_URL, databasePool: 1 })
    onTestFinished(close)
    const attempts = async (kind: string) =>
      (await pool.query<{ attempts: number }>('select attempts from jobs where kind = $1', [kind])).rows[0]?.attempts
    const running = await start()
    await expect.poll(() => attempts('server-function'), { timeout: 60_000 }).toBeGreaterThan(0)
    expect((await fetch(`${running.url}/metrics`)).status).toBe(200)
    await running.end()
    expect(await attempts('later-job')).toBe(0)
    expect((await runProvider(['check'], env)).stdout).toContain('late-jobs: 1 jobs wait in vain')
  })
})

test('a migration whose table somebody reads gives up in a sentence, lets others read meanwhile, and is made later', async () => {
  const { env, run, start } = await install('0079-shares-of-imports')
  const { reader, pid } = await read(env.DATABASE_URL)
  const starting = expect(start()).rejects.toThrow(
    `The migration 0080-payment-references of the database was given up: another transaction holds a table that it has to lock. Nothing has changed, and versions that run go on. The oldest transaction is that of process ${pid} (report) since `
  )
  const over = new AbortController()
  void starting.finally(() => over.abort())
  // Statements of a version that runs.
  while (!over.signal.aborted) await run('select count(*) from invoices')
  await starting
  await reader.query('commit')
  expect(await readiness(await start())).toBe(200)
})

describe('the check before an upgrade', () => {
  test('names each migration that waits, whom it keeps from which table, and how long, and makes none', async () => {
    const { env, run, check } = await install('0079-shares-of-imports')
    // What PostgreSQL knows of a large table.
    await run(`update pg_class set reltuples = 3000000 where relname = 'jobs'`)
    const { code, findings } = await check()
    expect(code).toBe(3)
    expect(findings.map((one) => [one.code, one.severity, one.sentence])).toEqual([
      [
        'pending-migration',
        'warning',
        '0080-payment-references: nobody reads or writes invoices (0 rows) for a moment.'
      ],
      [
        'pending-migration',
        'warning',
        '0081-backups: nobody reads or writes outgoing (0 rows) for a moment; nobody reads or writes provider_keys (0 rows) for a moment; nobody reads or writes webhooks (0 rows) for a moment.'
      ],
      [
        'pending-migration',
        'warning',
        '0083-retention: nobody reads or writes import_runs (0 rows) for a moment; nobody writes jobs (3,000,000 rows) for about 3 s.'
      ],
      ['pending-migration', 'warning', '0084-bounces: nobody writes providers (0 rows) for a moment.'],
      ['pending-migration', 'warning', '0085-no-lock-table: it locks no table that others use.'],
      [
        'pending-migration',
        'warning',
        '0086-removed-orders-and-events: nobody writes invoices (0 rows) for a moment; nobody writes webinar_links (0 rows) for a moment.'
      ],
      [
        'pending-migration',
        'warning',
        '0087-indexes-of-ends: nobody writes email_changes (0 rows) for a moment; nobody writes import_runs (0 rows) for a moment; nobody writes jobs (3,000,000 rows) for about 3 s; nobody writes mail_limits (0 rows) for a moment; nobody writes passkey_challenges (0 rows) for a moment; nobody writes password_mails (0 rows) for a moment; nobody writes zip_downloads (0 rows) for a moment.'
      ],
      [
        'pending-migration',
        'warning',
        '0088-traces-of-changes: nobody reads or writes audit_entries (0 rows) for a moment.'
      ],
      [
        'pending-migration',
        'warning',
        '0089-readable-feeds: nobody reads or writes calendar_feeds (0 rows) for a moment.'
      ],
      [
        'pending-migration',
        'warning',
        '0090-kinds-of-refusals: nobody reads or writes import_refusals (0 rows) for a moment.'
      ],
      [
        'pending-migration',
        'warning',
        '0091-removed-numbers: nobody writes documents (0 rows) for a moment; nobody writes evaluations (0 rows) for a moment; nobody writes events (0 rows) for a moment; nobody writes invoice_addresses (0 rows) for a moment; nobody writes invoices (0 rows) for a moment; nobody writes letters (0 rows) for a moment; nobody writes orders (0 rows) for a moment; nobody writes participations (0 rows) for a moment; nobody writes webinar_links (0 rows) for a moment.'
      ],
      ['pending-migration', 'warning', '0092-schema-of-triggers: it locks no table that others use.'],
      [
        'pending-migration',
        'warning',
        '0094-unknown-days-and-times: nobody reads or writes event_dates (0 rows) for a moment; it writes rows of events (0 rows) for a moment; it writes rows of invoices (0 rows) for a moment; it writes rows of webinar_links (0 rows) for a moment.'
      ],
      [
        'pending-migration',
        'warning',
        '0095-unknown-hours: nobody reads or writes participations (0 rows) for a moment.'
      ],
      ['pending-migration', 'warning', '0096-zeros-of-hours: it writes rows of participations (0 rows) for a moment.'],
      [
        'pending-migration',
        'warning',
        '0097-cancelled-events: nobody writes event_dates (0 rows) for a moment; nobody reads or writes events (0 rows) for a moment.'
      ]
    ])
    expect(new Set(findings.map(({ remedy }) => remedy))).toEqual(
      new Set(['Back up, then run the command check of this version, which makes it, and restart the servers in turn.'])
    )
    const { pid } = await read(env.DATABASE_URL)
    const last = async () => (await check()).findings.at(-1)
    await expect.poll(last, { timeout: 60_000 }).toMatchObject({
      code: 'long-transaction',
      sentence: expect.stringContaining(`process ${pid} (report)`) as string
    })
  })

  test('is fine where nothing waits, and refuses where this version cannot run', async () => {
    const { env, run, check } = await install()
    expect(await check()).toEqual({
      code: 0,
      findings: [
        {
          code: 'pending-migration',
          severity: 'fine',
          sentence: expect.stringMatching(/^the database has all migrations of version \d/) as string,
          remedy: ''
        }
      ]
    })
    await run(`insert into migrations (name, lowest_release) values ('9999-removed', '10.1.0')`)
    const { code, stderr } = await runProvider(['check', '--upgrade'], env)
    expect(code).toBe(1)
    expect(stderr).toMatch(/^The database is newer than this version /)
  })
})
