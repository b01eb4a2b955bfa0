import { describe, expect } from 'vitest'
import { getToken, loginForm } from '../../testing/calls.ts'
import { addCompany, type TestUser } from '../../testing/company.ts'
import { accountKey } from './login-attempt.repository.ts'
import { test as serverTest } from '../../testing/fixtures.ts'

let lastCompany = 1000
const from = (address: string) => ({ 'x-forwarded-for': address })

const test = serverTest
  .extend('overrides', { scope: 'file' }, { config: { trustProxy: ['127.0.0.1'] } })
  .extend(
    'freshUser',
    ({ db }) =>
      async (): Promise<TestUser> =>
        (await addCompany(db, (lastCompany += 100))).users.contact
  )
  .extend(
    'wrong',
    ({ server }) =>
      (user: TestUser, address: string) =>
        getToken(server.url, loginForm(user, 'falsch'), from(address))
  )
  .extend(
    'right',
    ({ server }) =>
      (user: TestUser, address: string) =>
        getToken(server.url, loginForm(user), from(address))
  )

describe('throttling of logins', () => {
  test('the sixth failure from one address for one account is refused with 429 and Retry-After, also the right password', async ({
    freshUser,
    wrong,
    right
  }) => {
    const user = await freshUser()
    for (let i = 0; i < 5; i += 1) expect((await wrong(user, '10.1.0.1')).status).toBe(401)
    const refused = await right(user, '10.1.0.1')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(900)
    expect((await right(user, '10.1.0.2')).status).toBe(200)
  })

  test('no spelling of a user name that means the same to the database has guesses of its own', async ({
    freshUser,
    wrong,
    right,
    database,
    db
  }) => {
    const user = { ...(await freshUser()), userName: 'kiss@firma.example' }
    await db.updateTable('shop_users').set({ email_address: user.userName }).where('pvaid', '=', user.pvaid).execute()
    for (let i = 0; i < 5; i += 1) expect((await wrong(user, '10.6.0.1')).status).toBe(401)
    // Letters that fold to one of the ASCII for the database or in JavaScript, one way or the other.
    const { rows } = await database.pool.query<{ letter: string }>(
      `select chr(n) as letter from generate_series(128, 65533) n
       where n not between 55296 and 57343 and (lower(chr(n)) ~ '^[a-z]' or lower(upper(chr(n))) ~ '^[a-z]')`
    )
    const all = Array.from({ length: 0xfffd - 128 }, (_, index) => String.fromCharCode(index + 128))
    const folds = all.filter((letter) => /^[a-z]/.test(letter.toLowerCase() + letter.toUpperCase().toLowerCase()))
    const letters = new Set([...rows.map(({ letter }) => letter), ...folds])
    expect(letters.size).toBeGreaterThan(2)
    for (const letter of letters)
      for (const plain of ['k', 'i', 's']) {
        const spelt = { ...user, userName: user.userName.replace(plain, letter) }
        expect([letter, (await right(spelt, '10.6.0.1')).status]).not.toEqual([letter, 200])
      }
  })

  test('an unknown account is slowed down just like a known one', async ({ freshUser, wrong }) => {
    const nobody = { ...(await freshUser()), customerNumber: 'K-nobody' }
    for (let i = 0; i < 5; i += 1) expect((await wrong(nobody, '10.2.0.1')).status).toBe(401)
    expect((await wrong(nobody, '10.2.0.1')).status).toBe(429)
  })

  test('a success forgets the failures before it', async ({ freshUser, wrong, right }) => {
    const user = await freshUser()
    for (let i = 0; i < 4; i += 1) await wrong(user, '10.3.0.1')
    expect((await right(user, '10.3.0.1')).status).toBe(200)
    for (let i = 0; i < 4; i += 1) expect((await wrong(user, '10.3.0.1')).status).toBe(401)
    expect((await right(user, '10.3.0.1')).status).toBe(200)
  })

  test('fifty parallel wrong logins are five checks', async ({ freshUser, wrong }) => {
    const user = await freshUser()
    const answers = await Promise.all(Array.from({ length: 50 }, () => wrong(user, '10.4.0.1')))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(45)
  })

  test('an address that has failed fifty times is refused for every account', async ({ freshUser, db, right }) => {
    const user = await freshUser()
    const account = accountKey('K-other', 'other')
    const rows = Array.from({ length: 50 }, () => ({ account, address: '10.5.0.1', succeeded: false }))
    await db.insertInto('login_attempts').values(rows).execute()
    expect((await right(user, '10.5.0.1')).status).toBe(429)
  })

  test('a besieged account stays open for the addresses of its owner, and every other has one try', async ({
    freshUser,
    right,
    db,
    wrong
  }) => {
    const user = await freshUser()
    expect((await right(user, '10.6.0.1')).status).toBe(200)
    const account = accountKey(user.customerNumber, user.userName)
    const rows = Array.from({ length: 100 }, (_, i) => ({ account, address: `10.7.0.${i}`, succeeded: false }))
    await db.insertInto('login_attempts').values(rows).execute()
    expect((await wrong(user, '10.6.0.1')).status).toBe(401)
    expect((await right(user, '10.6.0.1')).status).toBe(200)
    expect((await wrong(user, '10.6.0.2')).status).toBe(401)
    expect((await right(user, '10.6.0.2')).status).toBe(429)
    expect((await right(user, '10.6.0.3')).status).toBe(200)
  })

  test('an IPv6 network counts as one address', async ({ freshUser, wrong }) => {
    const user = await freshUser()
    for (let i = 1; i <= 5; i += 1) expect((await wrong(user, `2001:db8:0:1::${i}`)).status).toBe(401)
    expect((await wrong(user, '2001:db8:0:1:ffff::9')).status).toBe(429)
    expect((await wrong(user, '2001:db8:0:2::1')).status).toBe(401)
  })
})
