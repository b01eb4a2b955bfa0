import type { WireRow } from '@customer-center/contract/field-codes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../platform/database/connection.ts'
import { type TestApp, startApp } from '../../testing/app.ts'
import { authorized, call, getToken, logIn, loginForm } from '../../testing/calls.ts'
import { addCompany, type TestCompany } from '../../testing/company.ts'
import { testDatabases } from '../../testing/test-database.ts'
import { whileBlocked, tokensOf } from '../../testing/row-locks.ts'
import { save } from '../../testing/saves.ts'

// The embedded database has one connection: there a transaction never meets another one.
const servers = testDatabases().filter(({ name }) => name === 'postgres')

// A file without a test counts as broken.
test.skipIf(servers.length === 0)('two connections are there to meet: the embedded database has one', () => {
  expect(servers.map(({ name }) => name)).toEqual(['postgres'])
})

describe.each(servers)('sessions and changes of who may log in, at the same moment ($name)', ({ open }) => {
  let database: Database
  let server: TestApp
  let own: TestCompany
  let next = 100

  beforeAll(async () => {
    database = await open()
    server = await startApp(database)
  })
  afterAll(async () => {
    await server.close()
    await database.close()
  })

  const isAlive = async (access: string) =>
    (await call(server.url, '/webshopuser/getcurrentwebshopuser', { headers: { authorization: access } })).status ===
    200

  const renew = (refreshToken: string) => getToken(server.url, { refreshToken, getRefreshToken: 'true' })

  const changes: readonly [what: string, data: WireRow][] = [
    ['password', { ASP_PASSWORT: 'Neu-4711' }],
    ['e-mail address', { ASP_SHOPEMAIL: 'neu@firma.example' }],
    ['right', { ASP_SHOPRECHTE: 0 }],
    ['active flag', { ASP_AKTIV: false }]
  ]
  /** Saves a change of a contact and stands still where it ends the contact's sessions, just before it commits. */
  const change = async (data: WireRow) => {
    own = await addCompany(database.db, (next += 10))
    const { admin, contact } = own.users
    const headers = await authorized(server.url, admin)
    const old = await logIn(server.url, contact)
    const [held] = await tokensOf(database, contact)
    if (!held) throw new Error('A login leaves tokens.')
    return {
      contact,
      old,
      held,
      put: () => save(server.url, headers, ['PUT', '/contact'], { ASP_PVAID: contact.pvaid, ...data })
    }
  }
  /** Who was shut out and is let in again must not find a session that nobody began. */
  const letInAgain = (pvaid: number) =>
    database.pool.query(
      'with c as (update contacts set active = true where pvaid = $1) update shop_users set rights = 3 where pvaid = $1',
      [pvaid]
    )

  test.each(changes)(
    'a login whose password was checked before the %s changed begins no session',
    async (_what, data) => {
      const { contact, held, put } = await change(data)
      const [saved, login] = await whileBlocked(database, held, put, () => getToken(server.url, loginForm(contact)))
      expect([saved.code, login.status]).toEqual([0, 401])
      await letInAgain(contact.pvaid)
      expect(await tokensOf(database, contact)).toHaveLength(2)
    }
  )

  test.each(changes)('a session that is renewed while the %s changes is not renewed', async (_what, data) => {
    const { contact, old, held, put } = await change(data)
    const [saved, renewed] = await whileBlocked(database, held, put, () => renew(old.refresh_token ?? ''))
    expect([saved.code, renewed.status]).toEqual([0, 401])
    await letInAgain(contact.pvaid)
    expect(await isAlive(old.access_token)).toBe(false)
    expect(await tokensOf(database, contact)).toHaveLength(2)
  })

  test('logging out while every session ends waits, and neither fails', async () => {
    own = await addCompany(database.db, (next += 10))
    const { contact, admin } = own.users
    const headers = await authorized(server.url, admin)
    let token = await logIn(server.url, contact)
    // Until the first token by hash is not the first one that was written: the two orders have to differ.
    const isFirst = `select row_number() over (order by token_hash) = 1 as first
      from sessions where pvaid = $1 and revoked_at is null order by ctid`
    const orderIsTheSame = async () =>
      (await database.pool.query<{ first: boolean }>(isFirst, [contact.pvaid])).rows
        .slice(0, 3)
        .some(({ first }) => first)
    do token = (await renew(token.refresh_token ?? '')).envelope.responseData
    while (await orderIsTheSame())
    const [held] = await tokensOf(database, contact)
    if (!held) throw new Error('A login leaves tokens.')
    const [saved, revoked] = await whileBlocked(
      database,
      held,
      () => save(server.url, headers, ['PUT', '/contact'], { ASP_PVAID: contact.pvaid, ASP_PASSWORT: 'Neu-4711' }),
      () => call(server.url, '/revokeToken', { method: 'POST', headers: { authorization: token.access_token } })
    )
    expect([saved.code, revoked.status]).toEqual([0, 200])
    expect(server.log()).not.toContain('deadlock')
  })
})
