// On both databases: each sorts names by the ICU that it was built with.

import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { contactFields, listContactsSchema } from '@customer-center/contract/contact'
import { customerFields } from '@customer-center/contract/customer'
import { readableCodes, type WireRow } from '@customer-center/contract/field-codes'
import { rightNames } from '@customer-center/contract/rights'
import { addCustomer, type TestShopUser } from '../../../../../testing/server/customer.ts'
import { test as serverTest } from '../../../../../testing/server/fixtures.ts'
import { addRows } from '../../../../../testing/server/rows.ts'
import { contactColumns, customerColumns } from './contact.columns.ts'

const test = serverTest
  .extend('list', ({ server }) => async (user: TestShopUser, query: Record<string, string> = {}) => {
    return server.call<WireRow[]>(user, `/contact?${new URLSearchParams(query).toString()}`)
  })
  .extend('pvaids', ({ list }) => async (user: TestShopUser, query: Record<string, string> = {}) => {
    const { envelope } = await list(user, query)
    return envelope.responseData.map((row) => Number(row['ASP_PVAID'])).toSorted((a, b) => a - b)
  })
  .extend('everybody', ({ own }) => {
    return () => rightNames.map((right) => own.shopUsers[right].contactId).toSorted((a, b) => a - b)
  })

describe('the list of contacts', () => {
  test.for(['admin', 'shopfull', 'shoplight'] as const)(
    'shows %s the whole own company and no other',
    async (right, { pvaids, own, everybody }) => {
      expect(await pvaids(own.shopUsers[right])).toEqual(everybody())
    }
  )

  test('shows the right contact only itself, whatever filter it sends', async ({ own, pvaids }) => {
    const { contact, admin } = own.shopUsers
    expect(await pvaids(contact)).toEqual([contact.contactId])
    expect(await pvaids(contact, { shopEmail: contact.userName })).toEqual([contact.contactId])
    for (const query of [{ shopEmail: admin.userName }, { pvaid: String(admin.contactId) }]) {
      expect(await pvaids(contact, query)).toEqual([])
    }
  })

  test('holds every readable field of the contract and no password', async ({ own, list }) => {
    const { shopfull } = own.shopUsers
    const { text, envelope } = await list(own.shopUsers.admin, { pvaid: String(shopfull.contactId) })
    const [row] = listContactsSchema.data.parse(envelope.responseData)
    expect(Object.keys(row ?? {}).toSorted()).toEqual([...readableCodes(contactFields), 'VERSION'].toSorted())
    expect(row).toMatchObject({
      ASP_FIRMA: 1,
      ASP_ID: own.customerId,
      ASP_KONTAKTFIRMA: 1,
      ASP_KONTAKTID: shopfull.personId,
      ASP_LFDNR: 1,
      ASP_ANREDE: 1,
      ASP_VORNAME: 'Anna',
      ASP_NACHNAME: 'shopfull',
      ASP_TITEL: null,
      ASP_SHOPRECHTE: 2,
      ASP_SHOPEMAIL: shopfull.userName,
      ASP_ANZEIGEEMAIL: shopfull.userName,
      ASP_AKTIV: true,
      ASP_NEWSLETTER: false,
      ASP_PLZ: '1010',
      VERSION: 1
    })
    expect(text).not.toMatch(/argon2|PASSWORT/)
  })

  test('gives exactly the fields that RES_FIELDS names, and refuses one that cannot be read', async ({ list, own }) => {
    const { envelope } = await list(own.shopUsers.admin, { RES_FIELDS: 'VERSION, ASP_NACHNAME,ASP_NACHNAME' })
    for (const row of envelope.responseData) expect(Object.keys(row).toSorted()).toEqual(['ASP_NACHNAME', 'VERSION'])
    for (const code of ['ASP_PASSWORT', 'ASP_NICHTS', '__proto__', 'password_hash']) {
      const { status, envelope: refused } = await list(own.shopUsers.admin, { RES_FIELDS: `ASP_ID,${code}` })
      expect([status, refused.responseResult.Errors]).toEqual([400, [`Unbekanntes Feld: ${code}`]])
    }
  })

  test('gives every sign that a name can hold, and null for none', async ({ db, list }) => {
    const { admin } = (await addCustomer(db, 400)).shopUsers
    const name = 'a\u001fb\u001ec\u001dd"e\\u001f\\f\tg\u2028ä😀,]}'
    const persons = db.updateTable('persons').where('person_id', '=', admin.personId)
    await persons.set({ last_name: name, first_name: '', title: null }).execute()
    const ask = async (query: Record<string, string>) =>
      (await list(admin, query)).envelope.responseData.find((row) => row['ASP_NACHNAME'] === name)
    for (const filter of [{}, { pvaid: String(admin.contactId) }] as Record<string, string>[]) {
      const shown = { ASP_NACHNAME: name, ASP_VORNAME: '', ASP_TITEL: null }
      expect(await ask(filter)).toMatchObject(shown)
      expect(await ask({ ...filter, RES_FIELDS: Object.keys(shown).join() })).toEqual(shown)
    }
    const { envelope } = await list(admin, { RES_FIELDS: 'ASP_TITEL' })
    expect(envelope.responseData).toEqual(rightNames.map(() => ({ ASP_TITEL: null })))
  })

  test('refuses fields that are named twice', async ({ own, server }) => {
    const path = '/contact?RES_FIELDS=ASP_PVAID&RES_FIELDS=ASP_NACHNAME'
    expect((await server.call(own.shopUsers.admin, path)).status).toBe(400)
  })

  test('gives the same rows for any number of sets of fields', async ({ own, server, everybody }) => {
    const codes = readableCodes(contactFields).filter((code) => code !== 'ASP_PVAID')
    for (const [index, code] of [...codes, ...codes].entries()) {
      const path = `/contact?RES_FIELDS=ASP_PVAID,${code}${index < codes.length ? '' : ',VERSION'}`
      const { envelope } = await server.call<WireRow[]>(own.shopUsers.admin, path)
      expect(new Set(envelope.responseData.map((row) => row['ASP_PVAID']))).toEqual(new Set(everybody()))
      expect(envelope.responseData.every((row) => code in row)).toBe(true)
    }
  })

  test('finds one contact by its shop e-mail, or by company, id and pvaid', async ({ own, pvaids, everybody }) => {
    const { admin, shopfull } = own.shopUsers
    expect(await pvaids(admin, { shopEmail: ` ${shopfull.userName.toUpperCase()} ` })).toEqual([shopfull.contactId])
    const key = { company: '1', id: String(own.customerId), pvaid: String(shopfull.contactId) }
    expect(await pvaids(admin, key)).toEqual([shopfull.contactId])
    expect(await pvaids(admin, { ...key, shopEmail: shopfull.userName })).toEqual([shopfull.contactId])
    expect(await pvaids(admin, { ...key, shopEmail: admin.userName })).toEqual([])
    expect(await pvaids(admin, { company: '', id: '', pvaid: '', shopEmail: '' })).toEqual(everybody())
  })

  test('is in German order of last and first name', async ({ db, list }) => {
    const customer = await addCustomer(db, 300)
    const names = [
      'Ärmel A',
      'Arm Z',
      'arm a',
      'Öhler A',
      'Oberer A',
      'Strasser B',
      'Straßer A',
      'Zorn A',
      'Šimek A',
      'Sailer A'
    ]
    for (const [index, name] of names.entries()) {
      const [last_name, first_name] = name.split(' ')
      const [pvaid, key] = [350 + index, { provider_id: 1, customer_id: 300 }]
      await addRows(db, 'persons', {
        provider_id: 1,
        person_id: pvaid,
        last_name: last_name ?? '',
        first_name: first_name ?? ''
      })
      await addRows(db, 'contacts', { ...key, contact_id: pvaid, person_id: pvaid })
    }
    const { envelope } = await list(customer.shopUsers.admin, { RES_FIELDS: 'ASP_PVAID,ASP_NACHNAME,ASP_VORNAME' })
    const given = envelope.responseData.filter((row) => Number(row['ASP_PVAID']) >= 350)
    expect(given.map((row) => `${String(row['ASP_NACHNAME'])} ${String(row['ASP_VORNAME'])}`)).toEqual([
      'arm a',
      'Arm Z',
      'Ärmel A',
      'Oberer A',
      'Öhler A',
      'Sailer A',
      'Šimek A',
      'Strasser B',
      'Straßer A',
      'Zorn A'
    ])
  })
})

test('a change of any field of a person counts for each customer and contact of that person', async ({ database }) => {
  const { rows } = await sql<{ text: string }>`
    select pg_get_functiondef('note_customer_changes'::regproc) as text`.execute(database.db)
  const [, named = ''] = /code ~ '\^\(ASP\|KND\)_\(([A-Z|]+)\)\$'/.exec(rows[0]?.text ?? '') ?? []
  const ofPerson = [
    ...contactColumns.flatMap(({ name, table }) => (table === 'p' ? contactFields[name] : [])),
    ...customerColumns.flatMap(({ name, table }) => (table === 'p' ? customerFields[name] : []))
  ]
  // A form saves no field that is only read.
  const endings = new Set(ofPerson.flatMap(({ code, use }) => (use === 'read' ? [] : code.slice('ASP_'.length))))
  expect(named.split('|').toSorted()).toEqual([...endings].toSorted())
})
