import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, vi } from 'vitest'
import { removeExpired } from '../../features.ts'
import { readConfig } from '../../platform/config/config.ts'
import { getToken, loginForm } from '../../testing/calls.ts'
import { commandContext } from '../../testing/command-context.ts'
import { test as serverTest } from '../../testing/fixtures.ts'
import { openOffice } from '../../testing/office.ts'
import { eraseCommand } from '../erase/erase.command.ts'
import { commands } from './office.command.ts'

const test = serverTest.extend('office', { scope: 'file' }, openOffice)

test('the office lists the logins and refused logins of a person with the reason, and nobody sees who is unknown', async ({
  db,
  server,
  own: { company, users },
  office: { ask, personKey, keyOfTwin }
}) => {
  const { contact } = users
  const logIn = async (form: object) => (await getToken(server.url, { ...loginForm(contact), ...form })).status
  const setUser = (values: object) =>
    db.updateTable('shop_users').set(values).where('pvaid', '=', contact.pvaid).where('company', '=', company).execute()
  expect(await logIn({})).toBe(200)
  expect(await logIn({ password: 'Falsch-4711' })).toBe(401)
  expect(await logIn({ userName: 'niemand@firma.example' })).toBe(401)
  await setUser({ rights: 0 })
  expect(await logIn({})).toBe(401)
  await setUser({ rights: 3 })
  const known = { customerNumber: contact.customerNumber, email: contact.userName }
  expect((await ask('/sessions', known)).status).toBe(200)

  const at = expect.any(String) as string
  const logins = [
    { at, way: 'key', succeeded: true, reason: null },
    { at, way: 'password', succeeded: false, reason: 'locked' },
    { at, way: 'password', succeeded: false, reason: 'wrong-password' },
    { at, way: 'password', succeeded: true, reason: null }
  ]
  const { cursor, ...page } = (await ask(`/logins?contact=${personKey}&limit=3`)).json
  expect(page).toEqual({ logins: logins.slice(0, 3), hasMore: true })
  const rest = await ask(`/logins?contact=${personKey}&after=${String(cursor)}`)
  expect(rest.json).toMatchObject({ logins: logins.slice(3), hasMore: false })
  expect((await ask(`/logins?contact=${personKey}`, undefined, keyOfTwin)).status).toBe(404)
  const command = commands.find(({ word }) => word === 'logins')
  expect((await command!.run(db, { name: personKey, company }, commandContext)).rows).toEqual(logins)

  const stored = async () => (await sql`select company, pvaid from logins`.execute(db)).rows
  expect(await stored()).toContainEqual({ company: null, pvaid: null })
  await removeExpired({ db, config: readConfig({}) })
  expect(await stored()).toEqual(logins.map(() => ({ company, pvaid: contact.pvaid })))
  await sql`update logins set at = now() - interval '8 days' where reason is not null`.execute(db)
  await removeExpired({ db, config: readConfig({ LOGIN_DAYS: '7' }) })
  expect((await ask(`/logins?contact=${personKey}`)).json).toMatchObject({ logins: [logins[0], logins[3]] })

  const erasure = { customer: contact.customerNumber, contact: personKey, company, dryRun: false }
  await eraseCommand.run(db, erasure, commandContext)
  expect(await stored()).toEqual([])
})

test('a login, and one that is refused, is noted in a statement that does something else as well', async ({
  server,
  own
}) => {
  const queries = vi.spyOn(Client.prototype, 'query')
  const notes = async (form: Record<string, string>) => {
    queries.mockClear()
    await getToken(server.url, form)
    return queries.mock.calls.map(([asked]) => JSON.stringify(asked)).filter((text) => text.includes('into logins'))
  }
  const { shopfull } = own.users
  expect(await notes(loginForm(shopfull))).toEqual([expect.stringContaining('insert into contact_access')])
  const refused = [expect.stringContaining('select password_hash')]
  expect(await notes(loginForm(shopfull, 'Falsch-4711'))).toEqual(refused)
  expect(await notes({ ...loginForm(shopfull), userName: 'niemand@firma.example' })).toEqual(refused)
  queries.mockRestore()
})
