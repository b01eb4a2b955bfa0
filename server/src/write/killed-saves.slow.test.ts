import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../database/connection.ts'
import { authorized } from '../testing/calls.ts'
import { buildServer, kill, messageOf, startChild } from '../testing/child.ts'
import { addCompany, type TestCompany } from '../testing/company.ts'
import { createPostgresDatabase, fillDataFolder, postgresServer } from '../testing/fresh-database.ts'
import { auditOf, save } from '../testing/saves.ts'

const postgres = postgresServer()
const databases = postgres === null ? ['embedded'] : ['embedded', 'postgres']
const saves = 200

beforeAll(buildServer, 120_000)

describe.each(databases)('the server killed with -9 in the middle of saves (%s)', (kind) => {
  let folder: string
  let url = ''
  let drop = async () => {}

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'customer-center-killed-'))
    if (kind === 'postgres' && postgres) ({ url, drop } = await createPostgresDatabase(postgres, 'migrated'))
    else await fillDataFolder(folder)
  })
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true })
    await drop()
  })

  async function withDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
    const database = await openDatabase({ databaseUrl: url, databasePool: 2, dataFolder: folder })
    try {
      return await work(database)
    } finally {
      await database.close()
    }
  }

  /** Saves until half are acknowledged, then kills; the texts of those that the server said it has. */
  async function saveAndKill(company: TestCompany): Promise<string[]> {
    const env = { PORT: '0', HOST: '127.0.0.1', DATA_FOLDER: folder, LOG_LEVEL: 'error', DATABASE_URL: url }
    const child = startChild('main', env)
    const { listening } = (await messageOf(child)) as { listening: string }
    const headers = await authorized(listening, company.users.admin)
    const acknowledged: string[] = []
    let begun = 0
    let killed: Promise<void> | undefined

    async function saveNext(): Promise<void> {
      begun += 1
      const text = `Nr ${begun}`
      const address = { ADR_NAME: text, ADR_STRASSE: text, ADR_PLZ: '1010', ADR_ORT: text }
      const { code } =
        begun % 2 === 0
          ? await save(listening, headers, ['PUT', '/customer'], { KND_ORT: text, KND_HOMEPAGE: text })
          : await save(listening, headers, ['PUT', '/address'], begun < 20 ? address : { ADR_LFDNR: 1, ...address })
      expect(code).toBe(0)
      acknowledged.push(text)
    }
    async function lane(): Promise<void> {
      while (begun < saves) {
        try {
          await saveNext()
        } catch (error) {
          if (killed) return
          throw error
        }
        if (acknowledged.length >= saves / 2) killed ??= kill(child)
      }
    }
    await Promise.all([lane(), lane(), lane(), lane()])
    await killed
    return acknowledged
  }

  test('has every save that it acknowledged, and none half', { timeout: 240_000 }, async () => {
    const company = await withDatabase(({ db }) => addCompany(db, 100))
    const acknowledged = await saveAndKill(company)
    expect(acknowledged.length).toBeGreaterThanOrEqual(saves / 2)
    expect(acknowledged.length).toBeLessThan(saves)
    await withDatabase(async ({ db }) => {
      const entries = await auditOf(db, company)
      const written = entries.map(({ changes }) => (changes['KND_ORT'] ?? changes['ADR_ORT'])?.new)
      expect(written).toEqual(expect.arrayContaining(acknowledged))

      // One row of the audit for each version, and in both tables what its last row says.
      const ofCustomer = entries.filter(({ resource }) => resource === 'customer')
      const customer = await db.selectFrom('customers').selectAll().where('id', '=', 100).executeTakeFirstOrThrow()
      const person = await db.selectFrom('persons').selectAll().where('id', '=', 100).executeTakeFirstOrThrow()
      expect(customer.version).toBe(ofCustomer.length + 1)
      expect([customer.home_page, person.place]).toEqual(Array(2).fill(ofCustomer.at(-1)?.changes['KND_ORT']?.new))

      const addresses = await db.selectFrom('invoice_addresses').selectAll().execute()
      expect(addresses.length).toBeGreaterThan(0)
      for (const { no, version, name, place } of addresses) {
        const own = entries.filter(({ resource, key }) => resource === 'invoice-address' && key['no'] === no)
        expect([version, name, place]).toEqual([
          own.length,
          ...Array<unknown>(2).fill(own.at(-1)?.changes['ADR_ORT']?.new)
        ])
      }
      expect(entries).toHaveLength(ofCustomer.length + addresses.reduce((sum, { version }) => sum + version, 0))
    })
  })
})
