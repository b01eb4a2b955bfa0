import { describe, expect } from 'vitest'
import { personHeader } from '@customer-center/contract/session'
import { call, logIn } from '../../../../testing/server/calls.ts'
import { addTwin, type TestShopUser } from '../../../../testing/server/customer.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'
import { contentOf } from '../../../../testing/server/saves.ts'

const whoAmI = '/webshopuser/getcurrentwebshopuser'
const xsrf = 'x'.repeat(32)

const test = serverTest
  .extend('other', { scope: 'file' }, ({ db, own }) => addTwin(db, own))
  /** Returns the headers of a browser whose session only its cookie knows. */
  .extend('cookieOf', ({ server }) => async (user: TestShopUser): Promise<Record<string, string>> => {
    const { access_token: access } = await logIn(server.url, user)
    return { cookie: `XSRF-TOKEN=${xsrf}; KC-SESSION=${access}`, 'x-xsrf-token': xsrf }
  })
  .extend('markOf', ({ server, cookieOf }) => async (user: TestShopUser): Promise<string> => {
    const { headers } = await call(server.url, whoAmI, { headers: await cookieOf(user) })
    return headers.get(personHeader) ?? ''
  })

describe('a cookie that has become somebody else’s', () => {
  test('a person has one mark in all sessions, and nobody else has it', async ({ markOf, own, other }) => {
    const mark = await markOf(own.shopUsers.admin)
    expect(mark).toMatch(/^[\w-]{22}$/)
    expect(await markOf(own.shopUsers.admin)).toBe(mark)
    expect(new Set([mark, await markOf(own.shopUsers.contact), await markOf(other.shopUsers.admin)]).size).toBe(3)
  })

  test('what a tab asks for the person before is refused', async ({ markOf, own, db, other, cookieOf, server }) => {
    const mark = await markOf(own.shopUsers.admin)
    const before = await contentOf(db)
    for (const user of [own.shopUsers.contact, other.shopUsers.admin]) {
      const headers = { ...(await cookieOf(user)), [personHeader]: mark }
      for (const path of [whoAmI, '/eventmanager/invoicebysubscriber', '/contact', '/customer'])
        expect((await server.call(headers, path)).status, path).toBe(401)
      expect(
        (await server.save(headers, ['PUT', '/customer'], { KND_HOMEPAGE: 'https://falsch.example' })).status
      ).toBe(401)
      expect((await server.save(headers, ['PUT', '/webshopuser'], { WSU_PASSWORT: 'Falsch-4711' })).status).toBe(401)
      expect((await call(server.url, '/revokeToken', { method: 'POST', headers })).status).toBe(401)
      const { [personHeader]: _, ...unmarked } = headers
      expect((await server.call(unmarked, whoAmI)).status).toBe(200)
    }
    expect(await contentOf(db)).toEqual(before)
  })

  test('the own mark is let through, and a token counts by itself', async ({ own, cookieOf, markOf, server }) => {
    const { admin, contact } = own.shopUsers
    const headers = { ...(await cookieOf(admin)), [personHeader]: await markOf(admin) }
    expect((await server.call(headers, '/contact')).status).toBe(200)
    const { access_token: authorization } = await logIn(server.url, contact)
    const withToken = { authorization, [personHeader]: await markOf(admin) }
    expect((await server.call(withToken, whoAmI)).status).toBe(200)
  })
})
