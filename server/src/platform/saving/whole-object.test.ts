import type { Wire } from '@customer-center/contract/field-codes'
import { everyRight, type RightName } from '@customer-center/contract/rights'
import { beforeAll, describe, expect, test } from 'vitest'
import { call } from '../../testing/calls.ts'
import { testDatabases } from '../../testing/test-database.ts'
import { rightsOfAll } from '../../testing/rights-of-all.ts'
import { auditOf, contentOf, save } from '../../testing/saves.ts'

describe.each(testDatabases())('a PUT with the whole object, on the $name database', ({ open }) => {
  const all = rightsOfAll(open)
  const address = { ADR_NAME: 'Huber', ADR_STRASSE: 'Weg 1', ADR_PLZ: '1010', ADR_ORT: 'Wien' }
  const put = (right: RightName, path: string, data: Wire) =>
    save(all.server.url, all.headersOf[right], ['PUT', path], data)
  const read = async (right: RightName, path: string) => {
    const { envelope } = await call<Wire | Wire[]>(all.server.url, path, { headers: all.headersOf[right] })
    return [envelope.responseData].flat()
  }
  /** The object that a save of the one field should record, and that alone. */
  async function putChanged(right: RightName, path: string, whole: Wire, code: string) {
    const value = `${right}-neu`
    expect(await put(right, path, { ...whole, [code]: value })).toMatchObject({ code: 0 })
    const { changes } = (await auditOf(all.database.db, all.own)).at(-1) ?? {}
    expect(changes).toEqual({ [code]: { old: whole[code], new: value } })
  }

  beforeAll(async () => {
    await put('admin', '/address', address)
    // As an import may leave it: with spaces that no form sends.
    await all.database.pool.query(`update invoice_addresses set name1 = ' Eva ', name2 = ''`)
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
    test.each(writers)('changes nothing for %s where nothing differs, and else what differs alone', async (right) => {
      for (const whole of await read(right, list)) {
        const before = await contentOf(all.database.db)
        const { code: refused, data } = await put(right, path, whole)
        expect([whole, refused, data?.['VERSION']]).toEqual([whole, 0, whole['VERSION']])
        expect(await contentOf(all.database.db)).toEqual(before)
        await putChanged(right, path, whole, code)
      }
    })

    test('is refused to everybody else', async () => {
      const [whole = {}] = await read('admin', list)
      for (const right of everyRight.filter((one) => !writers.some((writer) => writer === one))) {
        expect(await put(right, path, whole)).toMatchObject({ status: 403 })
      }
    })
  })

  test.each(everyRight)('of the shop user changes nothing for %s where nothing differs', async (right) => {
    const [whole = {}] = await read(right, '/webshopuser/getcurrentwebshopuser')
    const before = await contentOf(all.database.db)
    expect(await put(right, '/webshopuser', whole)).toMatchObject({ code: 0, data: whole })
    expect(await contentOf(all.database.db)).toEqual(before)
  })

  test('changes the right of a contact, with its addresses as they are', async () => {
    const { contact } = all.own.users
    const [whole = {}] = await read('admin', `/contact?pvaid=${contact.pvaid}`)
    expect(await put('admin', '/contact', { ...whole, ASP_SHOPRECHTE: 2 })).toMatchObject({ code: 0 })
    const { changes } = (await auditOf(all.database.db, all.own)).at(-1) ?? {}
    expect(changes).toEqual({ ASP_SHOPRECHTE: { old: 3, new: 2 } })
  })
})
