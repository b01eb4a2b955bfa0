import { expect } from 'vitest'
import { BusinessError } from '@customer-center/contract/envelope'
import type { WireRow } from '@customer-center/contract/field-codes'
import type { Database } from '../../server/src/platform/database/connection.ts'
import { fieldName } from '../../server/src/records/saving/field-name.ts'
import type { TestApp } from './app.ts'
import { call, getToken, loginForm } from './calls.ts'
import type { TestShopUser } from './customer.ts'
import { test as serverTest } from './fixtures.ts'
import { contentOf, save } from './saves.ts'
import { openSession } from './sessions.ts'

/** Returns the refusal of a field: HTTP status, RESTReturnCode, and a sentence with the field's name for a person. */
export const notWritable = (code: string, label = fieldName(code)) => [
  200,
  BusinessError.fieldNotWritable,
  `Das Feld „${label}“ kann nicht geändert werden.`
]

/** Saves contacts as a person does, and reads the effects. */
function contactSaves(database: Database, { url }: TestApp) {
  const sessions = new Map<string, Record<string, string>>()
  const sessionOf = async (user: TestShopUser) => {
    const known = sessions.get(user.userName)
    if (known && (await call(url, '/webshopuser/getcurrentwebshopuser', { headers: known })).status === 200)
      return known
    const headers = { authorization: await openSession(database.db, user) }
    sessions.set(user.userName, headers)
    return headers
  }
  const put = async (by: TestShopUser, of: TestShopUser | number, data: WireRow, headers?: Record<string, string>) => {
    const contactId = typeof of === 'number' ? of : of.contactId
    return save(url, headers ?? (await sessionOf(by)), ['PUT', '/contact'], { ASP_PVAID: contactId, ...data })
  }
  const read = async (by: TestShopUser, of: TestShopUser | number) => {
    const headers = await sessionOf(by)
    const contactId = typeof of === 'number' ? of : of.contactId
    const { envelope } = await call<WireRow[]>(url, `/contact?pvaid=${contactId}`, { headers })
    return envelope.responseData[0] ?? {}
  }
  return {
    put,
    sessionOf,
    read,
    /** Expects that a save is refused and writes nothing. */
    async refused(by: TestShopUser, of: TestShopUser | number, data: WireRow) {
      const headers = await sessionOf(by)
      const before = await contentOf(database.db)
      const { status, code, errors } = await put(by, of, data, headers)
      expect(await contentOf(database.db)).toEqual(before)
      return [status, code, errors[0]]
    },
    /** Returns the status of a login. */
    login: async (user: TestShopUser, password?: string, userName = user.userName) =>
      (await getToken(url, { ...loginForm(user, password), userName })).status,
    isAlive: async (headers: Record<string, string>) =>
      (await call(url, '/webshopuser/getcurrentwebshopuser', { headers })).status === 200,
    /** Lists name and recipient of the mails that wait for a contact, where they are not its own address. */
    async mails(contactId: number) {
      const { rows } = await database.pool.query<{ name: string; data: { to?: string } }>(
        `select kind as name, data from jobs where (data->>'contactId')::int = $1 order by kind`,
        [contactId]
      )
      return rows.map(({ name, data }) => [name, data.to ?? null])
    }
  }
}

/** The `test` for saves of contacts. */
export const test = serverTest.extend('saves', { scope: 'file' }, ({ database, server }) =>
  contactSaves(database, server)
)
