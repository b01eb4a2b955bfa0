import { sql } from 'kysely'
import { expect } from 'vitest'
import { endpoints } from '@customer-center/contract/endpoints'
import { loginTooOld } from '@customer-center/contract/envelope'
import type { WireRow } from '@customer-center/contract/field-codes'
import { Right } from '@customer-center/contract/rights'
import { getToken, loginForm } from '../../../../testing/server/calls.ts'
import { test as contactTest } from '../../../../testing/server/contact-fixtures.ts'
import type { TestCustomer, TestShopUser } from '../../../../testing/server/customer.ts'
import { changeRows } from '../../../../testing/server/rows.ts'
import { contentOf } from '../../../../testing/server/saves.ts'
import { readConfig } from '../../platform/config/config.ts'

const test = contactTest
  .extend('overrides', { scope: 'file' }, () => ({
    config: { ...readConfig({}), publicUrl: 'https://center.example' }
  }))
  .extend('passMinutes', ({ db }) => async ({ contactId }: TestShopUser, minutes: number) => {
    await sql`update sessions set logged_in_at = logged_in_at - make_interval(mins => ${minutes}::int)
      where contact_id = ${contactId}`.execute(db)
  })
  .extend('put', ({ server }) => {
    return (headers: Record<string, string>, path: string, data: WireRow) => server.save(headers, ['PUT', path], data)
  })

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
  async ([, data], { server, shopUsers: { contact }, passMinutes, put, db, saves }) => {
    const headers = await server.headersOf(contact)
    await passMinutes(contact, 11)
    const before = await contentOf(db)
    const { status, code, errors } = await put(headers, '/webshopuser', data)
    expect([status, code, errors[0]]).toEqual(loginAgain)
    expect(await contentOf(db)).toEqual(before)
    expect(await saves.isAlive(headers)).toBe(true)
    // A save that changes nothing of the login needs no new one.
    expect((await put(headers, '/webshopuser', { WSU_EMAIL: contact.userName, WSU_PASSWORT: '' })).code).toBe(0)
    const fresh = await server.headersOf(contact)
    await passMinutes(contact, 9)
    expect((await put(fresh, '/webshopuser', data)).code).toBe(0)
  }
)

test('the rules for a colleague’s login are those of the plan', async ({ server, newCustomer, passMinutes, put }) => {
  const { admin, contact } = (await newCustomer()).shopUsers
  const headers = await server.headersOf(admin)
  await passMinutes(admin, 11)
  const change = { ASP_PVAID: contact.contactId, ASP_PASSWORT: 'Neu-4711' }
  const answer = await put(headers, '/contact', change)
  expect([answer.status, answer.code]).toEqual([401, loginTooOld])
  const harmless = { ASP_PVAID: contact.contactId, ASP_ORT: 'Wels', ASP_SHOPRECHTE: Right.contact }
  expect((await put(headers, '/contact', harmless)).code).toBe(0)
  expect((await put(await server.headersOf(admin), '/contact', change)).code).toBe(0)
})

const newColleague = { ASP_ANREDE: 1, ASP_NACHNAME: 'Neuling', ASP_SHOPEMAIL: 'neu@firma.example' }

const giving: readonly [
  what: string,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  data: (customer: TestCustomer) => object
][] = [
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
  [
    'an access that is mailed',
    'POST',
    '/contactaccess/send',
    ({ shopUsers }) => ({ pvaid: shopUsers.contact.contactId })
  ],
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
]

/** Tests of the calls whose refusal needs more than a login that is too old. */
const triedElsewhere: Readonly<Record<string, string>> = {
  'PUT /contact': 'contact-plan.test.ts',
  'PUT /webshopuser': 'this file',
  'POST /passkeys/options': 'passkey.slow.test.ts',
  'POST /function/start': 'data-copy.slow.test.ts'
}

/** Reasons why each other call that writes gives nobody access. */
const harmless: Readonly<Record<string, string>> = {
  'POST /getToken': 'is the login',
  'POST /passkeys/loginoptions': 'is half of a login',
  'POST /passwordreset': 'mails the owner, and needs no session',
  'PUT /webshopuser/setcurrentwebshopuser': 'is a login with the password of the other one',
  'POST /passkeys': 'answers what /passkeys/options gave to a fresh login',
  'PUT /passkeys': 'writes a name',
  'POST /emailchange/resend': 'mails the address that a fresh login has named',
  'POST /emailchange/cancel': 'keeps the address',
  'POST /calendar/feed/delete': 'closes an address',
  'POST /revokeToken': 'ends the own session',
  'POST /function/remove': 'takes a failed job out of the own list',
  'POST /dms/zip': 'packs what the session may read',
  'POST /eventmanager/invoicemail': 'mails a number and a date to people who may see the invoice, without the file',
  'PUT /customer': 'writes no login',
  'PUT /address': 'writes no login'
}

test('each call that writes takes a fresh login, or has a reason why it gives nobody access', () => {
  const known = [
    ...new Set(giving.flatMap(([, method, path]) => (method === 'GET' ? [] : [`${method} ${path}`]))),
    ...Object.keys(triedElsewhere),
    ...Object.keys(harmless)
  ]
  const writing = endpoints.map(({ endpoint }) => endpoint).filter(({ method }) => method !== 'GET')
  expect(known.toSorted()).toEqual(writing.map(({ method, path }) => `${method} ${path}`).toSorted())
})

test.for(giving)(
  '%s takes a login of the last ten minutes, and nothing is written without, whatever the right',
  async ([, method, path, data], { customer, passMinutes, server, db, setShopUser }) => {
    const { admin, contact } = customer.shopUsers
    await setShopUser(contact, { password_hash: null })
    const headers = await server.headersOf(admin)
    await passMinutes(admin, 11)
    const send = async (as: Record<string, string>) =>
      method === 'GET'
        ? (await server.call<WireRow>(as, path)).envelope.responseResult.RESTReturnCode
        : (await server.save(as, [method, path], data(customer))).code
    const before = await contentOf(db)
    expect(await send(headers)).toBe(loginTooOld)
    for (const user of Object.values(customer.shopUsers)) {
      const old = await server.headersOf(user)
      await passMinutes(user, 11)
      expect(await send(old), user.right).not.toBe(0)
    }
    expect(await contentOf(db)).toEqual(before)
    expect(await send(await server.headersOf(admin))).toBe(0)
  }
)

test('what the own last save took is given back in time', async ({ server, newCustomer, passMinutes, put, db }) => {
  const { admin, shopfull, contact } = (await newCustomer()).shopUsers
  await changeRows(db, 'shop_users', { contact_id: shopfull.contactId }, { rights: Right.admin })
  const [headers, others] = [await server.headersOf(admin), await server.headersOf(shopfull)]
  const set = async (as: Record<string, string>, right: number, active: boolean) =>
    (await put(as, '/contact', { ASP_PVAID: contact.contactId, ASP_SHOPRECHTE: right, ASP_AKTIV: active })).code
  const takeAway = async () => expect(await set(await server.headersOf(admin), Right.none, false)).toBe(0)
  await takeAway()
  await passMinutes(admin, 11)
  await passMinutes(shopfull, 11)
  expect(await set(headers, Right.admin, true)).toBe(loginTooOld)
  expect(await set(others, Right.contact, true)).toBe(loginTooOld)
  expect(await set(headers, Right.contact, true)).toBe(0)
  // What was given back is taken again only with a new login.
  expect(await set(headers, Right.none, false)).toBe(loginTooOld)
  await takeAway()
  await sql`update audit_entries set at = at - interval '16 seconds' where (key->>'contactId')::int = ${contact.contactId}`.execute(
    db
  )
  await passMinutes(admin, 11)
  expect(await set(headers, Right.contact, true)).toBe(loginTooOld)
})

test('a renewal is no login', async ({ shopUsers: { contact }, server, passMinutes, put }) => {
  const first = (await getToken(server.url, loginForm(contact))).envelope.responseData
  await passMinutes(contact, 11)
  const renewed = (await getToken(server.url, { refreshToken: first.refresh_token })).envelope.responseData
  const answer = await put({ authorization: renewed.access_token }, '/webshopuser', password)
  expect(answer.code).toBe(loginTooOld)
})
