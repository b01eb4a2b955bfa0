// On both databases: renewals with one token meet in the database.

import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import type { WireRow } from '@customer-center/contract/field-codes'
import { authorized, call, getToken, logIn, loginForm } from '../../../../testing/server/calls.ts'
import { addCustomer, testPassword } from '../../../../testing/server/customer.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'
import { changeRows, readRow } from '../../../../testing/server/rows.ts'
import { removeExpired } from '../../features.ts'
import { readConfig } from '../../platform/config/config.ts'
import { hashPassword } from '../password/passwords.ts'

const me = '/webshopuser/getcurrentwebshopuser'

const test = serverTest
  .extend('whoAmI', ({ server }) => {
    return (token: string) => call(server.url, me, { headers: { authorization: token } })
  })
  .extend('renew', ({ server }) => {
    return (refreshToken: string) => getToken(server.url, { refreshToken })
  })

describe('sessions', () => {
  test('a login gives a token, bare or as Bearer, and keeps none in clear', async ({
    server,
    customer,
    whoAmI,
    db
  }) => {
    const token = await logIn(server.url, customer.shopUsers.admin)
    expect(token.expires_in).toBe(30 * 60)
    expect((await whoAmI(token.access_token)).status).toBe(200)
    expect((await whoAmI(`Bearer ${token.access_token}`)).status).toBe(200)
    const stored = await db.selectFrom('sessions').selectAll().execute()
    const text = stored.map((row) => row.token_hash.toString('base64url') + row.token_hash.toString()).join()
    expect(text).not.toContain(token.access_token)
    expect(text).not.toContain(token.refresh_token)
  })

  test('the user name counts whatever its capitals', async ({ customer, server }) => {
    const { admin } = customer.shopUsers
    const answer = await getToken(server.url, { ...loginForm(admin), userName: admin.userName.toUpperCase() })
    expect(answer.status).toBe(200)
  })

  test('an expired generated password says so, and logs nobody in', async ({ newCustomer, db, server }) => {
    const { admin } = (await newCustomer()).shopUsers
    const password_expires_at = new Date(Date.now() - 1000)
    await changeRows(db, 'shop_users', { contact_id: admin.contactId }, { password_expires_at })
    const { status, envelope } = await getToken(server.url, loginForm(admin))
    expect([status, envelope.responseResult.Errors]).toEqual([
      401,
      ['Ihr automatisch erstelltes Passwort ist abgelaufen. Bitte lassen Sie sich ein neues senden.']
    ])
  })

  test('every failed login gives the same answer after one check of a password', async ({ db, server }) => {
    const odd = await addCustomer(db, 200)
    const { admin, contact, shopfull, shoplight, none } = odd.shopUsers
    await changeRows(db, 'contacts', { contact_id: contact.contactId }, { active: false })
    await changeRows(
      db,
      'shop_users',
      { contact_id: shopfull.contactId },
      { password_expires_at: new Date(Date.now() - 1000) }
    )
    await changeRows(db, 'shop_users', { contact_id: shoplight.contactId }, { password_hash: null })
    const forms = {
      'unknown customer': { ...loginForm(admin), customerNumber: 'K999999' },
      'unknown user': { ...loginForm(admin), userName: 'niemand@firma.example' },
      'wrong password': loginForm(admin, `${testPassword}!`),
      'inactive contact': loginForm(contact),
      'right none': loginForm(none),
      'wrong password in place of an expired one': loginForm(shopfull, `${testPassword}!`),
      'no password': loginForm(shoplight)
    }
    const answers = new Set<string>()
    for (const [reason, form] of Object.entries(forms)) {
      const before = server.log().split('checks a password').length
      const { status, text } = await getToken(server.url, form)
      expect(status, reason).toBe(401)
      expect(server.log().split('checks a password').length - before, reason).toBe(1)
      answers.add(text)
    }
    expect([...answers]).toEqual([
      '{"responseData":null,"responseResult":{"HTTPReturnCode":401,"RESTReturnCode":401,"Errors":["Kundennummer, Benutzername oder Passwort ist falsch."]}}'
    ])
  })

  test('one customer number of two companies: the password tells them apart', async ({ db, server }) => {
    const [first, second] = [await addCustomer(db, 500, 1), await addCustomer(db, 500, 2)]
    const { admin } = first.shopUsers
    expect(second.shopUsers.admin).toMatchObject({ customerNumber: admin.customerNumber, userName: admin.userName })
    const users = db.updateTable('shop_users').where('provider_id', '=', 2).where('contact_id', '=', admin.contactId)
    await users.set({ password_hash: await hashPassword('Anders-4711'), rights: 3 }).execute()

    const rightOf = async (password: string) => {
      const { access_token } = (await getToken(server.url, loginForm(admin, password))).envelope.responseData
      const { envelope } = await call<WireRow>(server.url, me, { headers: { authorization: access_token } })
      return envelope.responseData['WSU_RECHTE']
    }
    expect([await rightOf(testPassword), await rightOf('Anders-4711')]).toEqual([1, 3])

    await users.set({ rights: 0 }).execute()
    const closed = await getToken(server.url, loginForm(admin, 'Anders-4711'))
    const wrong = await getToken(server.url, loginForm(admin, 'Falsch-4711'))
    const unknown = await getToken(server.url, { ...loginForm(admin), customerNumber: 'K999998' })
    expect([closed, wrong, unknown].map(({ status }) => status)).toEqual([401, 401, 401])
    expect(new Set([closed.text, wrong.text, unknown.text]).size).toBe(1)
    expect(await rightOf(testPassword)).toBe(1)
  })

  test('a login without one of its three parts is a bad form', async ({ customer, server }) => {
    const { password: _, ...form } = loginForm(customer.shopUsers.admin)
    expect((await getToken(server.url, form)).status).toBe(400)
  })

  test('an altered token opens and renews nothing', async ({ server, customer, renew, whoAmI }) => {
    const { access_token: access, refresh_token: refresh } = await logIn(server.url, customer.shopUsers.contact)
    const altered = Array.from(
      access,
      (letter, at) => access.slice(0, at) + (letter === 'A' ? 'B' : 'A') + access.slice(at + 1)
    )
    const cut = Array.from(access, (_, at) => access.slice(0, at))
    const opened = await Promise.all([refresh, ...altered, ...cut].map(whoAmI))
    const renewed = await Promise.all([access, ...Array.from(refresh, (_, at) => refresh.slice(0, at))].map(renew))
    expect(new Set(opened.map(({ status }) => status))).toEqual(new Set([401]))
    expect(renewed.map(({ status }) => status)).not.toContain(200)
  })

  test('after revokeToken every token of the login is dead at once', async ({ server, customer, whoAmI, renew }) => {
    const token = await logIn(server.url, customer.shopUsers.shopfull)
    const headers = { authorization: token.access_token }
    expect((await call(server.url, '/revokeToken', { method: 'POST', headers })).envelope.responseData).toBeNull()
    expect((await whoAmI(token.access_token)).status).toBe(401)
    expect((await renew(token.refresh_token)).status).toBe(401)
  })

  test('a lost right or activity ends the session with the next call', async ({ db, server, whoAmI, renew }) => {
    const own = await addCustomer(db, 300)
    const { admin, contact } = own.shopUsers
    const [one, two] = [await logIn(server.url, admin), await logIn(server.url, contact)]
    await changeRows(db, 'shop_users', { contact_id: admin.contactId }, { rights: 0 })
    await changeRows(db, 'contacts', { contact_id: contact.contactId }, { active: false })
    expect((await whoAmI(one.access_token)).status).toBe(401)
    expect((await whoAmI(two.access_token)).status).toBe(401)
    expect((await renew(one.refresh_token)).status).toBe(401)
  })

  test('a session ends when it has run out, and a call puts its end off', async ({ server, customer, db, whoAmI }) => {
    const token = await logIn(server.url, customer.shopUsers.shoplight)
    const { contactId } = customer.shopUsers.shoplight
    const soon = new Date(Date.now() + 60_000)
    const long = new Date(Date.now() - 120_000)
    const sessions = db.updateTable('sessions').where('contact_id', '=', contactId).where('kind', '=', 'access')
    await sessions.set({ last_used_at: long, expires_at: soon }).execute()
    expect((await whoAmI(token.access_token)).status).toBe(200)
    const row = await readRow(db, 'sessions', { contact_id: contactId, kind: 'access' })
    expect(row.expires_at.getTime()).toBeGreaterThan(soon.getTime())
    await sessions.set({ expires_at: long }).execute()
    expect((await whoAmI(token.access_token)).status).toBe(401)
  })

  test.for<[string, number, number, boolean]>([
    ['the shortest session', 1, 20, true],
    ['a long one', 1440, 90, true],
    ['one that was used just before, which saves a write,', 1440, 20, false]
  ])(
    'a call puts the end off: %s',
    async ([, sessionMinutes, secondsIdle, extended], { startServer, customer, db }) => {
      const other = await startServer({ config: { sessionMinutes } })
      const { contactId } = customer.shopUsers.admin
      await db.deleteFrom('sessions').where('contact_id', '=', contactId).execute()
      const headers = await authorized(other.url, customer.shopUsers.admin)
      const end = new Date(Date.now() + 30_000)
      await changeRows(
        db,
        'sessions',
        { contact_id: contactId },
        { last_used_at: new Date(Date.now() - secondsIdle * 1000), expires_at: end }
      )
      expect((await call(other.url, me, { headers })).status).toBe(200)
      const row = await readRow(db, 'sessions', { contact_id: contactId, kind: 'access' })
      expect(row.expires_at > end).toBe(extended)
    }
  )

  test('what has run out long ago is removed where jobs run', async ({ server, customer, db }) => {
    await logIn(server.url, customer.shopUsers.admin)
    const old = new Date(Date.now() - 100 * 24 * 3_600_000)
    await db.updateTable('sessions').set({ expires_at: old }).execute()
    await db.updateTable('login_attempts').set({ at: old }).execute()
    await removeExpired({ db, config: readConfig({}) })
    expect(await db.selectFrom('sessions').select('family').execute()).toEqual([])
    expect(await db.selectFrom('login_attempts').select('id').execute()).toEqual([])
  })

  test('the version of the interface needs no session', async ({ server, customer }) => {
    expect((await call(server.url, '/getApiVersion')).envelope.responseData).toEqual({ api_version: '1.0' })
    expect((await authorized(server.url, customer.shopUsers.admin))['authorization']).toHaveLength(43)
  })
})

describe('renewing a session', () => {
  test('renewal trades the refresh token for a new pair', async ({ server, customer, renew, whoAmI }) => {
    const first = await logIn(server.url, customer.shopUsers.contact)
    const second = (await renew(first.refresh_token)).envelope.responseData
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect((await whoAmI(second.access_token)).status).toBe(200)
  })

  test('renewal ends the access token of the refresh token alone', async ({ server, customer, renew, whoAmI }) => {
    const [first, elsewhere] = [
      await logIn(server.url, customer.shopUsers.contact),
      await logIn(server.url, customer.shopUsers.contact)
    ]
    const second = (await renew(first.refresh_token)).envelope.responseData
    const statuses = []
    for (const token of [first, second, elsewhere]) statuses.push((await whoAmI(token.access_token)).status)
    expect(statuses).toEqual([401, 200, 200])
  })

  test('a renewal that is repeated leaves both pairs good', async ({ server, customer, renew, whoAmI }) => {
    const first = await logIn(server.url, customer.shopUsers.contact)
    const one = (await renew(first.refresh_token)).envelope.responseData
    const other = (await renew(first.refresh_token)).envelope.responseData
    expect(other.refresh_token).not.toBe(one.refresh_token)
    for (const tab of [one, other]) {
      expect((await whoAmI(tab.access_token)).status).toBe(200)
      const next = (await renew(tab.refresh_token)).envelope.responseData
      expect((await whoAmI(next.access_token)).status).toBe(200)
      expect((await whoAmI(tab.access_token)).status).toBe(401)
    }
    expect((await whoAmI(first.access_token)).status).toBe(401)
  })

  test('a refresh token used again later ends the whole family', async ({ server, customer, renew, whoAmI, db }) => {
    const first = await logIn(server.url, customer.shopUsers.contact)
    const second = (await renew(first.refresh_token)).envelope.responseData
    const { contactId } = customer.shopUsers.contact
    await sql`update sessions set rotated_at = rotated_at - interval '31 seconds' where contact_id = ${contactId}`.execute(
      db
    )
    expect((await renew(first.refresh_token)).status).toBe(401)
    expect((await whoAmI(first.access_token)).status).toBe(401)
    expect((await whoAmI(second.access_token)).status).toBe(401)
    expect((await renew(second.refresh_token)).status).toBe(401)
  })

  test('parallel renewals with one token are all answered', async ({ server, customer, renew, whoAmI }) => {
    const first = await logIn(server.url, customer.shopUsers.contact)
    const answers = await Promise.all(Array.from({ length: 10 }, () => renew(first.refresh_token)))
    const tokens = new Set(answers.map(({ envelope }) => envelope.responseData.access_token))
    expect(tokens.size).toBe(10)
    for (const token of tokens) expect((await whoAmI(token)).status).toBe(200)
    expect((await whoAmI(first.access_token)).status).toBe(401)
  })

  test('a login ends after its hours, however often renewed', async ({ customer, db, server, renew, whoAmI }) => {
    const { contactId } = customer.shopUsers.shopfull
    await db.deleteFrom('sessions').where('contact_id', '=', contactId).execute()
    const first = await logIn(server.url, customer.shopUsers.shopfull)
    const age = (minutes: number) =>
      sql`
      update sessions set logged_in_at = logged_in_at - make_interval(mins => ${minutes}::int),
        expires_at = case kind when 'refresh' then expires_at - make_interval(mins => ${minutes}::int) else expires_at end,
        last_used_at = last_used_at - interval '2 minutes'
      where contact_id = ${contactId}`.execute(db)
    const minutesLeft = async () => {
      const { rows } = await sql<{ left: number }>`
        select max(extract(epoch from expires_at - now()) / 60)::float as left from sessions where contact_id = ${contactId}`.execute(
        db
      )
      return rows[0]?.left
    }
    expect(await minutesLeft()).toBeCloseTo(12 * 60, 0)
    await age(12 * 60 - 5)
    const second = (await renew(first.refresh_token)).envelope.responseData
    expect(second.expires_in).toBeGreaterThan(240)
    expect(second.expires_in).toBeLessThanOrEqual(300)
    await age(1)
    expect((await whoAmI(second.access_token)).status).toBe(200)
    const third = (await renew(second.refresh_token)).envelope.responseData
    expect(third.expires_in).toBeLessThanOrEqual(240)
    // No end was put off on the way, apart from the first token's idle end.
    await db
      .deleteFrom('sessions')
      .where('contact_id', '=', contactId)
      .where((q) => q('rotated_at', 'is not', null).or('revoked_at', 'is not', null))
      .execute()
    expect(await minutesLeft()).toBeLessThanOrEqual(4)
  })
})
