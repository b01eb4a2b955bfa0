import { personHeader } from '@customer-center/contract/session'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../platform/database/connection.ts'
import { type TestApp, startApp } from '../../testing/app.ts'
import { call, logIn } from '../../testing/calls.ts'
import { addCompany, addTwin, type TestCompany, type TestUser } from '../../testing/company.ts'
import { testDatabases } from '../../testing/test-database.ts'
import { contentOf, save } from '../../testing/saves.ts'

const whoAmI = '/webshopuser/getcurrentwebshopuser'
const xsrf = 'x'.repeat(32)

describe.each(testDatabases())('a cookie that has become somebody else’s ($name)', ({ open }) => {
  let database: Database
  let server: TestApp
  let own: TestCompany
  let other: TestCompany

  beforeAll(async () => {
    database = await open()
    server = await startApp(database)
    own = await addCompany(database.db, 10)
    other = await addTwin(database.db, own)
  })
  afterAll(async () => {
    await server.close()
    await database.close()
  })

  /** What a browser sends of a session that only its cookie knows. */
  async function cookieOf(user: TestUser): Promise<Record<string, string>> {
    const { access_token: access } = await logIn(server.url, user)
    return { cookie: `XSRF-TOKEN=${xsrf}; KC-SESSION=${access}`, 'x-xsrf-token': xsrf }
  }

  async function markOf(user: TestUser): Promise<string> {
    const { headers } = await call(server.url, whoAmI, { headers: await cookieOf(user) })
    return headers.get(personHeader) ?? ''
  }

  test('a person has one mark in all sessions, and nobody else has it: not in the company, not with the same numbers elsewhere', async () => {
    const mark = await markOf(own.users.admin)
    expect(mark).toMatch(/^[\w-]{22}$/)
    expect(await markOf(own.users.admin)).toBe(mark)
    expect(new Set([mark, await markOf(own.users.contact), await markOf(other.users.admin)]).size).toBe(3)
  })

  test('what a tab asks or saves for the person before is refused, and nothing is written', async () => {
    const mark = await markOf(own.users.admin)
    const before = await contentOf(database.db)
    for (const user of [own.users.contact, other.users.admin]) {
      const headers = { ...(await cookieOf(user)), [personHeader]: mark }
      for (const path of [whoAmI, '/eventmanager/invoicebysubscriber', '/contact', '/customer'])
        expect((await call(server.url, path, { headers })).status, path).toBe(401)
      expect(
        (await save(server.url, headers, ['PUT', '/customer'], { KND_HOMEPAGE: 'https://falsch.example' })).status
      ).toBe(401)
      expect((await save(server.url, headers, ['PUT', '/webshopuser'], { WSU_PASSWORT: 'Falsch-4711' })).status).toBe(
        401
      )
      expect((await call(server.url, '/revokeToken', { method: 'POST', headers })).status).toBe(401)
      const { [personHeader]: _, ...unmarked } = headers
      expect((await call(server.url, whoAmI, { headers: unmarked })).status).toBe(200)
    }
    expect(await contentOf(database.db)).toEqual(before)
  })

  test('the own mark is let through, and a token says by itself who calls', async () => {
    const { admin, contact } = own.users
    const headers = { ...(await cookieOf(admin)), [personHeader]: await markOf(admin) }
    expect((await call(server.url, '/contact', { headers })).status).toBe(200)
    const { access_token: authorization } = await logIn(server.url, contact)
    const withToken = { authorization, [personHeader]: await markOf(admin) }
    expect((await call(server.url, whoAmI, { headers: withToken })).status).toBe(200)
  })
})
