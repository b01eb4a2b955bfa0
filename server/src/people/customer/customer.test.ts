// On both databases: saves at once meet in the database.

import { describe, expect } from 'vitest'
import {
  customerFields,
  type Customer,
  getCustomerSchema,
  saveCustomerSchema
} from '@customer-center/contract/customer'
import { BusinessError } from '@customer-center/contract/envelope'
import { readableCodes, type WireRow } from '@customer-center/contract/field-codes'
import { everyRight } from '@customer-center/contract/rights'
import { addCustomer } from '../../../../testing/server/customer.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'
import { changeRows } from '../../../../testing/server/rows.ts'
import { auditOf, contentOf } from '../../../../testing/server/saves.ts'
import { planCustomer } from './save-customer.ts'

let nextId = 1000

const test = serverTest
  .extend('customer', ({ db }) => addCustomer(db, (nextId += 10)))
  .extend('headers', ({ server, customer }) => server.headersOf(customer.shopUsers.admin))
  .extend('read', ({ server, headers }) => {
    return async (query = '', as = headers) =>
      (await server.call<WireRow>(as, `/customer${query}`)).envelope.responseData
  })
  .extend('put', ({ server, headers }) => {
    return (data: unknown, as = headers) => server.save(as, ['PUT', '/customer'], data)
  })
  /** The refusal's code, after making sure that nothing was written. */
  .extend('refused', ({ db, put }) => {
    return async (data: unknown): Promise<{ status: number; code: number; errors: readonly string[] }> => {
      const before = await contentOf(db)
      const { status, code, errors } = await put(data)
      expect(await contentOf(db)).toEqual(before)
      return { status, code, errors }
    }
  })

describe('the company', () => {
  test.beforeAll(async ({ db, seed }) => {
    await addCustomer(db, 900)
    await seed.addFields('customer', {
      KND_ORT: { description: 'Ort', required: true },
      KND_UIDNR: { read_only: true },
      KND_TITEL: { display_mode: 0, required: true },
      KND_PLZ: { description: null, required: true }
    })
    await seed.addChoices('KND_VERGLEICHSFELD1', [
      ['1', 'Handel'],
      ['2', 'Bau']
    ])
  })

  test.for(everyRight)('%s reads all fields, and those of RES_FIELDS', async (right, { server, customer, read }) => {
    const headers = await server.headersOf(customer.shopUsers[right])
    const all = await read('', headers)
    expect(getCustomerSchema.data.safeParse(all).success).toBe(true)
    expect(Object.keys(all)).toEqual([...readableCodes(customerFields), 'VERSION'])
    expect(all).toMatchObject({
      KND_ID: customer.customerId,
      KND_NUMMER: customer.customerNumber,
      KND_ORT: 'Wien',
      VERSION: 1
    })
    expect(await read('?RES_FIELDS=KND_PLZ,VERSION', headers)).toEqual({ KND_PLZ: '1010', VERSION: 1 })
  })

  test('a save changes what it names, counts VERSION up and answers the company', async ({ read, put }) => {
    const before = await read()
    const change = { KND_ORT: ' Graz ', KND_HOMEPAGE: 'https://x.example', KND_TELEFON: '', VERSION: 1 }
    const { code, data } = await put(change)
    const now = { ...before, KND_ORT: 'Graz', KND_HOMEPAGE: 'https://x.example', VERSION: 2 }
    expect([code, data]).toEqual([0, now])
    expect(saveCustomerSchema.data.safeParse(data).success).toBe(true)
    expect(await read()).toEqual(now)
  })

  test('each field that may be written has its value', async ({ server, db, put }) => {
    const headers = await server.headersOf((await addCustomer(db, (nextId += 10), 2)).shopUsers.admin)
    const written = Object.values(customerFields).filter(({ use }) => use === 'both')
    const values = Object.fromEntries(written.map(({ code }) => [code, code === 'KND_EMAIL' ? 'a@b.example' : code]))
    const { data } = await put({ ...values, KND_PLZ: '4020' }, headers)
    expect(data).toMatchObject({ ...values, KND_PLZ: '4020', VERSION: 2 })
  })

  test('keys of a foreign company and of none get the same answer, byte for byte', async ({ db, put, foreign }) => {
    const keys = ['KND_FIRMA', 'KND_ID', 'KND_PVAID']
    const before = await contentOf(db)
    const bodies = keys.flatMap((key) => [foreign.customerId, 2, 999_999, -1].map((value) => ({ [key]: value })))
    const answers = await Promise.all(bodies.map((body) => put({ KND_ORT: 'Linz', ...body })))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(404)
    expect(await contentOf(db)).toEqual(before)
  })

  test('an audit row says who, when, which fields, old and new, and nothing else', async ({ put, db, customer }) => {
    const begun = Date.now()
    await put({ KND_ORT: 'Graz', KND_PLZ: '1010', KND_HOMEPAGE: 'x' })
    const [entry, ...more] = await auditOf(db, customer)
    expect(more).toEqual([])
    expect(entry).toMatchObject({
      action: 'update',
      resource: 'customer',
      contactId: customer.shopUsers.admin.contactId,
      key: { providerId: 1, customerId: customer.customerId },
      changes: { KND_ORT: { old: 'Wien', new: 'Graz' }, KND_HOMEPAGE: { old: null, new: 'x' } }
    })
    expect(Object.keys(entry?.changes ?? {})).toHaveLength(2)
    expect(entry?.at.getTime()).toBeGreaterThanOrEqual(begun - 1000)
  })

  test('of twenty saves at once with one VERSION one wins', async ({ put, read, db, customer }) => {
    // First, so that every connection knows the statements: else the first one was done before the others had read.
    await Promise.all(Array.from({ length: 20 }, (_, n) => put({ KND_ORT: `Platz ${n}` })))
    const same = await Promise.all(Array.from({ length: 20 }, (_, n) => put({ KND_ORT: `Ort ${n}`, VERSION: 21 })))
    expect(same.filter(({ code }) => code === 0)).toHaveLength(1)
    const stale = same.filter(({ code }) => code === BusinessError.staleData)
    expect(stale).toHaveLength(19)
    expect(stale[0]?.errors[0]).toMatch(/^Die Daten wurden inzwischen geändert/)
    const winner = `Ort ${same.findIndex(({ code }) => code === 0)}`
    expect(await read('?RES_FIELDS=KND_ORT,VERSION')).toEqual({ KND_ORT: winner, VERSION: 22 })
    expect(await auditOf(db, customer)).toHaveLength(21)
  })

  test('the rules of the form count, and name a field as the form does', async ({ refused, put }) => {
    const missing = { status: 200, code: BusinessError.requiredFieldMissing }
    for (const empty of ['', '   ', null])
      expect(await refused({ KND_ORT: empty })).toEqual({ ...missing, errors: ['Bitte füllen Sie „Ort“ aus.'] })
    expect((await refused({ KND_PLZ: '' })).errors).toEqual(['Bitte füllen Sie „Bezeichnung“ aus.'])
    expect((await put({ KND_STRASSE: '' })).data).toMatchObject({ KND_STRASSE: null })
    for (const [code, label] of [
      ['KND_UIDNR', 'knd_uidnr'],
      ['KND_TITEL', 'knd_titel'],
      ['KND_PERSONENNUMMER', 'Personennummer']
    ] as const)
      expect(await refused({ KND_ORT: 'Graz', [code]: 'neu' })).toEqual({
        status: 200,
        code: BusinessError.fieldNotWritable,
        errors: [`Das Feld „${label}“ kann nicht geändert werden.`]
      })
    expect(await put({ KND_UIDNR: null, KND_TITEL: null })).toMatchObject({ code: 0, data: { VERSION: 2 } })
  })

  test('a compare field keeps what is stored though no longer offered', async ({ put, refused, customer, db }) => {
    expect(await put({ KND_VERGLEICHSFELD1: '2' })).toMatchObject({ code: 0 })
    expect(await refused({ KND_VERGLEICHSFELD1: '7' })).toMatchObject({ code: BusinessError.valueNotOffered })
    await changeRows(
      db,
      'customers',
      { provider_id: customer.providerId, customer_id: customer.customerId },
      { compare_field1: 'alt' }
    )
    expect(await put({ KND_VERGLEICHSFELD1: 'alt', KND_ORT: 'Graz' })).toMatchObject({ code: 0 })
    expect(await put({ KND_VERGLEICHSFELD1: '' })).toMatchObject({ code: 0, data: { KND_VERGLEICHSFELD1: null } })
    expect(await refused({ KND_VERGLEICHSFELD1: 'alt' })).toMatchObject({ code: BusinessError.valueNotOffered })
    expect(await put({ KND_VERGLEICHSFELD2: 'frei, ohne Liste' })).toMatchObject({ code: 0 })
  })

  test.for<[string, object, string]>([
    ['an unknown field', { KND_NICHTS: 'x' }, 'Unbekanntes Feld: KND_NICHTS'],
    ["another resource's field", { ASP_ORT: 'x' }, 'Unbekanntes Feld: ASP_ORT'],
    ['a number for a text', { KND_PLZ: 1010 }, 'Die Angabe KND_PLZ fehlt oder ist ungültig.'],
    ['a text for a number', { KND_ID: 'x' }, 'Die Angabe KND_ID fehlt oder ist ungültig.'],
    ['a VERSION that is no number', { VERSION: '1' }, 'Die Angabe VERSION fehlt oder ist ungültig.'],
    ['a line break', { KND_ORT: 'Graz\nWien' }, 'Die Anfrage enthält unerlaubte Zeichen.'],
    ['half a sign', { KND_ORT: 'Graz\ud83d' }, 'Die Anfrage enthält unerlaubte Zeichen.'],
    ['half a sign in a name', { ['KND_\ud83d']: 'x' }, 'Die Anfrage enthält unerlaubte Zeichen.'],
    ['an override of direction', { KND_ORT: 'Graz\u202E' }, 'Die Anfrage enthält unerlaubte Zeichen.']
  ])('%s makes a bad request', async ([, data, sentence], { refused }) => {
    expect(await refused({ KND_STRASSE: 'Weg 1', ...data })).toEqual({ status: 400, code: 400, errors: [sentence] })
  })

  test('the same name typed with combining accents is stored the same', async ({ put }) => {
    expect((await put({ KND_ORT: 'Ko\u0308ln' })).data).toMatchObject({ KND_ORT: 'K\u00F6ln' })
  })
})

const empty = Object.fromEntries(Object.keys(customerFields).map((name) => [name, null])) as Customer

const values = { ...empty, company: 1, id: 2, number: 'K2', lastName: 'Firma', place: 'Wien' }

const stored = { values, version: 3, form: { fields: [], offered: {} } }

const admin = { providerId: 1, customerId: 2, contactId: 5, personId: 50, right: 'admin' } as const

const plan = (
  sent: Partial<Customer>,
  keys: Parameters<typeof planCustomer>[2]['keys'] = {},
  version: number | null = null
) => planCustomer(stored, admin, { values: sent, keys, version })

test('the plan of a company holds what differs alone', () => {
  const { company: providerId, id: customerId, ...whole } = values
  expect(plan({ ...whole, place: 'Graz' }, { providerId, customerId })).toEqual({ place: 'Graz' })
  expect(plan(whole)).toEqual({})
})

test('refuses the keys of another company, a stale version and a number that is not the customer’s to change', () => {
  expect(() => plan({}, { customerId: 3 })).toThrow('noSuchCustomer')
  expect(() => plan({ place: 'Graz' }, {}, 2)).toThrow('staleData')
  expect(() => plan({ number: 'K3' })).toThrow('fieldNotWritable')
})

test.each([
  [{ number: null }, 'fieldNotWritable'],
  [{ place: 'O'.repeat(101) }, 'fieldTooLong'],
  ...['person', 'a@b', 'a@b.x', 'ä@b.at', 'a@b.at\u200B', '<a@b.at>'].map(
    (emailAddress) => [{ emailAddress }, 'invalidEmail'] as const
  )
] as const)('a company with %o is refused: %s', (sent, refusal) => {
  expect(() => plan(sent)).toThrow(refusal)
})
