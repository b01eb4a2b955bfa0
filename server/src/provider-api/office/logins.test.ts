import { randomInt, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, vi } from 'vitest'
import { getToken, loginForm } from '../../../../testing/server/calls.ts'
import { commandContext } from '../../../../testing/server/command-context.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'
import { openOffice } from '../../../../testing/server/office.ts'
import { changeRows } from '../../../../testing/server/rows.ts'
import { removeExpired } from '../../features.ts'
import { eraseCommand } from '../../operator/erase/erase.command.ts'
import { readConfig } from '../../platform/config/config.ts'
import { personListCommands } from './office.command.ts'

const test = serverTest
  .extend('overrides', { scope: 'file' }, { config: { trustProxy: ['127.0.0.1'] } })
  .extend('office', { scope: 'file' }, openOffice)

test('the office lists the logins and refused logins of a person with the reason, and nobody sees who is unknown', async ({
  db,
  server,
  own: { providerId, shopUsers },
  office: { ask, personKey, keyOfTwin }
}) => {
  const { contact } = shopUsers
  const logIn = async (form: object) => (await getToken(server.url, { ...loginForm(contact), ...form })).status
  const setUser = (values: object) =>
    changeRows(db, 'shop_users', { contact_id: contact.contactId, provider_id: providerId }, values)
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
  const command = personListCommands.find(({ word }) => word === 'logins')
  expect((await command!.run(db, { name: personKey, providerId }, commandContext)).rows).toEqual(logins)

  const stored = async () => (await sql`select provider_id, contact_id from logins`.execute(db)).rows
  expect(await stored()).toContainEqual({ provider_id: null, contact_id: null })
  await removeExpired({ db, config: readConfig({}) })
  expect(await stored()).toEqual(logins.map(() => ({ provider_id: providerId, contact_id: contact.contactId })))
  await sql`update logins set at = now() - interval '8 days' where reason is not null`.execute(db)
  await removeExpired({ db, config: readConfig({ LOGIN_DAYS: '7' }) })
  expect((await ask(`/logins?contact=${personKey}`)).json).toMatchObject({ logins: [logins[0], logins[3]] })

  const erasure = { customer: contact.customerNumber, contact: personKey, providerId, dryRun: false }
  await eraseCommand.run(db, erasure, commandContext)
  expect(await stored()).toEqual([])
})

test('the next page of logins begins behind the last one', async ({
  db,
  own: { providerId, shopUsers },
  office: { ask }
}) => {
  const { contactId } = shopUsers.shopfull
  await sql`
    insert into logins (provider_id, contact_id, way, reason, at)
    select ${providerId}::int, ${contactId}::int, 'password', reason, '2026-10-01T10:00:00Z'::timestamptz + n * interval '1 microsecond'
    from unnest(array['no-password', 'expired', 'locked', 'wrong-password']) with ordinality each (reason, n)`.execute(
    db
  )
  const reasons: unknown[] = []
  for (let place = '&limit=1'; reasons.length < 10;) {
    const { json } = await ask(`/logins?contact=${providerId}/${contactId}${place}`)
    const { logins, cursor, hasMore } = json as { logins: { reason: string }[]; cursor: string; hasMore: boolean }
    reasons.push(...logins.map(({ reason }) => reason))
    if (!hasMore) break
    place = `&limit=1&after=${cursor}`
    await sql`delete from logins where contact_id = ${contactId} and reason = ${logins[0]?.reason}`.execute(db)
  }
  expect(reasons).toEqual(['wrong-password', 'locked', 'expired', 'no-password'])
})

test('a refused login is listed for each company that it could mean', async ({ db, server, newCustomer }) => {
  const { contact } = (await newCustomer()).shopUsers
  const theirs = (await newCustomer(2)).shopUsers.contact
  const ofTheirs = sql`where provider_id = 2 and customer_id = ${theirs.customerId}`
  await sql`update customers set number = ${contact.customerNumber} ${ofTheirs}`.execute(db)
  await sql`update shop_users set email_address = ${contact.userName} ${ofTheirs} and contact_id = ${theirs.contactId}`.execute(
    db
  )
  expect((await getToken(server.url, loginForm(contact, 'Falsch-4711'))).status).toBe(401)
  const { rows } = await sql`
    select provider_id, reason from logins where contact_id in (${contact.contactId}, ${theirs.contactId}) order by provider_id`.execute(
    db
  )
  expect(rows).toEqual([1, 2].map((provider_id) => ({ provider_id, reason: 'wrong-password' })))
})

test('a login with a known address and an unknown customer number is listed for its person, for seven days', async ({
  db,
  server,
  newCustomer,
  office: { ask, keyOfTwin }
}) => {
  const { contact, admin } = (await newCustomer()).shopUsers
  const logIn = async (form: object) => (await getToken(server.url, { ...loginForm(contact), ...form })).status
  const other = (await newCustomer()).shopUsers.contact
  const upper = contact.userName.toUpperCase()
  for (const form of [
    { customerNumber: 'K-4711' },
    { customerNumber: '0815', userName: upper, password: 'Falsch-4711' }
  ])
    expect(await logIn(form)).toBe(401)
  // The number is known, or the address is not.
  expect(await logIn({ customerNumber: other.customerNumber })).toBe(401)
  expect(await logIn({ customerNumber: 'K-4711', userName: 'niemand@firma.example' })).toBe(401)
  const row = {
    at: expect.any(String) as string,
    externalId: expect.any(String) as string,
    customerNumber: contact.customerNumber,
    emailAddress: contact.userName
  }
  const listed = async (key?: string) => (await ask('/refused-logins', undefined, key)).json['refused-logins']
  expect(await listed()).toMatchObject([row, row])
  expect(await listed(keyOfTwin)).toEqual([])
  const { providerId, contactId } = contact
  const noted = { way: 'password', succeeded: false, reason: 'unknown-customer' }
  expect((await ask(`/logins?contact=${providerId}/${contactId}`)).json['logins']).toMatchObject([noted, noted])
  expect((await ask(`/logins?contact=${providerId}/${admin.contactId}`)).json['logins']).toEqual([])
  await sql`update logins set at = at - interval '7 days' where contact_id = ${contactId}`.execute(db)
  await removeExpired({ db, config: readConfig({}) })
  expect(await listed()).toEqual([])
})

test('a stopped login is listed, twenty times in an hour at the most', async ({ db, server, newCustomer }) => {
  const { contact } = (await newCustomer()).shopUsers
  // The limit counts for the process, in which others, and this test on the other database, have stopped logins.
  const headers = { 'x-forwarded-for': `10.211.${randomInt(256)}.${randomInt(256)}` }
  const userName = `${randomUUID()}@firma.example`
  await sql`update shop_users set email_address = ${userName} where provider_id = ${contact.providerId} and contact_id = ${contact.contactId}`.execute(
    db
  )
  const queries = vi.spyOn(Client.prototype, 'query')
  const fail = async (form: Record<string, string>, times: number) => {
    for (let turn = 0; turn < times; turn += 1) await getToken(server.url, form, headers)
  }
  const known = loginForm({ ...contact, userName }, 'Falsch-4711')
  const unknown = { ...known, userName: `${randomUUID()}@firma.example` }
  const writes = async (form: Record<string, string>) => {
    queries.mockClear()
    expect((await getToken(server.url, form, headers)).status).toBe(429)
    const texts = queries.mock.calls.map(([asked]) => JSON.stringify(asked))
    return texts.filter((text) => /insert|update|delete/.test(text))
  }
  for (const form of [known, unknown]) {
    await fail(form, 5)
    expect(await writes(form)).toEqual([expect.stringContaining('insert into logins')])
  }
  await fail(known, 17)
  expect([await writes(known), await writes(unknown)]).toEqual([[expect.stringContaining('insert into logins')], []])
  queries.mockRestore()
  const { rows } = await sql`
    select provider_id, contact_id, way, count(*)::int as count from logins where reason = 'throttled'
    group by provider_id, contact_id, way order by provider_id`.execute(db)
  const { providerId, contactId } = contact
  expect(rows).toEqual([
    { provider_id: providerId, contact_id: contactId, way: 'password', count: 19 },
    { provider_id: null, contact_id: null, way: 'password', count: 1 }
  ])
})

test('a login, or a refused one, is noted in a statement of something else', async ({ server, own }) => {
  const queries = vi.spyOn(Client.prototype, 'query')
  const notes = async (form: Record<string, string>) => {
    queries.mockClear()
    await getToken(server.url, form)
    return queries.mock.calls.map(([asked]) => JSON.stringify(asked)).filter((text) => text.includes('into logins'))
  }
  const { shopfull } = own.shopUsers
  expect(await notes(loginForm(shopfull))).toEqual([expect.stringContaining('insert into contact_access')])
  const refused = [expect.stringContaining('select password_hash')]
  expect(await notes(loginForm(shopfull, 'Falsch-4711'))).toEqual(refused)
  expect(await notes({ ...loginForm(shopfull), userName: 'niemand@firma.example' })).toEqual(refused)
  queries.mockRestore()
})
