import { expect } from 'vitest'
import { call, getToken, loginForm } from '../../testing/calls.ts'
import { addCompany } from '../../testing/company.ts'
import { test as serverTest } from '../../testing/fixtures.ts'

const test = serverTest.extend('admin', { scope: 'file' }, async ({ db }) => (await addCompany(db, 100)).users.admin)

test('the readable cookie says whether a session may be found, and keeps its token', async ({ server, admin }) => {
  const cookieOf = ({ headers }: { headers: Headers }) =>
    /XSRF-TOKEN=([^;]*)/.exec(headers.getSetCookie().join())?.[1] ?? ''
  const first = cookieOf(await call(server.url, '/getApiVersion'))
  expect(first).toMatch(/^~[\w-]{32}$/)
  const login = await getToken(server.url, loginForm(admin), {
    cookie: `XSRF-TOKEN=${first}`,
    'x-xsrf-token': first
  })
  const token = first.slice(1)
  expect(cookieOf(login)).toBe(token)
  const session = login.envelope.responseData.access_token
  const post = (path: string, cookie: string, given: string) =>
    call(server.url, path, {
      method: 'POST',
      headers: { cookie: `XSRF-TOKEN=${cookie}; KC-SESSION=${session}`, 'x-xsrf-token': given }
    })
  for (const [cookie, given] of [
    [token, '~'],
    ['~', ''],
    ['~', '~'],
    [token, `~~${token}`]
  ] as const)
    expect((await post('/revokeToken', cookie, given)).status).toBe(403)
  const ended = await post('/revokeToken', token, first)
  expect([ended.status, cookieOf(ended)]).toEqual([200, first])
})

test('a token that no page could send back as it stands is replaced at the login', async ({ server, admin }) => {
  const cookie = 'XSRF-TOKEN=%; XSRF-TOKEN='
  expect((await call(server.url, '/revokeToken', { method: 'POST', headers: { cookie } })).status).toBe(403)
  const { headers } = await getToken(server.url, loginForm(admin), { cookie: 'XSRF-TOKEN=%', 'x-xsrf-token': '%' })
  expect(headers.getSetCookie().join()).toMatch(/XSRF-TOKEN=[\w-]{32};/)
})
