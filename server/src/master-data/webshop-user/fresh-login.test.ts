import { loginTooOld } from '@customer-center/contract/envelope'
import type { WireRow } from '@customer-center/contract/field-codes'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { getToken, loginForm } from '../../testing/calls.ts'
import type { TestUser } from '../../testing/company.ts'
import { test as contactTest } from '../../testing/contact-fixtures.ts'
import { contentOf, save } from '../../testing/saves.ts'

const test = contactTest
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
    // What changes nothing of the login needs no new one.
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
  async ([, data], { newCompany, headersOf, passMinutes, put }) => {
    const { admin, contact, none } = (await newCompany()).users
    const headers = await headersOf(admin)
    await passMinutes(admin, 11)
    const answer = await put(headers, '/contact', { ASP_PVAID: contact.pvaid, ...data })
    expect([answer.status, answer.code]).toEqual([401, loginTooOld])
    const others: [TestUser, WireRow][] = [
      [contact, { ASP_ORT: 'Wels', ASP_SHOPRECHTE: 2 }],
      [none, { ASP_SHOPEMAIL: 'ohne.zugang@firma.example' }]
    ]
    for (const [{ pvaid }, harmless] of others)
      expect((await put(headers, '/contact', { ASP_PVAID: pvaid, ...harmless })).code).toBe(0)
    expect((await put(await headersOf(admin), '/contact', { ASP_PVAID: contact.pvaid, ...data })).code).toBe(0)
  }
)

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
