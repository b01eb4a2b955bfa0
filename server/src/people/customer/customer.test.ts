import { describe, expect } from 'vitest'
import { customerFields } from '@customer-center/contract/customer'
import { getCustomerSchema, saveCustomerSchema } from '@customer-center/contract/customer.fields'
import { BusinessError } from '@customer-center/contract/envelope'
import { readableCodes, type WireRow } from '@customer-center/contract/field-codes'
import { everyRight } from '@customer-center/contract/rights'
import { call } from '../../testing/calls.ts'
import { addCompany } from '../../testing/company.ts'
import { test as serverTest } from '../../testing/fixtures.ts'
import { auditOf, contentOf, save } from '../../testing/saves.ts'

let nextId = 100

const test = serverTest
  .extend('company', ({ db }) => addCompany(db, (nextId += 10)))
  .extend('headers', ({ headersOf, company }) => headersOf(company.users.admin))
  .extend(
    'read',
    ({ server, headers }) =>
      async (query = '', as = headers) =>
        (await call<WireRow>(server.url, `/customer${query}`, { headers: as })).envelope.responseData
  )
  .extend(
    'put',
    ({ headers, server }) =>
      (data: unknown, as = headers) =>
        save(server.url, as, ['PUT', '/customer'], data)
  )
  /** The refusal's code, after making sure that nothing was written. */
  .extend(
    'refused',
    ({ db, put }) =>
      async (data: unknown): Promise<{ status: number; code: number; errors: readonly string[] }> => {
        const before = await contentOf(db)
        const { status, code, errors } = await put(data)
        expect(await contentOf(db)).toEqual(before)
        return { status, code, errors }
      }
  )

describe('the company', () => {
  test.beforeAll(async ({ db, seed }) => {
    await addCompany(db, 900)
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

  test.for(everyRight)(
    '%s reads all fields of their company, and those that RES_FIELDS names',
    async (right, { headersOf, company, read }) => {
      const headers = await headersOf(company.users[right])
      const all = await read('', headers)
      expect(getCustomerSchema.data.safeParse(all).success).toBe(true)
      expect(Object.keys(all)).toEqual([...readableCodes(customerFields), 'VERSION'])
      expect(all).toMatchObject({ KND_ID: company.id, KND_NUMMER: company.customerNumber, KND_ORT: 'Wien', VERSION: 1 })
      expect(await read('?RES_FIELDS=KND_PLZ,VERSION', headers)).toEqual({ KND_PLZ: '1010', VERSION: 1 })
    }
  )

  test('a save changes what it names in both tables, counts VERSION up and answers the company as it is now', async ({
    read,
    put
  }) => {
    const before = await read()
    const { code, data } = await put({
      KND_ORT: ' Graz ',
      KND_HOMEPAGE: 'https://x.example',
      KND_TELEFON: '',
      VERSION: 1
    })
    const now = { ...before, KND_ORT: 'Graz', KND_HOMEPAGE: 'https://x.example', VERSION: 2 }
    expect([code, data]).toEqual([0, now])
    expect(saveCustomerSchema.data.safeParse(data).success).toBe(true)
    expect(await read()).toEqual(now)
  })

  test('an audit row says who, when, which fields, old and new, and nothing else', async ({ put, db, company }) => {
    const begun = Date.now()
    await put({ KND_ORT: 'Graz', KND_PLZ: '1010', KND_HOMEPAGE: 'x' })
    const [entry, ...more] = await auditOf(db, company)
    expect(more).toEqual([])
    expect(entry).toMatchObject({
      action: 'update',
      resource: 'customer',
      pvaid: company.users.admin.pvaid,
      key: { company: 1, id: company.id },
      changes: { KND_ORT: { old: 'Wien', new: 'Graz' }, KND_HOMEPAGE: { old: null, new: 'x' } }
    })
    expect(Object.keys(entry?.changes ?? {})).toHaveLength(2)
    expect(entry?.at.getTime()).toBeGreaterThanOrEqual(begun - 1000)
  })

  test('a save of what is stored already changes nothing, not even VERSION', async ({ db, put }) => {
    const before = await contentOf(db)
    expect(await put({ KND_ORT: 'Wien', VERSION: 1 })).toMatchObject({ code: 0, data: { VERSION: 1 } })
    expect(await put({})).toMatchObject({ code: 0 })
    expect(await contentOf(db)).toEqual(before)
  })

  test('a stale VERSION is refused, the equal one and none at all win', async ({ put, refused }) => {
    await put({ KND_ORT: 'Graz', VERSION: 1 })
    const { status, code, errors } = await refused({ KND_ORT: 'Linz', VERSION: 1 })
    expect([status, code]).toEqual([200, BusinessError.staleData])
    expect(errors[0]).toMatch(/^Die Daten wurden inzwischen geändert/)
    expect(await put({ KND_ORT: 'Linz', VERSION: 2 })).toMatchObject({ code: 0, data: { VERSION: 3 } })
    expect(await put({ KND_ORT: 'Steyr' })).toMatchObject({ code: 0, data: { VERSION: 4 } })
  })

  test('of twenty saves at once without a VERSION all win; with the same one does', async ({
    put,
    read,
    db,
    company
  }) => {
    // First, so that every connection knows the statements: else the first one was done before the others had read.
    await Promise.all(Array.from({ length: 20 }, (_, n) => put({ KND_ORT: `Platz ${n}` })))
    const same = await Promise.all(Array.from({ length: 20 }, (_, n) => put({ KND_ORT: `Ort ${n}`, VERSION: 21 })))
    expect(same.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(same.filter(({ code }) => code === BusinessError.staleData)).toHaveLength(19)
    const winner = `Ort ${same.findIndex(({ code }) => code === 0)}`
    expect(await read('?RES_FIELDS=KND_ORT,VERSION')).toEqual({ KND_ORT: winner, VERSION: 22 })
    expect(await auditOf(db, company)).toHaveLength(21)
  })

  test('a required field may not be emptied, and the sentence names it as the form does', async ({ refused, put }) => {
    for (const empty of ['', '   ', null]) {
      expect(await refused({ KND_ORT: empty })).toEqual({
        status: 200,
        code: BusinessError.requiredFieldMissing,
        errors: ['Bitte füllen Sie das Feld Ort aus.']
      })
    }
    expect((await refused({ KND_PLZ: '' })).errors).toEqual(['Bitte füllen Sie das Feld Bezeichnung aus.'])
    expect((await put({ KND_STRASSE: '' })).data).toMatchObject({ KND_STRASSE: null })
  })

  test('a locked or hidden field is refused, but for the value that is stored', async ({ refused, put }) => {
    for (const [code, value, label] of [
      ['KND_UIDNR', 'ATU1', 'knd_uidnr'],
      ['KND_TITEL', 'Dr.', 'knd_titel'],
      ['KND_PERSONENNUMMER', '1', 'Personennummer']
    ] as const) {
      expect(await refused({ KND_ORT: 'Graz', [code]: value })).toEqual({
        status: 200,
        code: BusinessError.fieldNotWritable,
        errors: [`Das Feld ${label} kann nicht geändert werden.`]
      })
    }
    expect(await put({ KND_UIDNR: null, KND_TITEL: null })).toMatchObject({ code: 0, data: { VERSION: 1 } })
  })

  test('a text is as long as the contract allows and not longer', async ({ put, refused }) => {
    expect(await put({ KND_ORT: 'O'.repeat(100) })).toMatchObject({ code: 0 })
    expect(await refused({ KND_ORT: 'O'.repeat(101) })).toMatchObject({
      code: BusinessError.fieldTooLong,
      errors: ['Das Feld Ort darf höchstens 100 Zeichen lang sein.']
    })
  })

  test.for(['person', 'a@b', 'a@b.x', 'ä@b.at', 'a@b.at\u200B', '<a@b.at>', 'a@b.abcdefghijk'])(
    '%s is no e-mail address',
    async (address, { refused }) => {
      expect(await refused({ KND_EMAIL: address })).toMatchObject({
        status: 200,
        code: BusinessError.invalidEmail,
        errors: ['ungültige E-Mail Adresse']
      })
    }
  )

  test('a compare field takes what is offered, keeps what is stored though no longer offered, and refuses the rest', async ({
    put,
    refused,
    db,
    company
  }) => {
    expect(await put({ KND_VERGLEICHSFELD1: '2' })).toMatchObject({ code: 0 })
    expect(await refused({ KND_VERGLEICHSFELD1: '7' })).toMatchObject({
      status: 200,
      code: BusinessError.valueNotOffered
    })
    await db.updateTable('customers').set({ compare_field1: 'alt' }).where('id', '=', company.id).execute()
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
