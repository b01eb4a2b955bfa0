import { describe, expect } from 'vitest'
import { contactFields } from '@customer-center/contract/contact'
import { readableCodes } from '@customer-center/contract/field-codes'
import { Right } from '@customer-center/contract/rights'
import { shopUserFields } from '@customer-center/contract/shop-user'
import { call } from '../../../../../testing/server/calls.ts'
import { addCustomer, testPassword } from '../../../../../testing/server/customer.ts'
import { test as serverTest } from '../../../../../testing/server/fixtures.ts'
import { bodyCount, randomWrites, sendWrites } from '../../../../../testing/server/random-writes.ts'
import { changeRows } from '../../../../../testing/server/rows.ts'
import { auditOf, contentOf } from '../../../../../testing/server/saves.ts'
import { hashPassword } from '../../../account/password/passwords.ts'

type Row = Record<string, unknown>

const passwordHash = hashPassword(testPassword)

const test = serverTest
  .extend('overrides', { scope: 'file' }, { config: { logLevel: 'error' } })
  /** The rows of the others. Theirs are the low numbers, because new ones follow the highest. */
  .extend('untouched', ({ db }) => async () => {
    const rows = await contentOf(db)
    return rows.filter(
      (row) => /"(?:person_id|customer_id)":(?:[23]\d)[,}]/.test(row) && !row.includes('"customer_id":100')
    )
  })
  /**
   * A body may have shut the admin out, when there is another one, and changed names and passwords. One admin is always
   * left.
   */
  .extend('login', ({ server, db, own }) => async () => {
    const { contact_id: pvaid } = await db
      .selectFrom('shop_users')
      .innerJoin('contacts', (join) =>
        join
          .onRef('contacts.provider_id', '=', 'shop_users.provider_id')
          .onRef('contacts.contact_id', '=', 'shop_users.contact_id')
      )
      .select('shop_users.contact_id')
      .where('shop_users.customer_id', '=', own.customerId)
      .where('shop_users.rights', '=', Right.admin)
      .where('contacts.active', '=', true)
      .orderBy((eb) => eb('contacts.contact_id', '!=', own.shopUsers.admin.contactId))
      .executeTakeFirstOrThrow()
    await changeRows(
      db,
      'shop_users',
      { contact_id: pvaid },
      { password_hash: await passwordHash, password_must_change: false, password_expires_at: null }
    )
    return server.headersOf({ ...own.shopUsers.admin, contactId: pvaid })
  })
  .extend('rowsNow', ({ server, login }) => async (): Promise<Map<unknown, Row>> => {
    const { envelope } = await call<Row[]>(server.url, '/contact', { headers: await login() })
    return new Map(envelope.responseData.map((row) => [row['ASP_PVAID'], row]))
  })

describe('random bodies', () => {
  test.beforeAll(async ({ db }) => {
    await addCustomer(db, 20)
    await addCustomer(db, 30, 2)
  })

  const empty = Object.fromEntries(readableCodes(contactFields).map((code) => [code, null]))
  const isWritten = (code: string) => code === 'WSU_EMAIL' || (code in empty && contactFields.password.code !== code)
  /** Computes the contacts from the audit; the server gives the numbers of new ones. */
  function replayed(
    before: ReadonlyMap<unknown, Row>,
    entries: Awaited<ReturnType<typeof auditOf>>,
    now: typeof before
  ) {
    const rows = new Map([...before].map(([pvaid, row]) => [pvaid, { ...row }]))
    for (const { action, key, changes } of entries) {
      const contactId = key['contactId']
      const given = ['ASP_FIRMA', 'ASP_ID', 'ASP_PVAID', 'ASP_KONTAKTFIRMA', 'ASP_KONTAKTID', 'ASP_LFDNR']
      const numbers = Object.fromEntries(given.map((code) => [code, now.get(contactId)?.[code]]))
      const row = action === 'create' ? { ...empty, ...numbers, VERSION: 0 } : rows.get(contactId)
      if (!row) throw new Error(`The audit names a contact that never was: ${contactId}`)
      for (const [code, change] of Object.entries(changes)) {
        if (isWritten(code)) Object.assign(row, { [code === 'WSU_EMAIL' ? 'ASP_SHOPEMAIL' : code]: change.new })
      }
      rows.set(contactId, Object.assign(row, { VERSION: Number(row['VERSION']) + 1 }))
    }
    return rows
  }
  // The new addresses are few, because each ends the session.
  const addresses = [
    ...Array.from({ length: 24 }, () => ['', 'contact@firma-100.example']).flat(),
    ...[1, 2, 3, 4].map((no) => `neu-${no}@firma-100.example`)
  ]
  const ids = [100, 100, 100, 20, 999_999, null]

  test.for([
    {
      method: 'POST',
      path: '/contact',
      fields: contactFields,
      keys: {
        ASP_FIRMA: [1, 1, 2, null],
        ASP_ID: ids,
        ASP_PVAID: [null],
        ASP_KONTAKTFIRMA: [1, null],
        ASP_KONTAKTID: [null],
        ASP_ANREDE: [1, 2, 3, 10, 9],
        ASP_NACHNAME: ['Huber', 'Maier', 'Öz', ' ']
      }
    },
    {
      method: 'PUT',
      path: '/contact',
      fields: contactFields,
      keys: { ASP_PVAID: [101, 102, 104, 105, 24, 999_999, null], ASP_ID: ids }
    },
    { method: 'PUT', path: '/webshopuser', fields: shopUserFields, keys: { WSU_EMAIL: addresses } }
  ] as const)(
    `${bodyCount} at $method $path give no failure, reach no other customer, and leave the contacts as the audit says`,
    async ({ method, path, fields, keys }, { untouched, db, own, rowsNow, server, login }) => {
      const before = await untouched()
      const written = (await auditOf(db, own)).length
      const contacts = await rowsNow()
      const bodies = randomWrites(fields, keys, bodyCount)
      const accepted = await sendWrites(server.app, login, [method, path], bodies)
      expect(await untouched()).toEqual(before)
      const entries = (await auditOf(db, own)).slice(written)
      const saves = entries.length
      const now = await rowsNow()
      expect(now).toEqual(replayed(contacts, entries, now))
      expect(saves).toBeLessThanOrEqual(accepted)
      // Bodies that all fail at the first check would guard nothing.
      expect(saves).toBeGreaterThan(bodyCount / 200)
    }
  )
})
