import { describe, expect } from 'vitest'
import { call, getToken, loginForm } from '../../../../testing/server/calls.ts'
import { addCustomer } from '../../../../testing/server/customer.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'

const shop = 'https://shop.example'
const sibling = 'https://konto.shop.example'
const evil = 'https://evil.example'
const me = '/webshopuser/getcurrentwebshopuser'
const version = { 'content-version': '1.0' }

/** Returns the headers that a browser adds to a request that a script of the page makes. */
const from = (origin: string, site = 'cross-site') => ({
  origin,
  'sec-fetch-site': site,
  'sec-fetch-mode': 'cors',
  ...version
})

const nameAndValue = (setCookie: string) => setCookie.split(';')[0] ?? ''

const test = serverTest
  .extend(
    'overrides',
    { scope: 'file' },
    { config: { corsOrigins: [shop, sibling], publicUrl: 'https://center.example' } }
  )
  .extend('admin', { scope: 'file' }, async ({ db }) => (await addCustomer(db, 100)).shopUsers.admin)
  .extend('logInFrom', ({ server, admin }) => async (headers: Record<string, string>) => {
    const { status, headers: answered } = await getToken(server.url, loginForm(admin), headers)
    expect(status).toBe(200)
    return answered.getSetCookie()
  })
  .extend('embedded', async ({ logInFrom }) => {
    const cookie = (await logInFrom(from(shop))).find((each) => each.includes('KC-SESSION')) ?? ''
    return nameAndValue(cookie)
  })

describe('the session of a page of another origin', () => {
  test('is kept by a cookie of this host alone, over TLS, in its partition', async ({ logInFrom }) => {
    const cookies = (await logInFrom(from(shop))).filter((cookie) => cookie.includes('KC-SESSION'))
    expect(cookies).toHaveLength(1)
    expect(cookies[0]).toMatch(
      /^__Host-KC-SESSION-[0-9a-f]{16}=[\w-]{43}; Path=\/; HttpOnly; Secure; Partitioned; SameSite=None$/
    )
  })

  test('is there again after a reload, and gone after revokeToken', async ({ server, embedded }) => {
    const page = { ...from(shop), cookie: embedded }
    expect((await server.call(page, me)).status).toBe(200)
    const revoked = await call(server.url, '/revokeToken', { method: 'POST', headers: page })
    expect(revoked.status).toBe(200)
    expect(revoked.headers.getSetCookie().join()).toMatch(
      /^__Host-KC-SESSION-[0-9a-f]{16}=; .*Expires=Thu, 01 Jan 1970.*Partitioned/
    )
    expect((await server.call(page, me)).status).toBe(401)
  })

  test('counts for pages of its own origin alone', async ({ server, embedded }) => {
    for (const origin of [sibling, evil, 'https://center.example', 'null']) {
      const page = { ...from(origin, 'same-site'), cookie: embedded }
      expect((await server.call(page, me)).status, origin).toBe(401)
    }
    expect((await call(server.url, me, { headers: { cookie: embedded } })).status).toBe(401)
  })

  test('does not carry a change that a form could have sent', async ({ server, embedded }) => {
    const forms = [
      { origin: shop, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
      { origin: shop, 'content-type': 'application/x-www-form-urlencoded' },
      { origin: shop, 'x-requested-with': '' }
    ]
    for (const form of forms) {
      const headers = { ...form, cookie: embedded } as Record<string, string>
      expect((await call(server.url, '/revokeToken', { method: 'POST', headers })).status).toBe(403)
    }
    expect((await call(server.url, me, { headers: { ...from(shop), cookie: embedded } })).status).toBe(200)
  })

  test('does not carry a change from a page that is not listed', async ({ server, embedded }) => {
    for (const origin of [evil, 'https://shop.example.evil', 'http://shop.example', 'null']) {
      const headers = { ...from(origin, 'same-site'), cookie: embedded, 'x-xsrf-token': 'x' }
      expect((await call(server.url, '/revokeToken', { method: 'POST', headers })).status, origin).toBe(401)
    }
    expect((await call(server.url, me, { headers: { ...from(shop), cookie: embedded } })).status).toBe(200)
  })

  test('begins neither for a page that is not listed nor by a form', async ({ logInFrom }) => {
    for (const headers of [from(evil), from('null'), { origin: shop, 'sec-fetch-site': 'cross-site' }]) {
      expect((await logInFrom(headers)).filter((cookie) => cookie.includes('KC-SESSION'))).toEqual([])
    }
  })

  test('a preflight is what the header stands for: it passes for listed pages alone', async ({ server }) => {
    const preflight = async (origin: string) => {
      const headers = {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-version'
      }
      const answer = await fetch(`${server.url}/api/revokeToken`, { method: 'OPTIONS', headers })
      return answer.headers.get('access-control-allow-origin')
    }
    expect([await preflight(shop), await preflight(evil)]).toEqual([shop, null])
  })

  test('without TLS it is kept only on this machine', async ({ startServer, admin }) => {
    const plain = await startServer({ config: { corsOrigins: [shop] } })
    const { headers } = await getToken(plain.url, loginForm(admin), from(shop))
    expect(headers.getSetCookie().join()).toContain('Partitioned')
    const proxied = await startServer({ config: { corsOrigins: [shop], trustProxy: ['127.0.0.1'] } })
    const kept = async (protocol: string) => {
      const forwarded = { 'x-forwarded-host': 'center.example', 'x-forwarded-proto': protocol }
      return (await getToken(proxied.url, loginForm(admin), { ...from(shop), ...forwarded })).headers.getSetCookie()
    }
    expect(await kept('http')).toEqual([])
    expect((await kept('https')).join()).toContain('Partitioned')
  })
})
