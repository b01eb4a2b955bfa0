// On PostgreSQL alone: an embedded database belongs to one process, so that no two versions meet there.

import { Client } from 'pg'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { buildServer, nextVersion, type Running, runProvider, startProgram } from '../../../testing/process.ts'
import { runOn } from '../../../testing/server/postgres.ts'
import { createInstallation } from '../../../testing/server/test-database.ts'
import type { Finding } from '../operator/check/check-installation.ts'
import { readConfig } from '../platform/config/config.ts'
import { openDatabase } from '../platform/database/connection.ts'

beforeAll(buildServer)

interface Upgraded {
  readonly env: { readonly DATABASE_URL: string; readonly DATA_FOLDER: string; readonly DATABASE_CONNECT_MS: string }
  readonly run: (statement: string) => Promise<void>
  /** Starts a server of this version, or of the next one. */
  readonly start: (version?: typeof nextVersion) => Promise<Running>
  /** Asks what waits to be migrated, in this version or in the next one. */
  readonly check: (
    version?: typeof nextVersion
  ) => Promise<{ readonly code: number; readonly findings: readonly Finding[] }>
}

/** Makes an installation of this version. */
async function install(): Promise<Upgraded> {
  // A busy machine is no fault of the upgrade.
  const env = { ...(await createInstallation()), DATABASE_CONNECT_MS: '30000' }
  return {
    env,
    run: (statement) => runOn(env.DATABASE_URL, statement),
    async start(version = {}) {
      const running = await startProgram('main', { ...env, ...version }, 'pipe')
      onTestFinished(running.kill)
      return running
    },
    async check(version = {}) {
      const { code, stdout } = await runProvider(['check', '--upgrade', '--json'], { ...env, ...version })
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
  const { env, run, start } = await install()
  const { reader, pid } = await read(env.DATABASE_URL)
  const starting = expect(start(nextVersion)).rejects.toThrow(
    `The migration 0002-next-version of the database was given up: another transaction holds a table that it has to lock. Nothing has changed, and versions that run go on. The oldest transaction is that of process ${pid} (report) since `
  )
  const over = new AbortController()
  void starting.finally(() => over.abort())
  // Statements of a version that runs.
  while (!over.signal.aborted) await run('select count(*) from invoices')
  await starting
  await reader.query('commit')
  expect(await readiness(await start(nextVersion))).toBe(200)
  // Rolled back.
  expect(await readiness(await start())).toBe(200)
})

test('a database of before release 0.2.0 starts no program, which says what to do', async () => {
  const { env, run, start } = await install()
  await run('create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)')
  // An older version that was started by mistake leaves the empty table behind.
  expect(await readiness(await start())).toBe(200)
  await run(`insert into kysely_migration values ('0097-cancelled-events', '2026-11-29T10:00:00.000Z')`)
  const sentence = 'The database was made by a version before release 0.2.0, and stays as it is'
  await expect(start()).rejects.toThrow(sentence)
  expect((await runProvider(['check', '--upgrade'], env)).stderr).toContain(sentence)
  expect((await runProvider(['check'], env)).stdout).toContain(sentence)
})

describe('the check before an upgrade', () => {
  test('names each migration that waits, whom it keeps from which table, and how long, and makes none', async () => {
    const { env, run, check } = await install()
    // What PostgreSQL knows of a large table.
    await run(`update pg_class set reltuples = 3000000 where relname = 'jobs'`)
    const { code, findings } = await check(nextVersion)
    expect(code).toBe(3)
    expect(findings.map((one) => [one.code, one.severity, one.sentence])).toEqual([
      [
        'pending-migration',
        'warning',
        '0002-next-version: nobody reads or writes invoices (0 rows) for a moment; nobody writes jobs (3,000,000 rows) for about 3 s.'
      ]
    ])
    expect(new Set(findings.map(({ remedy }) => remedy))).toEqual(
      new Set(['Back up, then run the command check of this version, which makes it, and restart the servers in turn.'])
    )
    const { pid } = await read(env.DATABASE_URL)
    const last = async () => (await check(nextVersion)).findings.at(-1)
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
