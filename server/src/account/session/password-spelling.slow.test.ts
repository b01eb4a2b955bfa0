import { hash as argon2Hash } from '@node-rs/argon2'
import { hash as bcryptHash } from '@node-rs/bcrypt'
import { expect } from 'vitest'
import { Right } from '@customer-center/contract/rights'
import { getToken, loginForm } from '../../../../testing/server/calls.ts'
import type { TestShopUser } from '../../../../testing/server/customer.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'
import { changeRows } from '../../../../testing/server/rows.ts'

const [composed, decomposed] = ['Gr\u00fcne Wiese 7', 'Gru\u0308ne Wiese 7']
const ownCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const otherCost = { memoryCost: 4096, timeCost: 3, parallelism: 1 }

const test = serverTest
  .extend('store', ({ db }) => async ({ contactId }: TestShopUser, password_hash: string | null) => {
    await changeRows(db, 'shop_users', { contact_id: contactId }, { password_hash })
  })
  /** Returns the status of a login, and how many hashes and tries it took. */
  .extend('logIn', ({ server, database }) => async (user: TestShopUser, password: string) => {
    const count = async () => Number((await database.pool.query('select from login_attempts')).rowCount)
    const [logged, counted] = [server.log().length, await count()]
    const { status } = await getToken(server.url, loginForm(user, password))
    const hashes = server.log().slice(logged).split('checks a password').length - 1
    return { status, hashes, tries: (await count()) - counted }
  })
  .extend('choose', ({ server }) => async (user: TestShopUser, WSU_PASSWORT: string) => {
    const { code, errors } = await server.save(user, ['PUT', '/webshopuser'], { WSU_PASSWORT })
    return [code, ...errors]
  })

test.for<[what: string, stored: string, typed: string, status: number, hashes: number]>([
  ['composed', decomposed, composed, 200, 1],
  ['decomposed', composed, decomposed, 200, 1],
  ['with another blank within', 'Grau und weit', 'Grau\u00a0und\u2003weit', 200, 1],
  ['with blanks around it', composed, ` ${composed}\u00a0 `, 200, 2],
  ['decomposed, with a blank behind it', composed, `${decomposed} `, 200, 2],
  ['without a blank within', composed, composed.replace(' ', ''), 401, 1],
  ['in other letters', composed, composed.toUpperCase(), 401, 1],
  ['with a letter more, and blanks', composed, ` ${composed}x `, 401, 2]
])('a password that is typed %s', async ([, stored, typed, status, hashes], { newCustomer, choose, logIn }) => {
  const { contact } = (await newCustomer()).shopUsers
  expect(await choose(contact, stored)).toEqual([0])
  const answer = await logIn(contact, typed)
  expect([answer.status, answer.tries]).toEqual([status, 1])
  expect(answer.hashes).toBe(hashes)
})

test.for([
  ['of an older release', ownCost],
  ['of another system', otherCost]
] as const)('a hash %s made of an odd spelling lets its owner in', async ([, cost], { newCustomer, store, logIn }) => {
  const { contact, shopfull } = (await newCustomer()).shopUsers
  await store(contact, await argon2Hash(decomposed, cost))
  expect((await logIn(contact, composed)).status).toBe(401)
  expect(await logIn(contact, decomposed)).toMatchObject({ status: 200, tries: 0 })
  expect([(await logIn(contact, composed)).status, (await logIn(contact, decomposed)).status]).toEqual([200, 200])
  await store(shopfull, await argon2Hash('Grau und weit ', cost))
  expect((await logIn(shopfull, 'Grau und weit')).status).toBe(401)
  expect((await logIn(shopfull, 'Grau und weit ')).status).toBe(200)
  expect((await logIn(shopfull, 'Grau und weit ')).status).toBe(200)
})

test('blanks alone are not the empty password', async ({ shopUsers: { contact }, store, logIn }) => {
  await store(contact, await bcryptHash('', { cost: 4 }))
  for (const typed of [' ', '   ', '\u00a0']) expect((await logIn(contact, typed)).status).toBe(401)
})

test.for<[typed: string, hashes: number]>([
  ['falsch', 1],
  [' falsch ', 2],
  ['fu\u0308nf', 2],
  [' fu\u0308nf', 2]
])(
  '%s takes as many hashes for nobody as for every account',
  async ([typed, hashes], { shopUsers: { admin, contact, shopfull, shoplight, none }, store, logIn }) => {
    await store(contact, await argon2Hash(composed, otherCost))
    await store(shopfull, null)
    const users = [shoplight, contact, shopfull, none, { ...admin, userName: 'niemand@firma.example' }]
    for (const user of users) expect(await logIn(user, typed)).toEqual({ status: 401, hashes, tries: 1 })
  }
)

test('a new password with a blank at an end is refused', async ({ shopUsers: { admin, contact }, choose, server }) => {
  const refused = [106, 'Das Passwort darf nicht mit einem Leerzeichen beginnen oder enden.']
  for (const blank of [`${composed} `, ` ${composed}`, `${composed}\u00a0`])
    expect(await choose(contact, blank)).toEqual(refused)
  const ASP_PASSWORT = `${composed} `
  const newcomer = { ASP_ANREDE: 1, ASP_NACHNAME: 'Neu', ASP_SHOPEMAIL: 'n@neu.example', ASP_SHOPRECHTE: Right.contact }
  for (const [method, data] of [
    ['PUT', { ASP_PVAID: contact.contactId }],
    ['POST', newcomer]
  ] as const) {
    const body = { ...data, ASP_PASSWORT }
    const { code, errors } = await server.save(admin, [method, '/contact'], body)
    expect([code, ...errors]).toEqual(refused)
  }
  expect((await server.call(contact, '/webshopuser')).status).toBe(200)
})
