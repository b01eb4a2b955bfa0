import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { getToken, loginForm } from '../../../../testing/server/calls.ts'
import { addCustomer, type TestShopUser } from '../../../../testing/server/customer.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'
import type { Db } from '../../platform/database/query.ts'
import { WriteConflict } from '../../platform/database/transaction.ts'
import { networksOf } from '../../platform/http/client-address.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { newToken, tokenHash } from '../../platform/lib/tokens.ts'
import { limits } from '../../platform/limits/limits.ts'
import { accountKey } from './login-attempt.repository.ts'
import { throttleAttempts } from './throttle.ts'

let lastCompany = 1000
async function fail(db: Db, { account, address, count }: { account: string; address: string; count: number }) {
  const rows = Array.from({ length: count }, () => ({ account, address, succeeded: false }))
  await db.insertInto('login_attempts').values(rows).execute()
}

/** Lets time pass for the failures of an account; a negative one keeps a wait from ending during a test. */
async function age(db: Db, account: string, minutes: number) {
  await sql`update login_attempts set at = at - make_interval(mins => ${minutes}::int)
            where account = ${account} and not succeeded`.execute(db)
}

const from = (address: string) => ({ 'x-forwarded-for': address })

const test = serverTest
  .extend('overrides', { scope: 'file' }, { config: { trustProxy: ['127.0.0.1'] } })
  .extend(
    'freshUser',
    ({ db }) =>
      async (): Promise<TestShopUser> =>
        (await addCustomer(db, (lastCompany += 100))).shopUsers.contact
  )
  .extend(
    'wrong',
    ({ server }) =>
      (user: TestShopUser, address: string) =>
        getToken(server.url, loginForm(user, 'falsch'), from(address))
  )
  .extend(
    'right',
    ({ server }) =>
      (user: TestShopUser, address: string) =>
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
    await db
      .updateTable('shop_users')
      .set({ email_address: user.userName })
      .where('contact_id', '=', user.contactId)
      .execute()
    for (let i = 0; i < 5; i += 1) expect((await wrong(user, '10.6.0.1')).status).toBe(401)
    await age(db, accountKey(user.customerNumber, user.userName), -60)
    // Finds letters that fold to a letter of ASCII in the database or in JavaScript, one way or the other.
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

  test('200 guesses of one password, each from another /56 of one /48, are twenty checks', async ({
    freshUser,
    wrong,
    db
  }) => {
    const user = await freshUser()
    const guess = async (turn: number) => (await wrong(user, `2001:db8:48:${(turn * 0x100).toString(16)}::1`)).status
    const statuses: number[] = []
    for (let turn = 0; turn < 200; turn += 10) {
      statuses.push(...(await Promise.all(Array.from({ length: 10 }, (_, one) => guess(turn + one)))))
      if (turn === 20) await age(db, accountKey(user.customerNumber, user.userName), -60)
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(20)
    expect(statuses.filter((status) => status === 429)).toHaveLength(180)
  })

  test('whoever has chosen a password by a mailed link logs in from there, however many others guess it', async ({
    freshUser,
    server,
    right,
    db
  }) => {
    const contact = await freshUser()
    const { providerId, contactId, customerNumber, userName } = contact
    const { password_hash, address } = await db
      .selectFrom('shop_users')
      .select(['password_hash', 'email_address as address'])
      .where('contact_id', '=', contactId)
      .executeTakeFirstOrThrow()
    const token = newToken()
    const link = { link_hash: tokenHash(token), expires_at: new Date(Date.now() + 3_600_000) }
    await db
      .insertInto('password_mails')
      .values({ provider_id: providerId, contact_id: contactId, job_id: randomUUID(), password_hash, address, ...link })
      .execute()
    const account = accountKey(customerNumber, userName)
    for (let last = 0; last < 150; last += 1) await fail(db, { account, address: `10.200.0.${last}`, count: 1 })
    expect((await right(contact, '10.201.0.1')).status).toBe(429)
    const body = new URLSearchParams({ password: 'Neues-Passwort', repeat: 'Neues-Passwort' })
    const headers = from('10.201.0.1')
    await fetch(`${server.url}/passwort/${token}`, { method: 'POST', body, headers, redirect: 'manual' })
    expect((await getToken(server.url, loginForm(contact, 'Neues-Passwort'), headers)).status).toBe(200)
  })

  test('an address that has failed fifty times is refused for every account but those that have logged in from there', async ({
    freshUser,
    db,
    right,
    wrong
  }) => {
    const [user, colleague] = [await freshUser(), await freshUser()]
    expect((await right(colleague, '10.5.0.1')).status).toBe(200)
    await fail(db, { account: accountKey('K-other', 'other'), address: '10.5.0.1', count: 50 })
    expect((await right(user, '10.5.0.1')).status).toBe(429)
    expect((await wrong(colleague, '10.5.0.1')).status).toBe(401)
    expect((await right(colleague, '10.5.0.1')).status).toBe(200)
  })

  test('a stopped login whose transaction runs again counts once among those that are noted', async ({ db }) => {
    // The limit counts for the process, in which this test runs on the other database, too.
    const name = randomUUID()
    const networks = networksOf(`fd${name.slice(0, 2)}:${name.slice(2, 6)}:${name.slice(9, 13)}::1`)
    const key = { account: accountKey('K-again', name), networks }
    await fail(db, { account: key.account, address: networks[0].cidr, count: 50 })
    const notes = { begun: 0, made: 0 }
    const noteStopped = () => {
      notes.begun += 1
      if (notes.begun % 2 === 1) return Promise.reject(new WriteConflict())
      notes.made += 1
      return Promise.resolve()
    }
    for (let tries = 0; tries <= limits.stoppedLogins.most; tries += 1)
      await expect(throttleAttempts(db, key, () => Promise.resolve(true), { noteStopped })).rejects.toThrow(Refusal)
    expect(notes).toEqual({ begun: 2 * limits.stoppedLogins.most, made: limits.stoppedLogins.most })
  })

  test('slips after which the right password came do not fill up an office', async ({ freshUser, db, right }) => {
    const user = await freshUser()
    await fail(db, { account: accountKey(user.customerNumber, user.userName), address: '10.5.1.1', count: 4 })
    await fail(db, { account: accountKey('K-other', 'other'), address: '10.5.1.1', count: 45 })
    expect((await right(user, '10.5.1.1')).status).toBe(200)
    await fail(db, { account: accountKey('K-other', 'other'), address: '10.5.1.1', count: 4 })
    expect((await right(await freshUser(), '10.5.1.1')).status).toBe(200)
  })

  test('each further failure doubles the wait, up to an hour', async ({ freshUser, db, wrong }) => {
    const user = await freshUser()
    const account = accountKey(user.customerNumber, user.userName)
    await fail(db, { account, address: '10.5.2.1', count: 5 })
    const waits = []
    for (let turn = 0; turn < 8; turn += 1) {
      const refused = await wrong(user, '10.5.2.1')
      waits.push(Math.ceil(Number(refused.headers.get('retry-after')) / 60))
      await age(db, account, waits.at(-1) ?? 0)
      expect([turn, (await wrong(user, '10.5.2.1')).status]).toEqual([turn, 401])
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
  })

  test('an account under siege stays open for the addresses of its owner, and all others together wait longer and longer', async ({
    freshUser,
    right,
    db,
    wrong
  }) => {
    const user = await freshUser()
    expect((await right(user, '10.6.0.1')).status).toBe(200)
    const account = accountKey(user.customerNumber, user.userName)
    for (let last = 0; last < 100; last += 1) await fail(db, { account, address: `10.7.0.${last}`, count: 1 })
    expect((await wrong(user, '10.6.0.1')).status).toBe(401)
    expect((await right(user, '10.6.0.1')).status).toBe(200)
    expect((await right(user, '10.6.0.2')).status).toBe(429)
    await age(db, account, 2)
    expect((await wrong(user, '10.6.0.2')).status).toBe(401)
    expect((await wrong(user, '10.6.0.3')).status).toBe(429)
    await age(db, account, 2)
    expect((await right(user, '10.6.0.3')).status).toBe(200)
    expect((await right(user, '10.6.0.3')).status).toBe(200)
  })

  test('an IPv6 network counts as one address', async ({ freshUser, wrong }) => {
    const user = await freshUser()
    for (let i = 1; i <= 5; i += 1) expect((await wrong(user, `2001:db8:0:1::${i}`)).status).toBe(401)
    expect((await wrong(user, '2001:db8:0:1:ffff::9')).status).toBe(429)
    expect((await wrong(user, '2001:db8:0:2::1')).status).toBe(401)
  })

  test('guesses at many accounts are 50 checks from a /64, 100 from a /56 and 200 from a /48', async ({
    freshUser,
    db,
    wrong
  }) => {
    const account = accountKey('K-other', 'other')
    const failures = [
      ['2001:db8:50:100', 50],
      ['2001:db8:50:101', 50],
      ['2001:db8:50:200', 50],
      ['2001:db8:50:300', 49]
    ] as const
    for (const [network, count] of failures) await fail(db, { account, address: `${network}::/64`, count })
    const statusOf = async (network: string) => (await wrong(await freshUser(), `2001:db8:${network}::1`)).status
    expect(await statusOf('50:200')).toBe(429)
    expect(await statusOf('50:1ff')).toBe(429)
    expect(await statusOf('50:300')).toBe(401)
    expect(await statusOf('50:400')).toBe(429)
    expect(await statusOf('51:400')).toBe(401)
  })

  test('IPv4 counts as IPv4 in every notation of IPv6, and what is no address as one', async ({ freshUser, wrong }) => {
    const user = await freshUser()
    const spellings = ['10.8.0.1', '::ffff:10.8.0.1', '::ffff:a08:1', '0:0:0:0:0:FFFF:10.8.0.1', '::FFFF:0A08:0001']
    for (const spelling of spellings) expect((await wrong(user, spelling)).status).toBe(401)
    for (const spelling of spellings) expect((await wrong(user, spelling)).status).toBe(429)
    const other = await freshUser()
    for (let turn = 0; turn < 5; turn += 1) expect((await wrong(other, `nonsense ${turn}`)).status).toBe(401)
    expect((await wrong(other, 'nonsense')).status).toBe(429)
  })
})
