import { BusinessError } from '@customer-center/contract/envelope'
import type { Wire } from '@customer-center/contract/field-codes'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Database } from '../platform/database/connection.ts'
import { startApp, type TestApp } from './app.ts'
import { fieldName } from '../platform/saving/field-name.ts'
import { authorized, call, getToken, loginForm } from './calls.ts'
import { addCompany, type TestCompany, type TestUser } from './company.ts'
import { contentOf, save } from './saves.ts'

/** What a refusal of a field says: HTTP status, RESTReturnCode, and a sentence with the field's name for a person. */
export const notWritable = (code: string, label = fieldName(code)) => [
  200,
  BusinessError.fieldNotWritable,
  `Das Feld ${label} kann nicht geändert werden.`
]

/** Saves of contacts as a person makes them, and what they lead to. */
export function contactSaves(database: Database, { url }: TestApp) {
  // A login takes as long as ten saves.
  const sessions = new Map<string, Record<string, string>>()
  const sessionOf = async (user: TestUser) => {
    const known = sessions.get(user.userName)
    if (known && (await call(url, '/webshopuser/getcurrentwebshopuser', { headers: known })).status === 200)
      return known
    const headers = await authorized(url, user)
    sessions.set(user.userName, headers)
    return headers
  }
  const put = async (by: TestUser, of: TestUser | number, data: Wire, headers?: Record<string, string>) => {
    const pvaid = typeof of === 'number' ? of : of.pvaid
    return save(url, headers ?? (await sessionOf(by)), ['PUT', '/contact'], { ASP_PVAID: pvaid, ...data })
  }
  const read = async (by: TestUser, of: TestUser | number) => {
    const headers = await sessionOf(by)
    const pvaid = typeof of === 'number' ? of : of.pvaid
    const { envelope } = await call<Wire[]>(url, `/contact?pvaid=${pvaid}`, { headers })
    return envelope.responseData[0] ?? {}
  }
  return {
    put,
    sessionOf,
    read,
    /** A save of which nothing may be written. */
    async refused(by: TestUser, of: TestUser | number, data: Wire) {
      const headers = await sessionOf(by)
      const before = await contentOf(database.db)
      const { status, code, errors } = await put(by, of, data, headers)
      expect(await contentOf(database.db)).toEqual(before)
      return [status, code, errors[0]]
    },
    /** The status that a login answers. */
    login: async (user: TestUser, password?: string, userName = user.userName) =>
      (await getToken(url, { ...loginForm(user, password), userName })).status,
    isAlive: async (headers: Record<string, string>) =>
      (await call(url, '/webshopuser/getcurrentwebshopuser', { headers })).status === 200,
    /** Name and old address of the mails that wait for a contact. */
    async mails(pvaid: number) {
      const { rows } = await database.pool.query<{ name: string; data: { oldAddress?: string } }>(
        `select name, data from pgboss.job where (data->>'pvaid')::int = $1 order by name`,
        [pvaid]
      )
      return rows.map(({ name, data }) => [name, data.oldAddress ?? null])
    }
  }
}

interface ContactShop {
  readonly database: Database
  readonly server: TestApp
  readonly saves: ReturnType<typeof contactSaves>
  readonly own: TestCompany
  /** A company of its own for a test that changes it. */
  readonly fresh: (company?: number) => Promise<TestCompany>
}

/** A server with a company whose contacts are saved, from before the first test of the block until after its last. */
export function contactShop(open: () => Promise<Database>): ContactShop {
  let next = 1000
  const shop = {
    fresh: (company = 1) => addCompany(shop.database.db, (next += 10), company)
  } as { -readonly [Name in keyof ContactShop]: ContactShop[Name] }
  beforeAll(async () => {
    shop.database = await open()
    shop.server = await startApp(shop.database)
    shop.saves = contactSaves(shop.database, shop.server)
    shop.own = await addCompany(shop.database.db, 100)
  })
  afterAll(async () => {
    await shop.server.close()
    await shop.database.close()
  })
  return shop
}
