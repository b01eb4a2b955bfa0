import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { killsOf } from '../../../../testing/kills.ts'
import { buildServer, startProgram } from '../../../../testing/process.ts'
import { withDatabase } from '../../../../testing/server/backups.ts'
import { authorized } from '../../../../testing/server/calls.ts'
import { addCustomer, type TestCustomer } from '../../../../testing/server/customer.ts'
import { readRow } from '../../../../testing/server/rows.ts'
import { auditOf, save } from '../../../../testing/server/saves.ts'
import { postgresServer, createInstallation, type Installation } from '../../../../testing/server/test-database.ts'
import type { Db } from '../../platform/database/query.ts'

const databases = postgresServer() === null ? (['embedded'] as const) : (['embedded', 'postgres'] as const)
const kills = killsOf(1)
/** Number of saves of each server that is killed. */
const saves = 200

/** Makes all kinds of saves in turn: the statement alone, the transaction with its mail, and new rows. */
function saveNumber(begun: number, text: string, contactId: number) {
  const address = { ADR_NAME: text, ADR_STRASSE: text, ADR_PLZ: '1010', ADR_ORT: text }
  const contact = { ASP_ORT: text, ASP_FREIFELD16: text }
  const email = `nr${begun}@firma.example`
  const created = { ...contact, ASP_ANREDE: 1, ASP_NACHNAME: text, ASP_SHOPEMAIL: email }
  const inTurn = [
    { call: ['PUT', '/customer'], data: { KND_ORT: text, KND_HOMEPAGE: text } },
    { call: ['PUT', '/address'], data: begun < 40 ? address : { ADR_LFDNR: 1, ...address } },
    {
      call: ['PUT', '/contact'],
      data: { ASP_PVAID: contactId, ...contact, ...(begun % 10 === 2 && { ASP_SHOPEMAIL: email }) }
    },
    { call: ['PUT', '/contact'], data: { ASP_PVAID: contactId, ...contact } },
    { call: ['POST', '/contact'], data: created }
  ] as const
  return inTurn[begun % inTurn.length] ?? inTurn[0]
}

/** Reads all as it is at one moment: what the database had begun for the killed server may still end meanwhile. */
const snapshotOf = (db: Db, read: (db: Db) => Promise<void>): Promise<void> =>
  db.transaction().setIsolationLevel('repeatable read').execute(read)

beforeAll(buildServer)

describe.each(databases)('the server killed with -9 in the middle of saves (%s)', (kind) => {
  /** Saves until half are acknowledged, then kills; returns the texts of the saves that the server said it has. */
  async function saveAndKill(env: Installation, customer: TestCustomer, earlier: number): Promise<string[]> {
    const server = await startProgram('main', env)
    const headers = await authorized(server.url, customer.shopUsers.admin)
    const acknowledged: string[] = []
    let begun = earlier
    let killed: Promise<void> | undefined

    async function saveNext(): Promise<void> {
      begun += 1
      const text = `Nr ${begun}`
      const next = saveNumber(begun, text, customer.shopUsers.contact.contactId)
      const { code } = await save(server.url, headers, next.call, next.data)
      expect(code).toBe(0)
      acknowledged.push(text)
    }
    async function lane(): Promise<void> {
      while (begun < earlier + saves) {
        try {
          await saveNext()
        } catch (error) {
          if (killed) return
          throw error
        }
        if (acknowledged.length >= saves / 2) killed ??= server.kill()
      }
    }
    await Promise.all([lane(), lane(), lane(), lane()])
    await killed
    return acknowledged
  }

  test('has every save that it acknowledged, and none half', { timeout: 240_000 * kills }, async () => {
    // On a busy machine a connection opens in more than the time that a call waits for it.
    const env = { ...(await createInstallation(kind)), DATABASE_CONNECT_MS: '30000' }
    const saving = await withDatabase(env, ({ db }) => addCustomer(db, 100))
    const acknowledged: string[] = []
    for (let killed = 0; killed < kills; killed += 1) {
      const before = await saveAndKill(env, saving, killed * saves)
      expect(before.length).toBeGreaterThanOrEqual(saves / 2)
      expect(before.length).toBeLessThan(saves)
      acknowledged.push(...before)
    }
    await withDatabase(env, ({ db: database }) =>
      snapshotOf(database, async (db) => {
        const entries = await auditOf(db, saving)
        const changed = saving.shopUsers.contact
        const written = entries.map(
          ({ changes }) => (changes['KND_ORT'] ?? changes['ADR_ORT'] ?? changes['ASP_ORT'])?.new
        )
        expect(written).toEqual(expect.arrayContaining(acknowledged))

        // The audit has one row for each version, and both tables have the values of its last row.
        const ofCustomer = entries.filter(({ resource }) => resource === 'customer')
        const customer = await readRow(db, 'customers', { customer_id: 100 })
        const person = await readRow(db, 'persons', { person_id: 100 })
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

        const { rows: contacts } = await sql<{
          contact_id: number
          version: number
          place: string
          field: string
          email: string
        }>`
        select c.contact_id, c.version, p.place, c.custom_field16 as field, s.email_address as email from contacts c
        join persons p on p.provider_id = c.provider_id and p.person_id = c.person_id
        join shop_users s on s.provider_id = c.provider_id and s.contact_id = c.contact_id
        where c.customer_id = 100 and (c.contact_id = ${changed.contactId} or c.contact_id > 105)`.execute(db)
        expect(contacts.length).toBeGreaterThan(1)
        for (const { contact_id: contactId, version, ...row } of contacts) {
          const own = entries.filter(({ resource, key }) => resource === 'contact' && key['contactId'] === contactId)
          const last = (code: string) => own.findLast(({ changes }) => changes[code])?.changes[code]?.new
          const [place, field] = [last('ASP_ORT'), last('ASP_FREIFELD16')]
          expect(row).toEqual({ place, field, email: last('ASP_SHOPEMAIL') ?? changed.userName })
          expect(version).toBe(own.length + (contactId === changed.contactId ? 1 : 0))
        }
        // The notice of a changed address is queued in the transaction that changed it.
        const moved = entries.filter(({ action, changes }) => action === 'update' && changes['ASP_SHOPEMAIL'])
        const { rows: mails } = await sql`select from jobs where kind = 'email-changed-mail'`.execute(db)
        expect(mails).toHaveLength(moved.length)

        const versions = [...addresses, ...contacts].reduce((sum, { version }) => sum + version, 0) - 1
        expect(entries).toHaveLength(ofCustomer.length + versions)
      })
    )
  })
})
