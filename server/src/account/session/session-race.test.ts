// On PostgreSQL alone: the embedded database has one connection, so that no two transactions are at work at once.

import { describe, expect } from 'vitest'
import type { WireRow } from '@customer-center/contract/field-codes'
import { call, getToken, logIn, loginForm } from '../../../../testing/server/calls.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'
import { whileBlocked, tokensOf } from '../../../../testing/server/row-locks.ts'
import { save } from '../../../../testing/server/saves.ts'

const test = serverTest
  .extend('isAlive', ({ server }) => async (access: string) => {
    const headers = { authorization: access }
    return (await server.call(headers, '/webshopuser/getcurrentwebshopuser')).status === 200
  })
  .extend('renew', ({ server }) => {
    return (refreshToken: string) => getToken(server.url, { refreshToken, getRefreshToken: 'true' })
  })
  /** Saves a change of a contact and waits where it ends the contact's sessions, just before it commits. */
  .extend('change', ({ database, server, newCustomer }) => async (data: WireRow) => {
    const { admin, contact } = (await newCustomer()).shopUsers
    const headers = await server.headersOf(admin)
    const old = await logIn(server.url, contact)
    const [held] = await tokensOf(database, contact)
    if (!held) throw new Error('A login leaves tokens.')
    const put = () => save(server.url, headers, ['PUT', '/contact'], { ASP_PVAID: contact.contactId, ...data })
    return { contact, old, held, put }
  })
  /** A person who was shut out and let in again must not find a session that nobody began. */
  .extend('letInAgain', ({ database }) => {
    return (contactId: number) =>
      database.pool.query(
        'with c as (update contacts set active = true where contact_id = $1) update shop_users set rights = 3 where contact_id = $1',
        [contactId]
      )
  })

const changes: readonly [what: string, data: WireRow][] = [
  ['password', { ASP_PASSWORT: 'Neu-4711' }],
  ['e-mail address', { ASP_SHOPEMAIL: 'neu@firma.example' }],
  ['right', { ASP_SHOPRECHTE: 0 }],
  ['active flag', { ASP_AKTIV: false }]
]

describe('sessions and changes of who may log in, at the same moment', () => {
  test.for(changes)(
    'a login whose password was checked before the %s changed begins no session',
    async ([_what, data], { database, server, change, letInAgain }) => {
      const { contact, held, put } = await change(data)
      const [saved, login] = await whileBlocked(database, held, put, () => getToken(server.url, loginForm(contact)))
      expect([saved.code, login.status]).toEqual([0, 401])
      const { rows } = await database.pool.query('select reason from logins where contact_id = $1 order by id', [
        contact.contactId
      ])
      expect(rows).toEqual([{ reason: null }, { reason: 'changed-meanwhile' }])
      await letInAgain(contact.contactId)
      expect(await tokensOf(database, contact)).toHaveLength(2)
    }
  )

  test('a login with an imported hash is refused if the password changes', async ({ database, server, change }) => {
    const { contact, held, put } = await change({ ASP_PASSWORT: 'Neu-4711' })
    const imported = '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'
    await database.pool.query('update shop_users set password_hash = $2 where contact_id = $1', [
      contact.contactId,
      imported
    ])
    const withOldPassword = () => getToken(server.url, loginForm(contact, 'U*U'))
    const [saved, login] = await whileBlocked(database, held, put, withOldPassword)
    expect([saved.code, login.status]).toEqual([0, 401])
    expect((await getToken(server.url, loginForm(contact, 'Neu-4711'))).status).toBe(200)
  })

  test.for(changes)(
    'a session that is renewed while the %s changes is not renewed',
    async ([_what, data], { database, isAlive, renew, change, letInAgain }) => {
      const { contact, old, held, put } = await change(data)
      const [saved, renewed] = await whileBlocked(database, held, put, () => renew(old.refresh_token ?? ''))
      expect([saved.code, renewed.status]).toEqual([0, 401])
      await letInAgain(contact.contactId)
      expect(await isAlive(old.access_token)).toBe(false)
      expect(await tokensOf(database, contact)).toHaveLength(2)
    }
  )

  test('logging out while every session ends waits', async ({ database, server, renew, newCustomer }) => {
    const { contact, admin } = (await newCustomer()).shopUsers
    const headers = await server.headersOf(admin)
    let token = await logIn(server.url, contact)
    // Repeats until the first token by hash is not the first one that was written: the two orders have to differ.
    const isFirst = `select row_number() over (order by token_hash) = 1 as first
      from sessions where contact_id = $1 and revoked_at is null order by ctid`
    const orderIsTheSame = async () =>
      (await database.pool.query<{ first: boolean }>(isFirst, [contact.contactId])).rows
        .slice(0, 3)
        .some(({ first }) => first)
    do token = (await renew(token.refresh_token ?? '')).envelope.responseData
    while (await orderIsTheSame())
    const first = `select token_hash from sessions where contact_id = $1 and revoked_at is null order by token_hash limit 1`
    const [held] = (await database.pool.query<{ token_hash: Buffer }>(first, [contact.contactId])).rows
    if (!held) throw new Error('A login leaves tokens.')
    const [saved, revoked] = await whileBlocked(
      database,
      held.token_hash,
      () => save(server.url, headers, ['PUT', '/contact'], { ASP_PVAID: contact.contactId, ASP_PASSWORT: 'Neu-4711' }),
      () => call(server.url, '/revokeToken', { method: 'POST', headers: { authorization: token.access_token } })
    )
    expect([saved.code, revoked.status]).toEqual([0, 200])
    expect(server.log()).not.toContain('deadlock')
  })
})
