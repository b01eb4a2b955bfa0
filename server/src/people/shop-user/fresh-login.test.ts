import { sql } from 'kysely'
import { expect } from 'vitest'
import { loginTooOld } from '@customer-center/contract/envelope'
import type { WireRow } from '@customer-center/contract/field-codes'
import { Right } from '@customer-center/contract/rights'
import { readConfig } from '../../platform/config/config.ts'
import { call, getToken, loginForm } from '../../testing/calls.ts'
import type { TestCompany, TestUser } from '../../testing/company.ts'
import { test as contactTest } from '../../testing/contact-fixtures.ts'
import { contentOf, save } from '../../testing/saves.ts'

const test = contactTest
  .extend('overrides', { scope: 'file' }, () => ({
    config: { ...readConfig({}), publicUrl: 'https://center.example' }
  }))
  .extend('passMinutes', ({ db }) => async ({ pvaid }: TestUser, minutes: number) => {
    await sql`update sessions set logged_in_at = logged_in_at - make_interval(mins => ${minutes}::int)
      where pvaid = ${pvaid}`.execute(db)
  })
  .extend(
    'put',
    ({ server }) =>
      (headers: Record<string, string>, path: string, data: WireRow) =>
        save(server.url, headers, ['PUT', path], data)
  )

const password = { WSU_PASSWORT: 'Neu-4711' }
const loginAgain = [
  401,
  loginTooOld,
  'Bitte melden Sie sich für diese Änderung noch einmal an. Ihre Eingaben bleiben erhalten.'
]

test.for<[what: string, data: WireRow]>([
  ['password', password],
  ['e-mail address', { WSU_EMAIL: 'neu@firma.example' }]
])(
  'the own %s changes within ten minutes of a login, and not later',
  async ([, data], { newCompany, headersOf, passMinutes, put, db, saves }) => {
    const { contact } = (await newCompany()).users
    const headers = await headersOf(contact)
    await passMinutes(contact, 11)
    const before = await contentOf(db)
    const { status, code, errors } = await put(headers, '/webshopuser', data)
    expect([status, code, errors[0]]).toEqual(loginAgain)
    expect(await contentOf(db)).toEqual(before)
    expect(await saves.isAlive(headers)).toBe(true)
    // A save that changes nothing of the login needs no new one.
    expect((await put(headers, '/webshopuser', { WSU_EMAIL: contact.userName, WSU_PASSWORT: '' })).code).toBe(0)
    const fresh = await headersOf(contact)
    await passMinutes(contact, 9)
    expect((await put(fresh, '/webshopuser', data)).code).toBe(0)
  }
)

test.for<[what: string, data: WireRow]>([
  ['password', { ASP_PASSWORT: 'Neu-4711' }],
  ['e-mail address', { ASP_SHOPEMAIL: 'neu@firma.example' }]
])(
  'an admin changes a colleague’s %s after a login of the last ten minutes alone',
  async ([, data], { newCompany, headersOf, passMinutes, put, db }) => {
    const { admin, contact, none } = (await newCompany()).users
    // A person who had a login may get the right back, and then the address logs in.
    await db.updateTable('shop_users').set({ had_login: false }).where('pvaid', '=', none.pvaid).execute()
    const headers = await headersOf(admin)
    await passMinutes(admin, 11)
    const answer = await put(headers, '/contact', { ASP_PVAID: contact.pvaid, ...data })
    expect([answer.status, answer.code]).toEqual([401, loginTooOld])
    const others: [TestUser, WireRow][] = [
      [contact, { ASP_ORT: 'Wels', ASP_SHOPRECHTE: Right.contact }],
      [none, { ASP_SHOPEMAIL: 'ohne.zugang@firma.example' }]
    ]
    for (const [{ pvaid }, harmless] of others)
      expect((await put(headers, '/contact', { ASP_PVAID: pvaid, ...harmless })).code).toBe(0)
    expect((await put(await headersOf(admin), '/contact', { ASP_PVAID: contact.pvaid, ...data })).code).toBe(0)
  }
)

const newColleague = { ASP_ANREDE: 1, ASP_NACHNAME: 'Neuling', ASP_SHOPEMAIL: 'neu@firma.example' }
const pvaidOf = ({ users }: TestCompany, right: keyof TestCompany['users']) => users[right].pvaid

test.for<[what: string, method: 'GET' | 'POST' | 'PUT', path: string, data: (company: TestCompany) => object]>([
  [
    'a new admin',
    'POST',
    '/contact',
    () => ({ ...newColleague, ASP_SHOPRECHTE: Right.admin, ASP_PASSWORT: 'Neu-4711' })
  ],
  [
    'a new participant without a password',
    'POST',
    '/contact',
    () => ({ ...newColleague, ASP_SHOPRECHTE: Right.contact })
  ],
  ['a raised right', 'PUT', '/contact', (of) => ({ ASP_PVAID: pvaidOf(of, 'shopfull'), ASP_SHOPRECHTE: Right.admin })],
  [
    'a right given back',
    'PUT',
    '/contact',
    (of) => ({ ASP_PVAID: pvaidOf(of, 'none'), ASP_SHOPRECHTE: Right.contact })
  ],
  [
    'the address of a former login, taken away',
    'PUT',
    '/contact',
    (of) => ({ ASP_PVAID: pvaidOf(of, 'none'), ASP_SHOPEMAIL: null })
  ],
  [
    'a colleague made active again',
    'PUT',
    '/contact',
    (of) => ({ ASP_PVAID: pvaidOf(of, 'shoplight'), ASP_AKTIV: true })
  ],
  [
    'an access removed by right and state at once, which takes a raised right to be taken back',
    'PUT',
    '/contact',
    (of) => ({ ASP_PVAID: pvaidOf(of, 'shopfull'), ASP_SHOPRECHTE: Right.none, ASP_AKTIV: false })
  ],
  ['an access that is mailed', 'POST', '/contactaccess/send', (of) => ({ pvaid: pvaidOf(of, 'contact') })],
  ['a removed passkey', 'POST', '/passkeys/delete', () => ({ passkeyId: '1' })],
  ['a calendar address', 'POST', '/calendar/feed/renew', () => ({})],
  ['a calendar address shown again', 'POST', '/calendar/feed/show', () => ({})],
  ['the end of all other sessions', 'POST', '/sessions/endothers', () => ({})],
  [
    'the end of another session',
    'POST',
    '/sessions/end',
    () => ({ sessionId: 'd0e4ff5a-59a4-4f5c-a2b5-6a1a0d1c1a11' })
  ],
  ['the file of all contacts', 'GET', '/csv/contacts', () => ({})]
])(
  '%s takes a login of the last ten minutes, and nothing is written without',
  async ([, method, path, data], { newCompany, headersOf, passMinutes, server, db }) => {
    const company = await newCompany()
    const { admin, shoplight, contact } = company.users
    await db.updateTable('contacts').set({ active: false }).where('pvaid', '=', shoplight.pvaid).execute()
    await db.updateTable('shop_users').set({ password_hash: null }).where('pvaid', '=', contact.pvaid).execute()
    const headers = await headersOf(admin)
    await passMinutes(admin, 11)
    const send = async (as: Record<string, string>) =>
      method === 'GET'
        ? (await call<WireRow>(server.url, path, { headers: as })).envelope.responseResult.RESTReturnCode
        : (await save(server.url, as, [method, path], data(company))).code
    const before = await contentOf(db)
    expect(await send(headers)).toBe(loginTooOld)
    expect(await contentOf(db)).toEqual(before)
    expect(await send(await headersOf(admin))).toBe(0)
  }
)

type Name = keyof TestCompany['users']

test.for<[what: string, by: Name, of: Name, data: object, asks: boolean]>([
  ['takes the right', 'admin', 'contact', { ASP_SHOPRECHTE: Right.none }, true],
  ['takes the right of an admin', 'admin', 'shopfull', { ASP_SHOPRECHTE: Right.none }, true],
  ['lowers an admin', 'admin', 'shopfull', { ASP_SHOPRECHTE: Right.contact }, true],
  ['lowers nobody who is an admin', 'admin', 'shoplight', { ASP_SHOPRECHTE: Right.contact }, false],
  ['sets somebody with a login inactive', 'admin', 'shoplight', { ASP_AKTIV: false }, true],
  ['sets an admin inactive', 'admin', 'shopfull', { ASP_AKTIV: false }, true],
  ['sets somebody with a login inactive', 'shoplight', 'contact', { ASP_AKTIV: false }, true],
  ['sets somebody without a login inactive', 'admin', 'none', { ASP_AKTIV: false }, false],
  ['sets somebody without a login inactive', 'shoplight', 'none', { ASP_AKTIV: false }, false],
  ['changes what is no login', 'admin', 'shopfull', { ASP_ORT: 'Wels' }, false]
])(
  'a save that %s, by %s of %s, with an old login',
  async ([, by, of, data, asks], { newCompany, headersOf, passMinutes, put, saves, db }) => {
    const { users } = await newCompany()
    // Of the two admins, the last one cannot be lowered.
    await db.updateTable('shop_users').set({ rights: Right.admin }).where('pvaid', '=', users.shopfull.pvaid).execute()
    const [headers, theirs] = [await headersOf(users[by]), await headersOf(users[of])]
    await passMinutes(users[by], 11)
    const body = { ASP_PVAID: users[of].pvaid, ...data }
    const [before, wereAlive] = [await contentOf(db), await saves.isAlive(theirs)]
    const { status, code } = await put(headers, '/contact', body)
    expect([status, code]).toEqual(asks ? [401, loginTooOld] : [200, 0])
    expect(await saves.isAlive(theirs)).toBe(wereAlive)
    if (asks) expect(await contentOf(db)).toEqual(before)
    expect((await put(await headersOf(users[by]), '/contact', body)).code).toBe(0)
  }
)

test('what the own last save took is given back within its time without a new login, as it was and by nobody else', async ({
  newCompany,
  headersOf,
  passMinutes,
  put,
  db
}) => {
  const { admin, shopfull, contact } = (await newCompany()).users
  await db.updateTable('shop_users').set({ rights: Right.admin }).where('pvaid', '=', shopfull.pvaid).execute()
  const [headers, others] = [await headersOf(admin), await headersOf(shopfull)]
  const set = async (as: Record<string, string>, right: number, active: boolean) =>
    (await put(as, '/contact', { ASP_PVAID: contact.pvaid, ASP_SHOPRECHTE: right, ASP_AKTIV: active })).code
  const takeAway = async () => expect(await set(await headersOf(admin), Right.none, false)).toBe(0)
  await takeAway()
  await passMinutes(admin, 11)
  await passMinutes(shopfull, 11)
  expect(await set(headers, Right.admin, true)).toBe(loginTooOld)
  expect(await set(others, Right.contact, true)).toBe(loginTooOld)
  expect(await set(headers, Right.contact, true)).toBe(0)
  // What was given back is taken again only with a new login.
  expect(await set(headers, Right.none, false)).toBe(loginTooOld)
  await takeAway()
  await sql`update audit_entries set at = at - interval '16 seconds' where (key->>'pvaid')::int = ${contact.pvaid}`.execute(
    db
  )
  await passMinutes(admin, 11)
  expect(await set(headers, Right.contact, true)).toBe(loginTooOld)
})

test('of whoever had a login another address takes a new one also where there is none at the time', async ({
  newCompany,
  headersOf,
  passMinutes,
  put
}) => {
  const { admin, none } = (await newCompany()).users
  const setAddress = (headers: Record<string, string>, ASP_SHOPEMAIL: string | null) =>
    put(headers, '/contact', { ASP_PVAID: none.pvaid, ASP_SHOPEMAIL })
  const headers = await headersOf(admin)
  expect((await setAddress(headers, null)).code).toBe(0)
  await passMinutes(admin, 11)
  expect((await setAddress(headers, 'fremd@evil.example')).code).toBe(loginTooOld)
  expect((await setAddress(await headersOf(admin), 'neu@firma.example')).code).toBe(0)
})

test('a renewal is no login', async ({ newCompany, server, passMinutes, put }) => {
  const { contact } = (await newCompany()).users
  const first = (await getToken(server.url, loginForm(contact))).envelope.responseData
  await passMinutes(contact, 11)
  const renewed = (await getToken(server.url, { refreshToken: first.refresh_token })).envelope.responseData
  const answer = await put({ authorization: renewed.access_token }, '/webshopuser', password)
  expect(answer.code).toBe(loginTooOld)
})

test('of two logins at once only the one of the last ten minutes changes the password', async ({
  newCompany,
  headersOf,
  passMinutes,
  put,
  saves
}) => {
  const { contact } = (await newCompany()).users
  const stolen = await headersOf(contact)
  await passMinutes(contact, 11)
  const fresh = await headersOf(contact)
  expect((await put(stolen, '/webshopuser', password)).code).toBe(loginTooOld)
  expect((await put(fresh, '/webshopuser', password)).code).toBe(0)
  expect([await saves.isAlive(stolen), await saves.isAlive(fresh)]).toEqual([false, true])
})
