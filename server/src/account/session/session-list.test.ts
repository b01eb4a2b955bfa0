import { expect } from 'vitest'
import { type SessionEntry, listSessionsSchema } from '@customer-center/contract/session-list'
import { getToken, loginForm } from '../../../../testing/server/calls.ts'
import type { TestShopUser } from '../../../../testing/server/customer.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

const test = serverTest
  .extend('logInFrom', ({ server }) => async (user: TestShopUser, userAgent: string) => {
    const answer = await getToken(server.url, loginForm(user), { 'user-agent': userAgent })
    const { access_token, refresh_token } = answer.envelope.responseData
    return { headers: { authorization: access_token, 'user-agent': userAgent }, refreshToken: refresh_token }
  })
  .extend('list', ({ server }) => async (headers: Record<string, string>) => {
    const { status, envelope } = await server.call<SessionEntry[]>(headers, '/sessions')
    return status === 200 ? listSessionsSchema.data.parse(envelope.responseData) : status
  })
  .extend('end', ({ server }) => async (headers: Record<string, string>, sessionId: string) => {
    return server.save(headers, ['POST', '/sessions/end'], { sessionId })
  })

test('a person sees each of the own sessions once', async ({ newCustomer, logInFrom, list, server }) => {
  const { admin, contact } = (await newCustomer()).shopUsers
  await logInFrom(contact, windows)
  const atHome = await logInFrom(admin, windows)
  const onTheWay = await logInFrom(admin, phone)
  await logInFrom(admin, 'curl')
  // A renewed session is still the same session.
  await getToken(server.url, { refreshToken: atHome.refreshToken })
  const seen = await list(onTheWay.headers)
  expect(seen).toHaveLength(3)
  expect(seen).toMatchObject([
    { device: 'Safari auf iPhone', isCurrent: true },
    { device: 'Firefox auf Windows', isCurrent: false },
    { isCurrent: false }
  ])
})

test('an ended session is out at once, and others stay', async ({ newCustomer, logInFrom, list, end, server }) => {
  const { admin } = (await newCustomer()).shopUsers
  const [here, lost] = [await logInFrom(admin, windows), await logInFrom(admin, phone)]
  const entries = (await list(here.headers)) as SessionEntry[]
  const other = entries.find(({ isCurrent }) => !isCurrent)
  expect((await end(here.headers, other?.sessionId ?? '')).status).toBe(200)
  expect(await list(lost.headers)).toBe(401)
  expect((await getToken(server.url, { refreshToken: lost.refreshToken })).status).toBe(401)
  expect(await list(here.headers)).toHaveLength(1)
})

test('all others end at once, and the session of the call stays', async ({ server, newCustomer, logInFrom, list }) => {
  const { admin } = (await newCustomer()).shopUsers
  const [here, second, third] = [
    await logInFrom(admin, windows),
    await logInFrom(admin, phone),
    await logInFrom(admin, windows)
  ]
  const { headers } = here
  await server.save(headers, ['POST', '/sessions/endothers'], {})
  expect([await list(second.headers), await list(third.headers)]).toEqual([401, 401])
  expect(await list(headers)).toHaveLength(1)
})

test('nobody ends or sees a session of somebody else', async ({ own, foreign, logInFrom, list, end }) => {
  const caller = await logInFrom(own.shopUsers.contact, windows)
  const missing = await end(caller.headers, '00000000-0000-4000-8000-000000000000')
  for (const user of [own.shopUsers.admin, foreign.shopUsers.admin]) {
    const { headers } = await logInFrom(user, windows)
    const [theirs] = (await list(headers)) as SessionEntry[]
    const answer = await end(caller.headers, theirs?.sessionId ?? '')
    expect([answer.status, answer.text]).toEqual([missing.status, missing.text])
    expect(await list(headers)).toHaveLength(1)
    const mine = (await list(caller.headers)) as SessionEntry[]
    expect(mine.map(({ sessionId }) => sessionId)).not.toContain(theirs?.sessionId)
  }
})
