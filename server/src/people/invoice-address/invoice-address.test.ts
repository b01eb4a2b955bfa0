import { describe, expect } from 'vitest'
import { BusinessError } from '@customer-center/contract/envelope'
import type { WireRow } from '@customer-center/contract/field-codes'
import { listInvoiceAddressesSchema, saveInvoiceAddressSchema } from '@customer-center/contract/invoice-address.fields'
import { call } from '../../testing/calls.ts'
import { addCompany } from '../../testing/company.ts'
import { test as serverTest } from '../../testing/fixtures.ts'
import { auditOf, contentOf, save } from '../../testing/saves.ts'

const whole = { ADR_NAME: 'Huber', ADR_STRASSE: 'Weg 1', ADR_PLZ: '1010', ADR_ORT: 'Wien' }

let nextId = 100

const test = serverTest
  .extend('company', ({ db }) => addCompany(db, (nextId += 10)))
  .extend('headers', ({ headersOf, company }) => headersOf(company.users.shopfull))
  .extend(
    'put',
    ({ server, headers }) =>
      (data: unknown, more: Record<string, string> = {}) =>
        save(server.url, { ...headers, ...more }, ['PUT', '/address'], data)
  )
  .extend('list', ({ server, headers }) => async (query = '?addressKind=3'): Promise<WireRow[]> => {
    const { envelope } = await call<WireRow[]>(server.url, `/address${query}`, { headers })
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
    test('gets the next number of its customer and answers with keys and VERSION', async ({ put, company, list }) => {
      const first = await put({ ...whole, ADR_ANREDE: 10, ADR_NAME1: ' Anna ', ADR_NAME2: '' })
      expect(first).toMatchObject({ code: 0, data: { ADR_FIRMA: 1, ADR_ID: company.id, ADR_LFDNR: 1, VERSION: 1 } })
      expect(saveInvoiceAddressSchema.data.safeParse(first.data).success).toBe(true)
      expect((await put({ ...whole, ADR_LFDNR: null, ADR_FIRMA: 1, ADR_ID: company.id })).data).toMatchObject({
        ADR_LFDNR: 2
      })
      const [address] = await list('?no=1')
      expect(address).toEqual({
        ...whole,
        ADR_LFDNR: 1,
        ADR_ART: 3,
        ADR_FIRMA: 1,
        ADR_ID: company.id,
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

    test.for<[string, string]>([
      ['ADR_NAME', 'Nachname'],
      ['ADR_STRASSE', 'Straße'],
      ['ADR_PLZ', 'PLZ'],
      ['ADR_ORT', 'Ort']
    ])('without %s is refused, naming the field as the form does', async ([code, label], { refused }) => {
      const { [code]: _, ...rest } = whole as Record<string, string>
      const blank = ['', ' ', null, '\u200B', '\u00AD \u2060', '\u3164', '\u2800', '\u{E0041}', '\u200D']
      for (const data of [rest, ...blank.map((text) => ({ ...rest, [code]: text }))]) {
        expect(await refused(data)).toEqual({
          status: 200,
          code: BusinessError.requiredFieldMissing,
          errors: [`Bitte füllen Sie das Feld ${label} aus.`]
        })
      }
    })

    test('joiners inside a text stay, and a text that shows nothing is none', async ({ put, list }) => {
      const texts = { ADR_NAME: 'می\u200Cخواهم', ADR_STRASSE: 'क्\u200Dष', ADR_ORT: '👩\u200D🌾' }
      expect((await put({ ...whole, ...texts, ADR_NAME2: '\u200B\u2800' })).code).toBe(0)
      expect(await list()).toMatchObject([{ ...texts, ADR_NAME2: null }])
    })

    test('has no VERSION yet', async ({ refused }) => {
      expect(await refused({ ...whole, VERSION: 1 })).toMatchObject({ code: BusinessError.fieldNotWritable })
    })

    test('is written down with its values', async ({ put, db, company }) => {
      await put({ ...whole, ADR_TITEL: null })
      expect(await auditOf(db, company)).toMatchObject([
        {
          action: 'create',
          resource: 'invoice-address',
          pvaid: company.users.shopfull.pvaid,
          key: { company: 1, id: company.id, no: 1 },
          changes: { ADR_NAME: { old: null, new: 'Huber' }, ADR_ORT: { old: null, new: 'Wien' } }
        }
      ])
    })
  })

  describe('a change', () => {
    test.beforeEach(async ({ put }) => void (await put(whole)))

    test('counts VERSION up, is written down, and leaves what it does not name', async ({ put, list, db, company }) => {
      expect(await put({ ADR_LFDNR: 1, ADR_ORT: 'Graz', ADR_PLZ: '1010', VERSION: 1 })).toMatchObject({
        code: 0,
        data: { ADR_LFDNR: 1, VERSION: 2 }
      })
      expect(await list()).toMatchObject([{ ...whole, ADR_ORT: 'Graz', VERSION: 2 }])
      const [, entry] = await auditOf(db, company)
      expect(entry).toMatchObject({ action: 'update', changes: { ADR_ORT: { old: 'Wien', new: 'Graz' } } })
      expect(Object.keys(entry?.changes ?? {})).toEqual(['ADR_ORT'])
    })

    test('with a stale VERSION is refused, with the equal one or none it wins', async ({ put, refused }) => {
      await put({ ADR_LFDNR: 1, ADR_ORT: 'Graz' })
      expect(await refused({ ADR_LFDNR: 1, ADR_ORT: 'Linz', VERSION: 1 })).toMatchObject({
        status: 200,
        code: BusinessError.staleData
      })
      expect(await put({ ADR_LFDNR: 1, ADR_ORT: 'Linz', VERSION: 2 })).toMatchObject({ data: { VERSION: 3 } })
      expect(await put({ ADR_LFDNR: 1, ADR_ORT: 'Wels' })).toMatchObject({ data: { VERSION: 4 } })
    })

    test('of twenty at once with the same VERSION one wins', async ({ put, list }) => {
      const saves = Array.from({ length: 20 }, (_, n) => put({ ADR_LFDNR: 1, ADR_ORT: `Ort ${n}`, VERSION: 1 }))
      const codes = (await Promise.all(saves)).map(({ code }) => code)
      expect(codes.filter((code) => code === 0)).toHaveLength(1)
      expect(codes.filter((code) => code === BusinessError.staleData)).toHaveLength(19)
      expect(await list('?RES_FIELDS=VERSION')).toEqual([{ VERSION: 2 }])
    })

    test('takes the three salutations or none, and no other', async ({ put, refused }) => {
      for (const salutation of [10, 0, 1, null]) {
        expect(await put({ ADR_LFDNR: 1, ADR_ANREDE: salutation })).toMatchObject({ code: 0 })
      }
      for (const salutation of [2, 3, -1, 11]) {
        expect(await refused({ ADR_LFDNR: 1, ADR_ANREDE: salutation })).toMatchObject({
          code: BusinessError.valueNotOffered,
          errors: ['Der Wert im Feld Anrede steht nicht zur Auswahl.']
        })
      }
      expect(await refused({ ADR_LFDNR: 1, ADR_ANREDE: '10' })).toMatchObject({ status: 400 })
    })

    test('may not empty a required field or pass a length', async ({ refused }) => {
      expect(await refused({ ADR_LFDNR: 1, ADR_PLZ: '' })).toMatchObject({ code: BusinessError.requiredFieldMissing })
      expect(await refused({ ADR_LFDNR: 1, ADR_PLZ: '12345678901' })).toMatchObject({
        code: BusinessError.fieldTooLong,
        errors: ['Das Feld PLZ darf höchstens 10 Zeichen lang sein.']
      })
      expect(await refused({ ADR_LFDNR: 1, ADR_NICHTS: '' })).toMatchObject({ status: 400 })
      expect(await refused({ ADR_LFDNR: 2 ** 40, ADR_PLZ: '1' })).toMatchObject({ status: 400 })
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

    test('is empty for a foreign company, number and for none, byte for byte', async ({
      db,
      headersOf,
      server,
      headers,
      refused
    }) => {
      const other = await addCompany(db, (nextId += 10))
      const theirs = await headersOf(other.users.admin)
      await save(server.url, theirs, ['PUT', '/address'], whole)
      const empty = await call(server.url, '/address?addressKind=3', { headers })
      expect(empty.envelope.responseData).toEqual([])
      for (const query of [
        `company=1&id=${other.id}&no=1`,
        'company=2',
        'id=999999',
        'no=1',
        'no=99',
        `id=${other.id}`
      ]) {
        expect((await call(server.url, `/address?${query}`, { headers })).text).toBe(empty.text)
      }
      expect(await refused({ ADR_LFDNR: 1, ADR_ORT: 'Linz' })).toMatchObject({ status: 404 })
    })

    test('is narrowed by pvaid to a link of the caller’s customer', async ({ put, company, db, list }) => {
      const foreign = await addCompany(db, (nextId += 10))
      await put(whole)
      expect(await list(`?no=1&pvaid=${company.users.contact.pvaid}`)).toHaveLength(1)
      expect(await list(`?no=1&pvaid=${foreign.users.contact.pvaid}`)).toEqual([])
      expect(await list('?no=1&pvaid=999999')).toEqual([])
    })

    test('is empty for whoever names another customer, though the caller’s has addresses', async ({
      put,
      list,
      company
    }) => {
      await put(whole)
      expect(await list(`?company=1&id=${company.id}`)).toHaveLength(1)
      for (const query of [`?id=${nextId + 1}`, '?id=999999', '?company=2', `?company=2&id=${company.id}&no=1`])
        expect([query, await list(query)]).toEqual([query, []])
    })

    test('shows addresses of the invoice kind alone', async ({ put, db, company, list, refused }) => {
      await put(whole)
      await db.updateTable('invoice_addresses').set({ type: 1 }).where('id', '=', company.id).execute()
      expect(await list()).toEqual([])
      expect(await refused({ ADR_LFDNR: 1, ADR_ORT: 'Linz' })).toMatchObject({ status: 404 })
    })
  })
})
