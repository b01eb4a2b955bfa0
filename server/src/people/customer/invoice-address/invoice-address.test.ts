// On both databases: saves at once meet in the database.

import { describe, expect } from 'vitest'
import { BusinessError } from '@customer-center/contract/envelope'
import type { WireRow } from '@customer-center/contract/field-codes'
import {
  invoiceAddressFields,
  type InvoiceAddress,
  listInvoiceAddressesSchema,
  saveInvoiceAddressSchema
} from '@customer-center/contract/invoice-address'
import { addCustomer, addTwin } from '../../../../../testing/server/customer.ts'
import { test as serverTest } from '../../../../../testing/server/fixtures.ts'
import { changeRows } from '../../../../../testing/server/rows.ts'
import { auditOf, contentOf } from '../../../../../testing/server/saves.ts'
import { planAddress } from './save-invoice-address.ts'

const whole = { ADR_NAME: 'Huber', ADR_STRASSE: 'Weg 1', ADR_PLZ: '1010', ADR_ORT: 'Wien' }

const specs = Object.values(invoiceAddressFields)

let nextId = 100

const test = serverTest
  .extend('customer', ({ db }) => addCustomer(db, (nextId += 10)))
  .extend('headers', ({ server, customer }) => server.headersOf(customer.shopUsers.shopfull))
  .extend('put', ({ server, headers }) => {
    return (data: unknown, more: Record<string, string> = {}) =>
      server.save({ ...headers, ...more }, ['PUT', '/address'], data)
  })
  .extend('list', ({ server, headers }) => async (query = '?addressKind=3'): Promise<WireRow[]> => {
    const { envelope } = await server.call<WireRow[]>(headers, `/address${query}`)
    return listInvoiceAddressesSchema.data.parse(envelope.responseData)
  })
  .extend('refused', ({ db, put }) => async (data: unknown, more: Record<string, string> = {}) => {
    const before = await contentOf(db)
    const { status, code, errors } = await put(data, more)
    expect(await contentOf(db)).toEqual(before)
    return { status, code, errors }
  })

describe('invoice addresses', () => {
  describe('a new one', () => {
    test('gets the next number of its customer and answers with keys and VERSION', async ({ put, customer, list }) => {
      const first = await put({ ...whole, ADR_ANREDE: 10, ADR_NAME1: ' Anna ', ADR_NAME2: '' })
      expect(first).toMatchObject({
        code: 0,
        data: { ADR_FIRMA: 1, ADR_ID: customer.customerId, ADR_LFDNR: 1, VERSION: 1 }
      })
      expect(saveInvoiceAddressSchema.data.safeParse(first.data).success).toBe(true)
      expect((await put({ ...whole, ADR_LFDNR: null, ADR_FIRMA: 1, ADR_ID: customer.customerId })).data).toMatchObject({
        ADR_LFDNR: 2
      })
      const [address] = await list('?no=1')
      expect(address).toEqual({
        ...whole,
        ADR_LFDNR: 1,
        ADR_ART: 3,
        ADR_FIRMA: 1,
        ADR_ID: customer.customerId,
        ADR_ANREDE: 10,
        ADR_TITEL: null,
        ADR_TITELHINTEN: null,
        ADR_NAME1: 'Anna',
        ADR_NAME2: null,
        VERSION: 1
      })
    })

    test('twenty at once get twenty numbers', async ({ put, list }) => {
      const created = await Promise.all(Array.from({ length: 20 }, (_, n) => put({ ...whole, ADR_NAME: `Nr ${n}` })))
      const numbers = created.map(({ data }) => Number(data?.['ADR_LFDNR']))
      expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
      expect(await list()).toHaveLength(20)
    })

    test('is refused without a field that it needs, however it is left blank', async ({ refused }) => {
      const { ADR_NAME: _, ...rest } = whole
      const blank = ['', ' ', null, '\u200B', '\u00AD \u2060', '\u3164', '\u2800', '\u{E0041}', '\u200D']
      const missing = { status: 200, code: BusinessError.requiredFieldMissing }
      for (const data of [rest, ...blank.map((text) => ({ ...rest, ADR_NAME: text }))])
        expect(await refused(data)).toEqual({ ...missing, errors: ['Bitte füllen Sie „Nachname“ aus.'] })
    })

    test('joiners inside a text stay, and a text that shows nothing is none', async ({ put, list }) => {
      const texts = { ADR_NAME: 'می\u200Cخواهم', ADR_STRASSE: 'क्\u200Dष', ADR_ORT: '👩\u200D🌾' }
      expect((await put({ ...whole, ...texts, ADR_NAME2: '\u200B\u2800' })).code).toBe(0)
      expect(await list()).toMatchObject([{ ...texts, ADR_NAME2: null }])
    })

    test('is written down with its values', async ({ put, db, customer }) => {
      await put({ ...whole, ADR_TITEL: null })
      expect(await auditOf(db, customer)).toMatchObject([
        {
          action: 'create',
          resource: 'invoice-address',
          contactId: customer.shopUsers.shopfull.contactId,
          key: { providerId: 1, customerId: customer.customerId, no: 1 },
          changes: { ADR_NAME: { old: null, new: 'Huber' }, ADR_ORT: { old: null, new: 'Wien' } }
        }
      ])
    })
  })

  describe('a change', () => {
    test.beforeEach(async ({ put }) => void (await put(whole)))

    test('counts VERSION up, is written down, and leaves what it does not name', async ({
      put,
      list,
      db,
      customer
    }) => {
      expect(await put({ ADR_LFDNR: 1, ADR_ORT: 'Graz', ADR_PLZ: '1010', VERSION: 1 })).toMatchObject({
        code: 0,
        data: { ADR_LFDNR: 1, VERSION: 2 }
      })
      expect(await list()).toMatchObject([{ ...whole, ADR_ORT: 'Graz', VERSION: 2 }])
      const [, entry] = await auditOf(db, customer)
      expect(entry).toMatchObject({ action: 'update', changes: { ADR_ORT: { old: 'Wien', new: 'Graz' } } })
      expect(Object.keys(entry?.changes ?? {})).toEqual(['ADR_ORT'])
    })

    test('has each field that may be written', async ({ put, list }) => {
      const written = specs.filter(({ use }) => use === 'both')
      const values = Object.fromEntries(written.map(({ code, kind }) => [code, kind === 'number' ? 1 : `${code}!`]))
      expect(await put({ ...values, ADR_LFDNR: 1, ADR_PLZ: '4020' })).toMatchObject({ code: 0 })
      expect(await list('?no=1')).toMatchObject([{ ...values, ADR_PLZ: '4020' }])
    })

    test('of twenty at once with the same VERSION one wins', async ({ put, list }) => {
      const saves = Array.from({ length: 20 }, (_, n) => put({ ADR_LFDNR: 1, ADR_ORT: `Ort ${n}`, VERSION: 1 }))
      const codes = (await Promise.all(saves)).map(({ code }) => code)
      expect(codes.filter((code) => code === 0)).toHaveLength(1)
      expect(codes.filter((code) => code === BusinessError.staleData)).toHaveLength(19)
      expect(await list('?RES_FIELDS=VERSION')).toEqual([{ VERSION: 2 }])
    })

    test('is planned by the rules of an address, and by its kinds of values', async ({ refused }) => {
      expect(await refused({ ADR_LFDNR: 1, ADR_ANREDE: 2 })).toMatchObject({
        code: BusinessError.valueNotOffered,
        errors: ['Der Wert im Feld „Anrede“ steht nicht zur Auswahl.']
      })
      for (const wrong of [{ ADR_ANREDE: '10' }, { ADR_NICHTS: '' }, { ADR_LFDNR: 2 ** 40, ADR_PLZ: '1' }])
        expect(await refused({ ADR_LFDNR: 1, ...wrong })).toMatchObject({ status: 400 })
    })

    test('to a foreign address is refused as to a missing one', async ({ server, db, put }) => {
      const other = await addCustomer(db, (nextId += 10))
      for (const name of ['Huber', 'Maier'])
        await server.save(other.shopUsers.admin, ['PUT', '/address'], { ...whole, ADR_NAME: name })
      const before = await contentOf(db)
      const foreign = [
        { ADR_ID: other.customerId, ADR_LFDNR: 1 },
        { ADR_ID: other.customerId },
        { ADR_FIRMA: 2, ADR_LFDNR: 1 }
      ]
      const missing = [{ ADR_LFDNR: 2 }, { ADR_LFDNR: 999_999 }, { ADR_LFDNR: -1 }]
      const answers = await Promise.all([...foreign, ...missing].map((keys) => put({ ...keys, ADR_ORT: 'Linz' })))
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
      expect(answers[0]?.status).toBe(404)
      expect(await contentOf(db)).toEqual(before)
    })

    test('leaves what another provider has under the same numbers', async ({ db, customer, put, server }) => {
      const headers = await server.headersOf((await addTwin(db, customer)).shopUsers.admin)
      await server.save(headers, ['PUT', '/address'], { ...whole, ADR_NAME: 'Zwilling' })
      const read = async () => (await server.call(headers, '/address')).text
      const before = await read()
      expect((await put({ ADR_LFDNR: 1, ADR_NAME: 'Neu' })).code).toBe(0)
      expect(await read()).toBe(before)
    })
  })

  describe('the list', () => {
    test('is sorted as German readers expect', async ({ put, list }) => {
      for (const name of ['Zimmer', 'Ärzte', 'apfel', 'Straßer', 'Strasser', 'Öl', 'Ober', 'Apfel']) {
        await put({ ...whole, ADR_NAME: name })
      }
      const names = (await list('?RES_FIELDS=ADR_NAME')).map(({ ADR_NAME }) => ADR_NAME)
      expect(names).toEqual(['apfel', 'Apfel', 'Ärzte', 'Ober', 'Öl', 'Strasser', 'Straßer', 'Zimmer'])
    })

    test('is narrowed by number, and by pvaid to a link of the caller’s customer', async ({ put, customer, list }) => {
      await put(whole)
      const own = `?company=1&id=${customer.customerId}&pvaid=${customer.shopUsers.contact.contactId}`
      expect(await list(`${own}&no=1`)).toHaveLength(1)
      for (const query of [`${own}&no=99`, '?no=1&pvaid=999999']) expect(await list(query)).toEqual([])
    })

    test('shows addresses of the invoice kind alone', async ({ put, db, customer, list, refused }) => {
      await put(whole)
      await changeRows(db, 'invoice_addresses', { customer_id: customer.customerId }, { type: 1 })
      expect(await list()).toEqual([])
      expect(await refused({ ADR_LFDNR: 1, ADR_ORT: 'Linz' })).toMatchObject({ status: 404 })
    })
  })
})

const wholeRow = {
  type: 3,
  salutation: 10,
  title: null,
  postNominalTitle: null,
  name: 'Huber',
  name1: null,
  name2: null
}

const values: InvoiceAddress = { ...wholeRow, street: 'Weg 1', plz: '1010', place: 'Wien', no: 1, company: 1, id: 2 }

const sent = (some: Partial<InvoiceAddress>, version: number | null = null) => ({ values: some, keys: {}, version })

const stored = { no: 1, values, version: 3 }

test('the plan of an address holds what differs alone', () => {
  expect(planAddress(stored, sent({ ...wholeRow, place: 'Graz' }))).toEqual({ place: 'Graz' })
  expect(planAddress(stored, sent({ place: 'Graz' }, 3))).toEqual({ place: 'Graz' })
})

test.each([
  [{ type: 1 }, 'fieldNotWritable'],
  [{ type: null }, 'fieldNotWritable'],
  [{ plz: null }, 'requiredFieldMissing'],
  [{ plz: '12345678901' }, 'fieldTooLong'],
  ...[2, 3, -1, 11].map((salutation) => [{ salutation }, 'valueNotOffered'] as const)
] as const)('a change of %o is refused: %s', (change, refusal) => {
  expect(() => planAddress(stored, sent(change))).toThrow(refusal)
})

test('an address takes the three salutations or none, and no stale version', () => {
  for (const salutation of [0, 1, null]) expect(planAddress(stored, sent({ salutation }))).toEqual({ salutation })
  expect(() => planAddress(stored, sent({ place: 'Graz' }, 2))).toThrow('staleData')
})

test('a new address has no version, and all that is required', () => {
  const { street, plz, place } = values
  expect(planAddress(null, sent({ name: 'Huber', title: null, street, plz, place }))).toEqual({
    name: 'Huber',
    street,
    plz,
    place
  })
  for (const missing of ['name', 'street', 'plz', 'place'] as const)
    expect(() => planAddress(null, sent({ name: 'Huber', street, plz, place, [missing]: null }))).toThrow(
      'requiredFieldMissing'
    )
  expect(() => planAddress(null, sent({}, 1))).toThrow('fieldNotWritable')
})
