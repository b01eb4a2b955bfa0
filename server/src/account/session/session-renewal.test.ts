import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { call, getToken, logIn } from '../../testing/calls.ts'
import { addCompany } from '../../testing/company.ts'
import { test as serverTest } from '../../testing/fixtures.ts'

const test = serverTest
  .extend('company', { scope: 'file' }, ({ db }) => addCompany(db, 100))
  .extend(
    'whoAmI',
    ({ server }) =>
      (token: string) =>
        call(server.url, '/webshopuser/getcurrentwebshopuser', { headers: { authorization: token } })
  )
  .extend(
    'renew',
    ({ server }) =>
      (refreshToken: string) =>
        getToken(server.url, { refreshToken })
  )

describe('renewing a session', () => {
  test('renewal trades the refresh token for a new pair', async ({ server, company, renew, whoAmI }) => {
    const first = await logIn(server.url, company.users.contact)
    const second = (await renew(first.refresh_token)).envelope.responseData
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect((await whoAmI(second.access_token)).status).toBe(200)
  })

  test('renewal ends the access token of the refresh token alone', async ({ server, company, renew, whoAmI }) => {
    const [first, elsewhere] = [
      await logIn(server.url, company.users.contact),
      await logIn(server.url, company.users.contact)
    ]
    const second = (await renew(first.refresh_token)).envelope.responseData
    const statuses = []
    for (const token of [first, second, elsewhere]) statuses.push((await whoAmI(token.access_token)).status)
    expect(statuses).toEqual([401, 200, 200])
  })

  test('a renewal that is repeated leaves both pairs good', async ({ server, company, renew, whoAmI }) => {
    const first = await logIn(server.url, company.users.contact)
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

  test('a refresh token used again later ends the whole family', async ({ server, company, renew, whoAmI, db }) => {
    const first = await logIn(server.url, company.users.contact)
    const second = (await renew(first.refresh_token)).envelope.responseData
    await db
      .updateTable('sessions')
      .set({ rotated_at: sql<Date>`rotated_at - interval '31 seconds'` })
      .where('pvaid', '=', company.users.contact.pvaid)
      .execute()
    expect((await renew(first.refresh_token)).status).toBe(401)
    expect((await whoAmI(first.access_token)).status).toBe(401)
    expect((await whoAmI(second.access_token)).status).toBe(401)
    expect((await renew(second.refresh_token)).status).toBe(401)
  })

  test('parallel renewals with one token are all answered', async ({ server, company, renew, whoAmI }) => {
    const first = await logIn(server.url, company.users.contact)
    const answers = await Promise.all(Array.from({ length: 10 }, () => renew(first.refresh_token)))
    const tokens = new Set(answers.map(({ envelope }) => envelope.responseData.access_token))
    expect(tokens.size).toBe(10)
    for (const token of tokens) expect((await whoAmI(token)).status).toBe(200)
    expect((await whoAmI(first.access_token)).status).toBe(401)
  })

  test('a login ends after its hours, however often renewed', async ({ company, db, server, renew, whoAmI }) => {
    const { pvaid } = company.users.shopfull
    await db.deleteFrom('sessions').where('pvaid', '=', pvaid).execute()
    const first = await logIn(server.url, company.users.shopfull)
    const age = (minutes: number) =>
      sql`
      update sessions set logged_in_at = logged_in_at - make_interval(mins => ${minutes}::int),
        expires_at = case kind when 'refresh' then expires_at - make_interval(mins => ${minutes}::int) else expires_at end,
        last_used_at = last_used_at - interval '2 minutes'
      where pvaid = ${pvaid}`.execute(db)
    const minutesLeft = async () => {
      const { rows } = await sql<{ left: number }>`
        select max(extract(epoch from expires_at - now()) / 60)::float as left from sessions where pvaid = ${pvaid}`.execute(
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
      .where('pvaid', '=', pvaid)
      .where((q) => q('rotated_at', 'is not', null).or('revoked_at', 'is not', null))
      .execute()
    expect(await minutesLeft()).toBeLessThanOrEqual(4)
  })
})
