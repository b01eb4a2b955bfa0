import { describe, expect } from 'vitest'
import { endpoints } from '@customer-center/contract/endpoints'
import { BusinessError } from '@customer-center/contract/envelope'
import { call, getToken, logIn, loginForm } from '../../../../testing/server/calls.ts'
import { addCustomer, testPassword, type TestShopUser } from '../../../../testing/server/customer.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'
import { contentOf } from '../../../../testing/server/saves.ts'

const sentence = 'Bitte ändern Sie zuerst Ihr Passwort: Es wurde automatisch erstellt.'

let next = 1000

const test = serverTest
  /** Makes a shop user whose password was generated a moment ago. */
  .extend('newcomer', ({ db }) => async (): Promise<TestShopUser> => {
    const { admin } = (await addCustomer(db, (next += 10))).shopUsers
    const user = db.updateTable('shop_users').where('contact_id', '=', admin.contactId)
    await user.set({ password_must_change: true, password_expires_at: new Date(Date.now() + 3_600_000) }).execute()
    return admin
  })
  .extend('put', ({ server }) => {
    return (headers: Record<string, string>, data: object) => server.save(headers, ['PUT', '/webshopuser'], data)
  })

describe('a generated password', () => {
  test('lets its owner do nothing but change it or end the session', async ({ newcomer, server }) => {
    const headers = await server.headersOf(await newcomer())
    for (const { endpoint } of endpoints) {
      const { method, path, access } = endpoint
      if (access === 'public' || path === '/revokeToken' || !server.app.hasRoute({ method, url: `/api${path}` }))
        continue
      const { status, envelope } = await call(server.url, path, { method, headers })
      const { RESTReturnCode, Errors } = envelope.responseResult
      if (method === 'PUT' && path === '/webshopuser') expect(status).toBe(400)
      else
        expect([path, status, RESTReturnCode, Errors]).toEqual([
          path,
          403,
          BusinessError.passwordMustChange,
          [sentence]
        ])
    }
    expect((await server.call(headers, '/getApiVersion')).status).toBe(200)
    expect((await call(server.url, '/revokeToken', { method: 'POST', headers })).status).toBe(200)
  })

  test('lets its owner renew the session, which stays as narrow as it was', async ({ server, newcomer }) => {
    const { refresh_token } = await logIn(server.url, await newcomer())
    const { status, envelope } = await getToken(server.url, { refreshToken: refresh_token })
    expect(status).toBe(200)
    const headers = { authorization: envelope.responseData.access_token }
    expect((await server.call(headers, '/contact')).status).toBe(403)
  })

  test('gives way to another one, and the session goes on', async ({ newcomer, put, server, db }) => {
    const user = await newcomer()
    const headers = await server.headersOf(user)
    const { code, data } = await put(headers, { WSU_PASSWORT: 'Eigenes-1' })
    expect([code, data?.['WSU_EMAIL']]).toEqual([0, user.userName])
    expect((await server.call(headers, '/contact')).status).toBe(200)
    const login = async (password?: string) => (await getToken(server.url, loginForm(user, password))).status
    expect([await login(), await login('Eigenes-1')]).toEqual([401, 200])
    const row = db.selectFrom('shop_users').select(['password_must_change', 'password_expires_at'])
    expect(await row.where('contact_id', '=', user.contactId).executeTakeFirst()).toEqual({
      password_must_change: false,
      password_expires_at: null
    })
  })

  test('gives way neither to itself nor to none or a short one', async ({ server, newcomer, db, put }) => {
    const headers = await server.headersOf(await newcomer())
    const before = await contentOf(db)
    const same = await put(headers, { WSU_PASSWORT: testPassword })
    expect([same.status, same.code, same.errors]).toEqual([
      200,
      BusinessError.passwordTooShort,
      ['Bitte wählen Sie ein anderes Passwort als das bisherige.']
    ])
    for (const data of [{}, { WSU_PASSWORT: '' }, { WSU_EMAIL: 'neu@firma.example' }]) {
      const { status, code, errors } = await put(headers, data)
      expect([status, code, errors]).toEqual([403, BusinessError.passwordMustChange, [sentence]])
    }
    expect((await put(headers, { WSU_PASSWORT: 'kurz5' })).code).toBe(BusinessError.passwordTooShort)
    expect(await contentOf(db)).toEqual(before)
  })
})
