import { describe, expect } from 'vitest'
import { BusinessError } from '@customer-center/contract/envelope'
import type { WireRow } from '@customer-center/contract/field-codes'
import { everyRight, Right } from '@customer-center/contract/rights'
import { envelopeSchema } from '@customer-center/contract/schema'
import { getCurrentShopUserSchema, listShopUsersSchema } from '@customer-center/contract/shop-user'
import { startApp } from '../../../../testing/server/app.ts'
import { authorized, call } from '../../../../testing/server/calls.ts'
import { addCustomer, testPassword, type TestShopUser } from '../../../../testing/server/customer.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'
import { changeRows } from '../../../../testing/server/rows.ts'
import { save } from '../../../../testing/server/saves.ts'

const test = serverTest
  .extend('other', { scope: 'file', auto: true }, ({ db }) => addCustomer(db, 200))
  /** Logs in to a server in development mode, and returns the calls of this person. */
  .extend('developer', { scope: 'file' }, async ({ database }, { onCleanup }) => {
    const development = await startApp(database, { config: { development: true } })
    onCleanup(development.close)
    return async (user: TestShopUser) => {
      const headers = await authorized(development.url, user)
      return {
        become: ({ userName }: TestShopUser, password = testPassword, more: WireRow = {}) =>
          save(development.url, headers, ['PUT', '/webshopuser/setcurrentwebshopuser'], {
            WSU_EMAIL: userName,
            WSU_PASSWORT: password,
            ...more
          }),
        read: async (path: string) => (await call<WireRow>(development.url, path, { headers })).envelope.responseData
      }
    }
  })

describe('shop users', () => {
  test.for(everyRight)('%s reads their own shop user with its right', async (right, { server, own }) => {
    const { envelope } = await server.call<WireRow>(own.shopUsers[right], '/webshopuser/getcurrentwebshopuser')
    expect(envelopeSchema(getCurrentShopUserSchema.data).safeParse(envelope).success).toBe(true)
    expect(envelope.responseData).toEqual({
      WSU_EMAIL: own.shopUsers[right].userName,
      WSU_RECHTE: Right[right],
      WSU_TEILNEHMERWECHSEL: right === 'admin' || right === 'shopfull',
      VERSION: 1
    })
  })

  test('an admin gets the shop users of the company, everybody else their own', async ({ server, own }) => {
    for (const right of everyRight) {
      const { envelope } = await server.call<WireRow[]>(own.shopUsers[right], '/webshopuser?RES_FIELDS=WSU_EMAIL')
      expect(envelopeSchema(listShopUsersSchema.data).safeParse(envelope).success).toBe(true)
      const expected = right === 'admin' ? Object.values(own.shopUsers) : [own.shopUsers[right]]
      const names = expected.map(({ userName }) => userName).toSorted()
      expect(envelope.responseData.map((row) => row['WSU_EMAIL'])).toEqual(names)
    }
  })

  test('RES_FIELDS chooses the fields, and an unknown or unreadable one is named', async ({ server, own }) => {
    const path = '/webshopuser/getcurrentwebshopuser?RES_FIELDS='
    const read = async (codes: string) => (await server.call<WireRow>(own.shopUsers.admin, path + codes)).envelope
    expect((await read('VERSION,WSU_RECHTE')).responseData).toEqual({ VERSION: 1, WSU_RECHTE: 1 })
    for (const none of ['', '%20']) expect(Object.keys((await read(none)).responseData)).toHaveLength(4)
    for (const code of ['WSU_NICHTS', 'WSU_PASSWORT', 'constructor']) {
      const { HTTPReturnCode, Errors } = (await read(`WSU_EMAIL,${code}`)).responseResult
      expect([HTTPReturnCode, Errors]).toEqual([400, [`Unbekanntes Feld: ${code}`]])
    }
  })

  test('VERSION is that of the contact, the only one that a shop user has', async ({ server, own, db }) => {
    const { shoplight } = own.shopUsers
    await changeRows(
      db,
      'contacts',
      { provider_id: shoplight.providerId, contact_id: shoplight.contactId },
      { version: 7 }
    )
    const { envelope } = await server.call(shoplight, '/webshopuser/getcurrentwebshopuser?RES_FIELDS=VERSION')
    expect(envelope.responseData).toEqual({ VERSION: 7 })
  })

  test('setcurrentwebshopuser is unknown outside development mode', async ({ server, own }) => {
    const put = (name: string) => server.save(own.shopUsers.admin, ['PUT', `/webshopuser/${name}`], {})
    const hidden = await put('setcurrentwebshopuser')
    expect([hidden.status, hidden.text]).toEqual([404, (await put('nosuchcall')).text])
  })

  test('in development mode it gives the session to a named colleague', async ({ developer, own, other }) => {
    const { admin, contact } = own.shopUsers
    const { become, read } = await developer(contact)
    expect((await become(admin, 'falsch')).status).toBe(401)
    expect((await become(other.shopUsers.admin)).status).toBe(401)
    expect((await become(admin)).data?.['WSU_RECHTE']).toBe(1)
    expect((await read('/webshopuser/getcurrentwebshopuser'))['WSU_EMAIL']).toBe(admin.userName)
  })

  test('in development mode it never leads to another provider', async ({ developer, twin, own, db }) => {
    const { become, read } = await developer(twin.shopUsers.contact)
    await changeRows(
      db,
      'customers',
      { provider_id: twin.providerId, customer_id: twin.customerId },
      { number: own.customerNumber }
    )
    expect((await become(twin.shopUsers.admin)).status).toBe(200)
    expect(await read('/customer?RES_FIELDS=KND_FIRMA')).toEqual({ KND_FIRMA: twin.providerId })
  })

  test('a known field that it does not write breaks a rule, others are 400', async ({ developer, own }) => {
    const { admin, contact } = own.shopUsers
    const { become, read } = await developer(contact)
    const fixed = { WSU_RECHTE: 'Berechtigung', WSU_TEILNEHMERWECHSEL: 'Teilnehmerwechsel', VERSION: 'Version' }
    for (const [code, label] of Object.entries(fixed)) {
      const refused = {
        code: BusinessError.fieldNotWritable,
        errors: [`Das Feld „${label}“ kann nicht geändert werden.`]
      }
      expect(await become(admin, testPassword, { [code]: 1 })).toMatchObject({ status: 200, ...refused })
    }
    const unknown = await become(admin, testPassword, { WSU_RECHTE: 1, WSU_NICHTS: 1 })
    expect(unknown).toMatchObject({ status: 400, errors: ['Unbekanntes Feld: WSU_NICHTS'] })
    expect((await read('/webshopuser/getcurrentwebshopuser'))['WSU_EMAIL']).toBe(contact.userName)
  })
})
