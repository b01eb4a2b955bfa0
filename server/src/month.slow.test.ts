// On PostgreSQL alone: this test starts one, with a clock that it moves.

import { randomUUID } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildServer, runProvider, startProgram } from '../../testing/process.ts'
import { call, getToken, loginForm } from '../../testing/server/calls.ts'
import { addCustomer, type TestCustomer } from '../../testing/server/customer.ts'
import { confirmation, participationLetter } from '../../testing/server/document-requests.ts'
import { eventually } from '../../testing/server/eventually.ts'
import { clockLibrary, createFakeClock } from '../../testing/server/fake-clock.ts'
import { newFolder } from '../../testing/server/new-folder.ts'
import { findBinaries } from '../../testing/server/postgres-binaries.ts'
import { startPostgres } from '../../testing/server/postgres.ts'
import { addRows } from '../../testing/server/rows.ts'
import { save } from '../../testing/server/saves.ts'
import { seed } from '../../testing/server/seed.ts'
import { createPostgresDatabase } from '../../testing/server/test-database.ts'
import { retention } from './features.ts'
import { readConfig } from './platform/config/config.ts'
import { openDatabase } from './platform/database/connection.ts'
import { openStorage } from './platform/storage/storage.ts'

// `npm run faults -- month` runs the same for longer, and with more of both.
const days = Number(process.env['MONTH_DAYS'] ?? 9)
const callsOfDay = Number(process.env['MONTH_CALLS'] ?? 60)
const rowsOfNight = Number(process.env['MONTH_ROWS'] ?? 100)
/** The file for the sizes of all tables after each third of the days. */
const report = process.env['MONTH_REPORT']
const customers = 5
/** Rows in a hundred with a wrong value, and rows that have another value each night. */
const [dirty, changed] = [3, 1]

/** Tables whose period is longer than the month, or that keep their rows for good; all others have stopped growing. */
const growing = ['audit_entries', 'issued_letters', 'login_attempts', 'login_marks']

/** Short periods end before the second third of the days. */
const shortest = String(days / 3 - 2)
const settings = {
  JOB_DAYS: shortest,
  LOGIN_DAYS: shortest,
  IMPORT_DAYS: shortest,
  AUDIT_DAYS: '90',
  // A busy machine is no fault: a call of the month that is refused for the time it took ends the month.
  DATABASE_CONNECT_MS: '30000',
  DATABASE_QUERY_MS: '30000',
  LOG_LEVEL: 'error'
}

beforeAll(buildServer)

/** Makes the contacts of an ERP in one night. */
function nightOf(day: number): string {
  const lines = Array.from({ length: rowsOfNight }, (_, n) => {
    const salutation = n % 100 < dirty ? 'Herr Magister' : '1'
    const place = n % 100 >= 100 - changed ? `Ort ${day}` : 'Wien'
    return `P-${n};K-${n % customers};${salutation};Huber ${n};Ring ${n};1010;${place};person${n}@betrieb.example`
  })
  return ['externalId;customer;salutation;lastName;street;plz;place;eMailAddress', ...lines, ''].join('\r\n')
}

const read = [
  '/overview',
  '/contact',
  '/history',
  '/sessions',
  '/customer',
  '/eventmanager/ordersbysubscriber',
  '/function/list'
]

type Headers = Readonly<Record<string, string>>

/** Makes a day's calls as people make them: most read, some log in or fail to, save, and have letters made. */
async function makeCalls(url: string, added: readonly TestCustomer[], day: number): Promise<void> {
  const sessions = new Map<TestCustomer, Headers>()
  for (let n = 0; n < callsOfDay; n += 1) {
    const own = added[n % added.length] as TestCustomer
    const { admin, contact } = own.shopUsers
    const session = sessions.get(own)
    const kind = Math.floor(n / added.length) % 20
    if (session === undefined || kind === 1) {
      const { status, envelope } = await getToken(url, loginForm(admin))
      expect(status).toBe(200)
      sessions.set(own, { authorization: envelope.responseData.access_token })
    } else if (kind === 2) await getToken(url, loginForm(contact, 'falsch'))
    else if (kind < 6) {
      const place = `Ort ${day} ${n}`
      expect((await save(url, session, ['PUT', '/customer'], { KND_ORT: place })).code).toBe(0)
    } else if (kind === 6) await save(url, {}, ['POST', '/passwordreset'], { emailAddress: contact.userName })
    else if (kind === 7 && n % added.length < 3) {
      const parameter = confirmation({ user: admin, eventId: 1, participantId: own.customerId / 100 })
      const start = { functionName: 'StandardLetter', parameter, async: true }
      const headers = { ...session, 'idempotency-key': randomUUID() }
      expect((await save(url, headers, ['POST', '/function/start'], start)).code).toBe(0)
    } else if (kind === 8)
      await call(url, '/passkeys/loginoptions', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"data":{}}'
      })
    else expect((await call(url, read[n % read.length] ?? '', { headers: session })).status).toBe(200)
  }
}

type Sizes = ReadonlyMap<string, { readonly rows: number; readonly bytes: number }>

test.skipIf(clockLibrary === undefined || findBinaries() === undefined)(
  'after a month of calls and dirty imports, nothing grows that has no stated bound',
  { timeout: 4 * 3_600_000 },
  async () => {
    const clock = await createFakeClock()
    onTestFinished(clock.remove)
    const postgres = await startPostgres(['autovacuum_naptime=2s'], tmpdir(), clock.env)
    if (!postgres) throw new Error('There is no PostgreSQL.')
    onTestFinished(postgres.stop)
    const { url: databaseUrl } = await createPostgresDatabase(postgres.url, 'migrated')
    const folder = await newFolder()
    const dataFolder = join(folder, 'data')
    const { db, close } = await openDatabase({ ...readConfig({}), databaseUrl, databasePool: 2, dataFolder })
    onTestFinished(close)
    const env = {
      ...clock.env,
      ...settings,
      DATABASE_URL: databaseUrl,
      DATA_FOLDER: dataFolder,
      PUBLIC_URL: 'https://center.example'
    }
    const added: TestCustomer[] = []
    for (let n = 1; n <= customers; n += 1) added.push(await addCustomer(db, n * 100))
    const rows = seed(db, openStorage({ dataFolder, storage: { kind: 'folder' } }))
    await rows.addEvent(1, '2026-01-01')
    for (const { shopUsers } of added) await rows.addParticipation(shopUsers.admin, 1)
    await addRows(db, 'letters', { provider_id: 1, letter_no: participationLetter, kind: 'participation' })
    await writeFile(
      join(folder, 'customers.csv'),
      ['externalId;lastName', ...Array.from({ length: customers }, (_, n) => `K-${n};Betrieb ${n}`)].join('\n')
    )

    const setDay = async (day: number) => {
      const { rows: before } = await sql<{ at: Date }>`select now() as at`.execute(db)
      await clock.setAhead(day)
      await eventually(async () => {
        const { rows: now } = await sql<{ at: Date }>`select now() as at`.execute(db)
        expect(Number(now[0]?.at) - Number(before[0]?.at)).toBeGreaterThan(86_000_000)
      })
    }
    const measure = async (): Promise<Sizes> => {
      const sizes = new Map<string, { readonly rows: number; readonly bytes: number }>()
      for (const name of retention.flatMap(({ kind, of }) => (kind === 'table' ? of : []))) {
        const { rows: found } = await sql<{ rows: number; bytes: number }>`
          select count(*)::int as rows, pg_total_relation_size(${name})::float8 as bytes from ${sql.table(name)}`.execute(
          db
        )
        if (found[0]) sizes.set(name, found[0])
      }
      return sizes
    }

    const work = async (on: (url: string) => Promise<void> = async () => undefined) => {
      const server = await startProgram('main', env)
      try {
        await on(server.url)
      } finally {
        // A server begins with the clean-up, and ends when it is done.
        await server.end()
      }
    }
    const measured: Sizes[] = []
    for (let day = 1; day <= days; day += 1) {
      await setDay(day)
      await work(async (url) => {
        await makeCalls(url, added, day)
        await writeFile(join(folder, 'contacts.csv'), nightOf(day))
        const { code, stderr } = await runProvider(['import', folder], env)
        expect(code, stderr).toBe(3)
      })
      if (day % (days / 3) !== 0) continue
      measured.push(await measure())
      if (report) await writeFile(report, JSON.stringify(measured.map((sizes) => Object.fromEntries(sizes))))
    }
    const [, before, last] = measured
    if (!before || !last) throw new Error('The days are no three thirds.')
    const grown = [...last].filter(([name, { rows: count }]) => count > (before.get(name)?.rows ?? 0) * 1.3 + 10)
    expect(growing).toEqual(expect.arrayContaining(grown.map(([name]) => name)))
    const bytesOf = (sizes: Sizes) =>
      [...sizes].reduce((sum, [name, { bytes }]) => sum + (growing.includes(name) ? 0 : bytes), 0)
    expect(bytesOf(last)).toBeLessThan(1.2 * bytesOf(before) + 1_000_000)
    expect((await readdir(join(dataFolder, 'mails'))).length).toBeLessThanOrEqual(500)

    await setDay(days + 366)
    await work()
    const left = await measure()
    const expiring = retention.filter(({ kind, removeOld }) => kind === 'table' && removeOld).flatMap(({ of }) => of)
    expect(expiring.filter((name) => left.get(name)?.rows !== 0)).toEqual([])
  }
)
