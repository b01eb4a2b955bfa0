import { expect, describe } from 'vitest'
import { personHeader } from '@customer-center/contract/session'
import { type SessionEntry, listSessionsSchema } from '@customer-center/contract/session-list'
import { getToken, loginForm, call, logIn } from '../../../../testing/server/calls.ts'
import { type TestShopUser, addTwin } from '../../../../testing/server/customer.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'
import { contentOf } from '../../../../testing/server/saves.ts'

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

const whoAmI = '/webshopuser/getcurrentwebshopuser'
const xsrf = 'x'.repeat(32)

const ownerTest = serverTest
  .extend('other', { scope: 'file' }, ({ db, own }) => addTwin(db, own))
  /** Returns the headers of a browser whose session only its cookie knows. */
  .extend('cookieOf', ({ server }) => async (user: TestShopUser): Promise<Record<string, string>> => {
    const { access_token: access } = await logIn(server.url, user)
    return { cookie: `XSRF-TOKEN=${xsrf}; KC-SESSION=${access}`, 'x-xsrf-token': xsrf }
  })
  .extend('markOf', ({ server, cookieOf }) => async (user: TestShopUser): Promise<string> => {
    const { headers } = await call(server.url, whoAmI, { headers: await cookieOf(user) })
    return headers.get(personHeader) ?? ''
  })

describe('a cookie that has become somebody else’s', () => {
  ownerTest('a person has one mark in all sessions, and nobody else has it', async ({ markOf, own, other }) => {
    const mark = await markOf(own.shopUsers.admin)
    expect(mark).toMatch(/^[\w-]{22}$/)
    expect(await markOf(own.shopUsers.admin)).toBe(mark)
    expect(new Set([mark, await markOf(own.shopUsers.contact), await markOf(other.shopUsers.admin)]).size).toBe(3)
  })

  ownerTest(
    'what a tab asks for the person before is refused',
    async ({ markOf, own, db, other, cookieOf, server }) => {
      const mark = await markOf(own.shopUsers.admin)
      const before = await contentOf(db)
      for (const user of [own.shopUsers.contact, other.shopUsers.admin]) {
        const headers = { ...(await cookieOf(user)), [personHeader]: mark }
        for (const path of [whoAmI, '/eventmanager/invoicebysubscriber', '/contact', '/customer'])
          expect((await server.call(headers, path)).status, path).toBe(401)
        expect(
          (await server.save(headers, ['PUT', '/customer'], { KND_HOMEPAGE: 'https://falsch.example' })).status
        ).toBe(401)
        expect((await server.save(headers, ['PUT', '/webshopuser'], { WSU_PASSWORT: 'Falsch-4711' })).status).toBe(401)
        expect((await call(server.url, '/revokeToken', { method: 'POST', headers })).status).toBe(401)
        const { [personHeader]: _, ...unmarked } = headers
        expect((await server.call(unmarked, whoAmI)).status).toBe(200)
      }
      expect(await contentOf(db)).toEqual(before)
    }
  )

  ownerTest('the own mark is let through, and a token counts by itself', async ({ own, cookieOf, markOf, server }) => {
    const { admin, contact } = own.shopUsers
    const headers = { ...(await cookieOf(admin)), [personHeader]: await markOf(admin) }
    expect((await server.call(headers, '/contact')).status).toBe(200)
    const { access_token: authorization } = await logIn(server.url, contact)
    const withToken = { authorization, [personHeader]: await markOf(admin) }
    expect((await server.call(withToken, whoAmI)).status).toBe(200)
  })
})
