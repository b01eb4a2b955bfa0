import { describe, expect } from 'vitest'
import { BusinessError } from '@customer-center/contract/envelope'
import type { WireRow } from '@customer-center/contract/field-codes'
import { everyRight, Right } from '@customer-center/contract/rights'
import { envelopeSchema } from '@customer-center/contract/schema'
import { getCurrentWebshopUserSchema, listWebshopUsersSchema } from '@customer-center/contract/webshop-user.fields'
import { startApp } from '../../testing/app.ts'
import { authorized, call } from '../../testing/calls.ts'
import { addCompany, addTwin, testPassword } from '../../testing/company.ts'
import { test as serverTest } from '../../testing/fixtures.ts'

const test = serverTest
  .extend('company', { scope: 'file' }, ({ db }) => addCompany(db, 100))
  .extend('twin', { scope: 'file' }, ({ db, company }) => addTwin(db, company))

describe('shop users', () => {
  test.beforeAll(async ({ db }) => {
    await addCompany(db, 200)
  })

  test.for(everyRight)('%s reads their own shop user with its right', async (right, { headersOf, company, server }) => {
    const headers = await headersOf(company.users[right])
    const { envelope } = await call<WireRow>(server.url, '/webshopuser/getcurrentwebshopuser', { headers })
    expect(envelopeSchema(getCurrentWebshopUserSchema.data).safeParse(envelope).success).toBe(true)
    expect(envelope.responseData).toEqual({
      WSU_EMAIL: company.users[right].userName,
      WSU_RECHTE: Right[right],
      WSU_TEILNEHMERWECHSEL: right === 'admin' || right === 'shopfull',
      VERSION: 1
    })
  })

  test('an admin gets the shop users of their company by address and of no other, everybody else their own', async ({
    headersOf,
    company,
    server
  }) => {
    for (const right of everyRight) {
      const headers = await headersOf(company.users[right])
      const { envelope } = await call<WireRow[]>(server.url, '/webshopuser?RES_FIELDS=WSU_EMAIL', { headers })
      expect(envelopeSchema(listWebshopUsersSchema.data).safeParse(envelope).success).toBe(true)
      const expected = right === 'admin' ? Object.values(company.users) : [company.users[right]]
      expect(envelope.responseData.map((row) => row['WSU_EMAIL'])).toEqual(
        expected.map(({ userName }) => userName).toSorted()
      )
    }
  })

  test('RES_FIELDS chooses the fields, and an unknown or unreadable one is named', async ({
    headersOf,
    company,
    server
  }) => {
    const headers = await headersOf(company.users.admin)
    const path = '/webshopuser/getcurrentwebshopuser?RES_FIELDS='
    const chosen = await call(server.url, `${path}VERSION,WSU_RECHTE`, { headers })
    expect(chosen.envelope.responseData).toEqual({ VERSION: 1, WSU_RECHTE: 1 })
    for (const none of ['', '%20']) {
      const { envelope } = await call<WireRow>(server.url, path + none, { headers })
      expect(Object.keys(envelope.responseData)).toHaveLength(4)
    }
    for (const code of ['WSU_NICHTS', 'WSU_PASSWORT', 'constructor']) {
      const { status, envelope } = await call(server.url, `${path}WSU_EMAIL,${code}`, { headers })
      expect([status, envelope.responseResult.Errors]).toEqual([400, [`Unbekanntes Feld: ${code}`]])
    }
  })

  test('VERSION is that of the contact, the only one that a shop user has', async ({
    company,
    headersOf,
    db,
    server
  }) => {
    const { pvaid, id } = company.users.shoplight
    const headers = await headersOf(company.users.shoplight)
    const contact = db.updateTable('contacts').where('id', '=', id).where('pvaid', '=', pvaid)
    await contact.set({ version: 7 }).execute()
    const path = '/webshopuser/getcurrentwebshopuser?RES_FIELDS=VERSION'
    expect((await call<WireRow>(server.url, path, { headers })).envelope.responseData).toEqual({ VERSION: 7 })
    const [row] = await db.selectFrom('shop_users').selectAll().limit(1).execute()
    expect(row).not.toHaveProperty('version')
  })

  test('setcurrentwebshopuser is unknown outside development mode, byte for byte', async ({
    headersOf,
    company,
    server
  }) => {
    const headers = { ...(await headersOf(company.users.admin)), 'content-type': 'application/json' }
    const put = { method: 'PUT', headers, body: '{"data":{}}' }
    const hidden = await call(server.url, '/webshopuser/setcurrentwebshopuser', put)
    const unknown = await call(server.url, '/webshopuser/nosuchcall', put)
    expect([hidden.status, hidden.text]).toEqual([404, unknown.text])
  })

  test('in development mode it gives the session to another user of the company who is named with the password', async ({
    database,
    company
  }) => {
    const development = await startApp(database, { config: { development: true } })
    try {
      const headers = {
        ...(await authorized(development.url, company.users.contact)),
        'content-type': 'application/json'
      }
      const path = '/webshopuser/setcurrentwebshopuser'
      const put = (email: string, password: string) =>
        call<WireRow>(development.url, path, {
          method: 'PUT',
          headers,
          body: JSON.stringify({ data: { WSU_EMAIL: email, WSU_PASSWORT: password } })
        })
      expect((await put(company.users.admin.userName, 'falsch')).status).toBe(401)
      expect((await put('admin@firma-200.example', testPassword)).status).toBe(401)
      expect((await put(company.users.admin.userName, testPassword)).envelope.responseData['WSU_RECHTE']).toBe(1)
      const now = await call<WireRow>(development.url, '/webshopuser/getcurrentwebshopuser', { headers })
      expect(now.envelope.responseData['WSU_EMAIL']).toBe(company.users.admin.userName)
    } finally {
      await development.close()
    }
  })

  test('in development mode it never leads to another provider, whose customer has the same number', async ({
    database,
    twin,
    db,
    company
  }) => {
    const development = await startApp(database, { config: { development: true } })
    try {
      const headers = await authorized(development.url, twin.users.contact)
      const numbers = db.updateTable('customers').set({ number: company.customerNumber })
      await numbers.where('company', '=', twin.company).where('id', '=', twin.id).execute()
      const { status } = await call(development.url, '/webshopuser/setcurrentwebshopuser', {
        method: 'PUT',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ data: { WSU_EMAIL: twin.users.admin.userName, WSU_PASSWORT: testPassword } })
      })
      const now = await call<WireRow>(development.url, '/customer?RES_FIELDS=KND_FIRMA', { headers })
      expect([status, now.envelope.responseData]).toEqual([200, { KND_FIRMA: twin.company }])
    } finally {
      await development.close()
    }
  })

  test('a known field that it does not write breaks a rule, an unknown one makes a bad request', async ({
    database,
    company
  }) => {
    const development = await startApp(database, { config: { development: true } })
    try {
      const { admin, contact } = company.users
      const headers = { ...(await authorized(development.url, contact)), 'content-type': 'application/json' }
      const put = async (more: WireRow) => {
        const body = JSON.stringify({ data: { WSU_EMAIL: admin.userName, WSU_PASSWORT: testPassword, ...more } })
        const path = '/webshopuser/setcurrentwebshopuser'
        const { status, envelope } = await call(development.url, path, { method: 'PUT', headers, body })
        return [status, envelope.responseResult.RESTReturnCode, envelope.responseResult.Errors]
      }
      const fixed = { WSU_RECHTE: 'Berechtigung', WSU_TEILNEHMERWECHSEL: 'Teilnehmerwechsel', VERSION: 'Version' }
      for (const [code, label] of Object.entries(fixed)) {
        const sentence = `Das Feld ${label} kann nicht geändert werden.`
        expect(await put({ [code]: 1 })).toEqual([200, BusinessError.fieldNotWritable, [sentence]])
      }
      expect(await put({ WSU_RECHTE: 1, WSU_NICHTS: 1 })).toEqual([400, 400, ['Unbekanntes Feld: WSU_NICHTS']])
      const now = await call<WireRow>(development.url, '/webshopuser/getcurrentwebshopuser', { headers })
      expect(now.envelope.responseData['WSU_EMAIL']).toBe(contact.userName)
    } finally {
      await development.close()
    }
  })
})
