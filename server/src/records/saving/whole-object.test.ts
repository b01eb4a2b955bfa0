// On both databases: saves at once meet in the database.

import { describe, expect } from 'vitest'
import { contactFields } from '@customer-center/contract/contact'
import type { WireRow } from '@customer-center/contract/field-codes'
import { everyRight, type RightName } from '@customer-center/contract/rights'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'
import { auditOf, contentOf } from '../../../../testing/server/saves.ts'

const test = serverTest
  .extend('put', { scope: 'file' }, ({ server, own }) => {
    return async (right: RightName, path: string, data: WireRow) =>
      server.save(own.shopUsers[right], ['PUT', path], data)
  })
  .extend('read', ({ server, own }) => async (right: RightName, path: string) => {
    const { envelope } = await server.call<WireRow | WireRow[]>(own.shopUsers[right], path)
    return [envelope.responseData].flat()
  })
  /** The object that a save of the one field should record, and that alone. */
  .extend('putChanged', ({ put, db, own }) => async (right: RightName, path: string, whole: WireRow, code: string) => {
    const value = `${right}-neu`
    expect(await put(right, path, { ...whole, [code]: value })).toMatchObject({ code: 0 })
    const { changes } = (await auditOf(db, own)).at(-1) ?? {}
    expect(changes).toEqual({ [code]: { old: whole[code], new: value } })
  })

describe('a PUT with the whole object', () => {
  const address = { ADR_NAME: 'Huber', ADR_STRASSE: 'Weg 1', ADR_PLZ: '1010', ADR_ORT: 'Wien' }

  test.beforeAll(async ({ put, database }) => {
    await put('admin', '/address', address)
    // The name has spaces that no form sends, as an import may leave it.
    await database.pool.query(`update invoice_addresses set name1 = ' Eva ', name2 = ''`)
  })

  const resources = [
    { name: 'the company', list: '/customer', path: '/customer', code: 'KND_HOMEPAGE', writers: ['admin'] },
    {
      name: 'a contact',
      list: '/contact',
      path: '/contact',
      code: 'ASP_ORT',
      writers: ['admin', 'shopfull', 'shoplight']
    },
    { name: 'an address', list: '/address', path: '/address', code: 'ADR_ORT', writers: ['admin', 'shopfull'] }
  ] as const

  describe.each(resources)('of $name', ({ list, path, code, writers }) => {
    test.for(writers)('changes nothing for %s where nothing differs', async (right, { read, db, put, putChanged }) => {
      for (const whole of await read(right, list)) {
        const before = await contentOf(db)
        const { code: refused, data } = await put(right, path, whole)
        expect([whole, refused, data?.['VERSION']]).toEqual([whole, 0, whole['VERSION']])
        expect(await contentOf(db)).toEqual(before)
        await putChanged(right, path, whole, code)
      }
    })

    test('is refused to everybody else', async ({ read, put }) => {
      const [whole = {}] = await read('admin', list)
      for (const right of everyRight.filter((one) => !writers.some((writer) => writer === one))) {
        expect(await put(right, path, whole)).toMatchObject({ status: 403 })
      }
    })
  })

  test.for(everyRight)('of the shop user changes nothing for %s', async (right, { read, db, put }) => {
    const [whole = {}] = await read(right, '/webshopuser/getcurrentwebshopuser')
    const before = await contentOf(db)
    expect(await put(right, '/webshopuser', whole)).toMatchObject({ code: 0, data: whole })
    expect(await contentOf(db)).toEqual(before)
  })

  test('changes the right of a contact, with its addresses as they are', async ({ own, read, put, db }) => {
    const { contact } = own.shopUsers
    const [whole = {}] = await read('admin', `/contact?pvaid=${contact.contactId}`)
    expect(await put('admin', '/contact', { ...whole, ASP_SHOPRECHTE: 2 })).toMatchObject({ code: 0 })
    const { changes } = (await auditOf(db, own)).at(-1) ?? {}
    expect(changes).toEqual({ ASP_SHOPRECHTE: { old: 3, new: 2 } })
  })

  test('changes one address of a contact, and the login that is the same follows', async ({ own, read, put }) => {
    const path = `/contact?pvaid=${own.shopUsers.contact.contactId}`
    const [before = {}] = await read('admin', path)
    const same = { ...before, ASP_EMAIL: before['ASP_SHOPEMAIL'] ?? null }
    expect(await put('admin', '/contact', same)).toMatchObject({ code: 0 })
    const [whole = {}] = await read('admin', path)
    expect(whole['ASP_EMAIL']).toBe(whole['ASP_SHOPEMAIL'])
    expect(await put('admin', '/contact', { ...whole, ASP_EMAIL: 'folgt@example.at' })).toMatchObject({ code: 0 })
    const [after = {}] = await read('admin', path)
    expect([after['ASP_EMAIL'], after['ASP_SHOPEMAIL']]).toEqual(['folgt@example.at', 'folgt@example.at'])
  })
})

describe('a new object that is sent whole', () => {
  const noContact = Object.fromEntries(
    Object.values(contactFields)
      .filter(({ use }) => use === 'both')
      .map(({ code }) => [code, null])
  )

  test.for(['admin', 'shopfull', 'shoplight'] as const)(
    'makes a contact for %s, with what a form fixes as it stands and what is empty as null',
    async (right, { server, own, read }) => {
      const keys = { ASP_FIRMA: 1, ASP_ID: own.customerId, ASP_PVAID: null, ASP_KONTAKTID: null }
      const fixed = { ASP_AKTIV: true, ASP_SHOPRECHTE: 0, ASP_ANREDE: 1, ASP_NACHNAME: `Ganz ${right}` }
      const headers = await server.headersOf(own.shopUsers[right])
      const whole = { ...noContact, ...keys, ...fixed }
      const made = await server.save(headers, ['POST', '/contact'], whole)
      expect(made).toMatchObject({ status: 200, code: 0 })
      const [contact] = await read('admin', `/contact?pvaid=${String(made.data?.['ASP_PVAID'])}`)
      expect(contact).toMatchObject({ ...fixed, ASP_NEWSLETTER: false, ASP_EMAIL: null })
      const granted = await server.save(headers, ['POST', '/contact'], {
        ...whole,
        ASP_SHOPRECHTE: 3,
        ASP_EMAIL: 'ganz@example.at'
      })
      expect(granted.code).toBe(right === 'admin' ? 0 : 104)
      const country = await server.save(headers, ['POST', '/contact'], { ...whole, ASP_LAND: null })
      expect(country.status).toBe(400)
    }
  )

  test('makes an address, also with the kind that all of them have', async ({ own, put }) => {
    const empty = { ADR_ANREDE: null, ADR_TITEL: null, ADR_TITELHINTEN: null, ADR_NAME1: null, ADR_NAME2: null }
    const given = { ADR_NAME: 'Ganz', ADR_STRASSE: 'Weg 1', ADR_PLZ: 'SW1A 1AA', ADR_ORT: 'London' }
    const keys = { ADR_FIRMA: 1, ADR_ID: own.customerId, ADR_LFDNR: null }
    const whole = { ...empty, ...given, ...keys, ADR_ART: 3, VERSION: null }
    expect(await put('shopfull', '/address', whole)).toMatchObject({ code: 0 })
    expect(await put('shopfull', '/address', { ...whole, ADR_ART: 4 })).toMatchObject({ code: 104 })
  })
})
