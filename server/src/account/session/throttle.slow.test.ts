import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { getToken, loginForm } from '../../testing/calls.ts'
import { addCompany } from '../../testing/company.ts'
import { test as serverTest } from '../../testing/fixtures.ts'
import { accountKey } from './login-attempt.repository.ts'
import { newToken, tokenHash } from '../../platform/lib/tokens.ts'

const test = serverTest.extend('overrides', { scope: 'file' }, { config: { trustProxy: ['127.0.0.1'] } })

/** Returns the statuses of so many calls, sent ten at a time. */
async function inTurns(count: number, ask: (turn: number) => Promise<{ readonly status: number }>): Promise<number[]> {
  const statuses: number[] = []
  let next = 0
  const askOn = async () => {
    while (next < count) statuses.push((await ask(next++)).status)
  }
  await Promise.all(Array.from({ length: 10 }, askOn))
  return statuses
}

test('1,500 guesses of one password from the /64s of one /48 are twenty checks', async ({ server, db }) => {
  const { contact } = (await addCompany(db, 1000)).users
  const guess = (turn: number) =>
    getToken(server.url, loginForm(contact, `falsch ${turn}`), {
      'x-forwarded-for': `2001:db8:48:${turn.toString(16)}::1`
    })
  const statuses = await inTurns(1500, guess)
  expect(statuses.filter((status) => status === 401)).toHaveLength(20)
  expect(statuses.filter((status) => status === 429)).toHaveLength(1480)
  // The test takes ten seconds; the limit is for a machine that is busy with other tests.
}, 280_000)

test('whoever has chosen a password by a mailed link logs in from there, however many others guess it', async ({
  server,
  db
}) => {
  const { contact } = (await addCompany(db, 2000)).users
  const { company, pvaid, customerNumber, userName } = contact
  const { password_hash, address } = await db
    .selectFrom('shop_users')
    .select(['password_hash', 'email_address as address'])
    .where('pvaid', '=', pvaid)
    .executeTakeFirstOrThrow()
  const token = newToken()
  const link = { link_hash: tokenHash(token), expires_at: new Date(Date.now() + 60_000) }
  await db
    .insertInto('password_mails')
    .values({ company, pvaid, job_id: randomUUID(), password_hash, address, ...link })
    .execute()
  const failed = { account: accountKey(customerNumber, userName), succeeded: false }
  const rows = Array.from({ length: 150 }, (_, last) => ({ ...failed, address: `10.200.0.${last}` }))
  await db.insertInto('login_attempts').values(rows).execute()
  const headers = { 'x-forwarded-for': '10.201.0.1' }
  expect((await getToken(server.url, loginForm(contact), headers)).status).toBe(429)
  const body = new URLSearchParams({ password: 'Neues-Passwort', repeat: 'Neues-Passwort' })
  await fetch(`${server.url}/passwort/${token}`, { method: 'POST', body, headers, redirect: 'manual' })
  expect((await getToken(server.url, loginForm(contact, 'Neues-Passwort'), headers)).status).toBe(200)
})
