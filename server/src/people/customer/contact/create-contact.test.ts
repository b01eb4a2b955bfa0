// On both databases: saves at once meet in the database.

import { createHash } from 'node:crypto'
import { describe, expect } from 'vitest'
import { BusinessError } from '@customer-center/contract/envelope'
import type { WireRow } from '@customer-center/contract/field-codes'
import { Right } from '@customer-center/contract/rights'
import { test as serverTest } from '../../../../../testing/server/contact-fixtures.ts'
import { addCustomer, type TestShopUser } from '../../../../../testing/server/customer.ts'
import { auditOf, contentOf, save } from '../../../../../testing/server/saves.ts'
import { seedRows } from '../../../../../testing/server/seed.ts'

const named = { ASP_ANREDE: 0, ASP_NACHNAME: 'Neu' }

const test = serverTest
  .extend('post', ({ server, saves }) => {
    return async (by: TestShopUser, data: WireRow, more: Record<string, string> = {}) =>
      save(server.url, { ...(await saves.sessionOf(by)), ...more }, ['POST', '/contact'], data)
  })
  .extend('count', ({ server, own }) => async () => {
    return (await server.call<object[]>(own.shopUsers.admin, '/contact')).envelope.responseData.length
  })

// The rules of a plan are in `contact-plan.test.ts`.
describe('creating a contact', () => {
  test('makes a person, a contact without a right and its audit row', async ({ post, own, saves, db }) => {
    const { admin, shoplight } = own.shopUsers
    const email = 'neuling@firma.example'
    const sent = { ...named, ASP_SHOPEMAIL: email, ASP_FREIFELD17: 'x' }
    const { data } = await post(shoplight, { ...sent, ASP_PVAID: null, ASP_KONTAKTID: null })
    const contactId = Number(data?.['ASP_PVAID'])
    expect(data).toMatchObject({ ASP_FIRMA: 1, ASP_ID: own.customerId, ASP_SHOPEMAIL: email, VERSION: 1 })
    const state = { ASP_SHOPRECHTE: 0, ASP_AKTIV: true, ASP_NEWSLETTER: false }
    const addresses = { ASP_EMAIL: email, ASP_ANZEIGEEMAIL: email }
    expect(await saves.read(admin, contactId)).toMatchObject({ ...sent, ...addresses, ...state })
    const entry = (await auditOf(db, own)).at(-1)
    expect(entry).toMatchObject({
      action: 'create',
      resource: 'contact',
      contactId: shoplight.contactId,
      key: { contactId }
    })
    expect(entry?.changes['ASP_NACHNAME']).toEqual({ old: null, new: 'Neu' })
    expect(await saves.mails(contactId)).toEqual([])
  })

  test('with a right sends a password or sets one, and asks the lists of the form', async ({ db, post, saves }) => {
    const { admin } = (await addCustomer(db, 300, 3)).shopUsers
    await seedRows(db, 3).addFields('contact', { ASP_VORNAME: { required: true }, ASP_SHOPEMAIL: {} })
    const data = { ASP_VORNAME: 'Eva', ASP_SHOPRECHTE: Right.contact, ASP_SHOPEMAIL: 'recht@firma.example' }
    expect((await post(admin, { ...data, ASP_VORNAME: null })).code).toBe(BusinessError.requiredFieldMissing)
    const mailed = await post(admin, data)
    expect(await saves.mails(Number(mailed.data?.['ASP_PVAID']))).toEqual([['password-mail', data.ASP_SHOPEMAIL]])
    const chosen = { ...data, ASP_SHOPEMAIL: 'wahl@firma.example', ASP_PASSWORT: 'Gewaehlt-1' }
    expect((await post(admin, { ...chosen, ASP_PASSWORT: 'fünf5' })).code).toBe(BusinessError.passwordTooShort)
    const made = await post(admin, chosen)
    expect(await saves.mails(Number(made.data?.['ASP_PVAID']))).toEqual([])
    expect(await saves.login({ ...admin, userName: 'wahl@firma.example' }, 'Gewaehlt-1')).toBe(200)
    expect(made.text).not.toContain('Gewaehlt')
  })

  test('the numbers go on from the highest ones', async ({ db, database, foreign, own, post, saves }) => {
    const other = await addCustomer(db, 90_000, 2)
    await database.pool.query('update contacts set sequence_number = 700 where customer_id = any($1)', [
      [foreign.customerId, other.customerId]
    ])
    const highest = async () => {
      const { rows } = await database.pool.query<Record<'personId' | 'contactId' | 'sequenceNumber', number>>(
        `select (select max(person_id) from persons where provider_id = 1) as "personId", max(contact_id) as "contactId",
                max(sequence_number) filter (where customer_id = $1) as "sequenceNumber"
         from contacts where provider_id = 1`,
        [own.customerId]
      )
      return rows[0] ?? { personId: 0, contactId: 0, sequenceNumber: 0 }
    }
    const before = await highest()
    const { data } = await post(own.shopUsers.admin, named)
    const [personId, pvaid, sequenceNumber] = [before.personId + 1, before.contactId + 1, before.sequenceNumber + 1]
    expect(data).toMatchObject({ ASP_KONTAKTID: personId, ASP_PVAID: pvaid })
    expect((await saves.read(own.shopUsers.admin, pvaid))['ASP_LFDNR']).toBe(sequenceNumber)
  })

  test('only the address that another one has is reported as taken, not a number', async ({ database, post, own }) => {
    const { pool } = database
    await pool.query(`create function taken() returns trigger language plpgsql as
      $$ begin raise exception 'taken' using errcode = '23505', constraint = 'contacts_pkey'; end $$`)
    await pool.query('create trigger taken before insert on contacts execute function taken()')
    const answer = await post(own.shopUsers.admin, { ...named, ASP_SHOPEMAIL: 'nummer@firma.example' })
    await pool.query('drop function taken cascade')
    expect([answer.status, answer.code]).toEqual([500, 500])
  })

  test('for a foreign customer is refused as for a missing one, byte for byte', async ({ own, post, db, foreign }) => {
    const ask = (data: WireRow) => post(own.shopUsers.admin, { ...named, ...data })
    await ask({ ASP_ID: 999_999 })
    const before = await contentOf(db)
    const missing = await ask({ ASP_ID: 999_999 })
    for (const data of [{ ASP_ID: foreign.customerId }, { ASP_FIRMA: 2 }, { ASP_KONTAKTFIRMA: 2 }]) {
      const answer = await ask(data)
      expect([answer.status, answer.text]).toEqual([404, missing.text])
    }
    expect(await contentOf(db)).toEqual(before)
  })

  test('with an Idempotency-Key keeps no hash that is quickly guessed', async ({ post, own, foreign, db }) => {
    const body = (password: string, name: string) => ({
      ...named,
      ASP_SHOPEMAIL: `${name}@firma.example`,
      ASP_SHOPRECHTE: Right.contact,
      ASP_PASSWORT: password
    })
    const key = { 'idempotency-key': 'mit-passwort' }
    const first = await post(own.shopUsers.admin, body('Neu-4711', 'geheim'), key)
    expect((await post(own.shopUsers.admin, body('Neu-4711', 'geheim'), key)).text).toBe(first.text)
    expect(await post(own.shopUsers.admin, body('Neu-4712', 'geheim'), key)).toMatchObject({ status: 400 })
    await post(foreign.shopUsers.admin, body('Neu-4711', 'geheim'), key)
    const kept = db.selectFrom('idempotency_keys').select('request_hash').where('key', '=', 'mit-passwort')
    const hashes = (await kept.execute()).map(({ request_hash }) => request_hash)
    const request = `POST /api/contact ${JSON.stringify({ data: body('Neu-4711', 'geheim') })}`
    // Two hashes of the same request by two people differ: a salt makes them two, and neither can be computed by
    // anybody.
    expect(new Set([...hashes, createHash('sha256').update(request).digest('hex')]).size).toBe(3)
  })

  test('twenty at once in two customers get twenty numbers', async ({ own, foreign, server }) => {
    const both = [await server.headersOf(own.shopUsers.admin), await server.headersOf(foreign.shopUsers.admin)]
    const send = (_: unknown, index: number) => save(server.url, both[index % 2] ?? {}, ['POST', '/contact'], named)
    const answers = await Promise.all(Array.from({ length: 20 }, send))
    expect(answers.map(({ code }) => code)).toEqual(Array.from({ length: 20 }, () => 0))
    expect(new Set(answers.map(({ data }) => data?.['ASP_PVAID'])).size).toBe(20)
  })

  test('of a table, row by row and again, makes each once', async ({ own, saves, post, count }) => {
    const right = { ...named, ASP_SHOPRECHTE: Right.contact }
    const rows: WireRow[] = [1, 2, 3].map((no) => ({ ...right, ASP_SHOPEMAIL: `tabelle-${no}@firma.example` }))
    const sendAll = async (all: readonly WireRow[]) => {
      const answers = []
      for (const [index, row] of all.entries())
        answers.push(await post(own.shopUsers.admin, row, { 'idempotency-key': `tabelle-${index}` }))
      return answers
    }
    const before = await count()
    const refused = rows.with(1, right)
    const first = await sendAll(refused)
    expect(first.map(({ code }) => code)).toEqual([0, BusinessError.requiredFieldMissing, 0])
    expect(await sendAll(refused)).toEqual(first)
    expect(await count()).toBe(before + 2)
    for (const index of [0, 2]) expect(await saves.mails(Number(first[index]?.data?.['ASP_PVAID']))).toHaveLength(1)
    expect((await sendAll(rows)).map(({ code }) => code)).toEqual([0, 0, 0])
    expect(await count()).toBe(before + 3)
  })
})
