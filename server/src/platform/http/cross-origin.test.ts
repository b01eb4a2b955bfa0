import { describe, expect } from 'vitest'
import { endpoints } from '@customer-center/contract/endpoints'
import { call, getToken, logIn, loginForm } from '../../../../testing/server/calls.ts'
import { addCustomer } from '../../../../testing/server/customer.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'

const shop = 'https://shop.example'

const corsHeaders = (headers: Headers) => [...headers.keys()].filter((name) => name.startsWith('access-control-'))

const test = serverTest
  .extend('overrides', { scope: 'file' }, { config: { corsOrigins: [shop] } })
  .extend('admin', { scope: 'file' }, async ({ db }) => (await addCustomer(db, 100)).shopUsers.admin)
  .extend('cookiesOf', ({ server, admin }) => {
    return async (): Promise<{ xsrf: string; session: string; token: string; set: string[] }> => {
      const { headers, envelope } = await getToken(server.url, loginForm(admin))
      const set = headers.getSetCookie()
      const value = (name: string) =>
        /=([^;]*)/.exec(set.find((cookie) => cookie.startsWith(`${name}=`)) ?? '')?.[1] ?? ''
      return {
        xsrf: value('XSRF-TOKEN'),
        session: value('KC-SESSION'),
        token: envelope.responseData.access_token,
        set
      }
    }
  })

describe('CORS', () => {
  test('a listed origin may call with credentials, and read Retry-After and the mark', async ({ server }) => {
    for (const path of ['/getApiVersion', '/webshopuser', '/nosuchcall']) {
      const { headers } = await call(server.url, path, { headers: { origin: shop } })
      expect(headers.get('access-control-allow-origin')).toBe(shop)
      expect(headers.get('access-control-allow-credentials')).toBe('true')
      expect(headers.get('access-control-expose-headers')).toBe('Retry-After, X-Session-Person')
    }
  })

  test.for(['https://shop.example.evil', 'http://shop.example', 'null', 'https://SHOP.example'])(
    '%s gets no CORS header',
    async (origin, { server }) => {
      const { status, headers } = await call(server.url, '/getApiVersion', { headers: { origin } })
      expect([status, corsHeaders(headers)]).toEqual([200, []])
      const preflight = { origin, 'access-control-request-method': 'PUT' }
      const answer = await call(server.url, '/webshopuser', { method: 'OPTIONS', headers: preflight })
      expect(corsHeaders(answer.headers)).toEqual([])
    }
  )

  test('a preflight lets every header of the contract pass and is kept', async ({ server }) => {
    const response = await fetch(`${server.url}/api/webshopuser`, {
      method: 'OPTIONS',
      headers: { origin: shop, 'access-control-request-method': 'PUT' }
    })
    const allowed = response.headers.get('access-control-allow-headers')?.toLowerCase().split(', ')
    expect(allowed).toEqual(
      expect.arrayContaining([
        'authorization',
        'content-type',
        'content-version',
        'content_version',
        'x-xsrf-token',
        'idempotency-key',
        'x-session-person'
      ])
    )
    const methods = response.headers.get('access-control-allow-methods')?.split(', ')
    expect(methods).toEqual(expect.arrayContaining(['GET', 'POST', 'PUT']))
    expect(Number(response.headers.get('access-control-max-age'))).toBeGreaterThan(600)
  })

  test('a listed page that sends a token needs no anti-forgery header', async ({ server, admin }) => {
    const login = await getToken(server.url, loginForm(admin), { origin: shop })
    const headers = { origin: shop, authorization: login.envelope.responseData.access_token }
    expect((await call(server.url, '/revokeToken', { method: 'POST', headers })).status).toBe(200)
  })
})

describe('anti-forgery', () => {
  test('no call of another page changes anything, or can be read', async ({ server, cookiesOf }) => {
    const { set } = await cookiesOf()
    const cookie = set.map((each) => each.split(';')[0]).join('; ')
    const origins = ['https://evil.example', 'null', `${shop}.evil.example`, 'https://evil-shop.example', '']
    // A page of another origin can send these, and the browser adds the cookies.
    const proofs = [{}, { 'x-xsrf-token': '' }, { 'x-xsrf-token': 'A'.repeat(32) }, { 'content-version': '1.0' }]
    for (const { endpoint } of endpoints)
      for (const origin of origins)
        for (const proof of proofs) {
          const { method, path } = endpoint
          const page = origin === '' ? {} : { origin, 'sec-fetch-site': 'cross-site' }
          const answer = await call(server.url, path, { method, headers: { cookie, ...page, ...proof } })
          if (origin !== '') expect([path, corsHeaders(answer.headers)]).toEqual([path, []])
          if (method !== 'GET') expect([401, 403, 404], `${method} ${path} ${origin}`).toContain(answer.status)
        }
  })

  test('the first answer sets a cookie for scripts, the login one that is not', async ({ server, cookiesOf }) => {
    const first = await call(server.url, '/getApiVersion')
    expect(first.headers.getSetCookie().join()).toMatch(/^XSRF-TOKEN=~[\w-]{32}; Path=\/; SameSite=Lax$/)
    const { set } = await cookiesOf()
    expect(set.find((cookie) => cookie.startsWith('KC-SESSION='))).toMatch(/; Path=\/api; HttpOnly; SameSite=Lax$/)
  })

  test('a change with one of the cookies and without the matching header is refused', async ({ server, cookiesOf }) => {
    const { xsrf, session, token } = await cookiesOf()
    const post = (headers: Record<string, string>) => call(server.url, '/revokeToken', { method: 'POST', headers })
    for (const cookie of [`XSRF-TOKEN=${xsrf}`, `KC-SESSION=${session}`, `XSRF-TOKEN=${xsrf}; KC-SESSION=${session}`]) {
      expect((await post({ cookie, authorization: token })).status).toBe(403)
      expect((await post({ cookie, authorization: token, 'x-xsrf-token': `${xsrf}x` })).status).toBe(403)
      expect((await post({ cookie, authorization: token, 'x-xsrf-token': '' })).status).toBe(403)
      const other = (xsrf.startsWith('A') ? 'B' : 'A') + xsrf.slice(1)
      expect((await post({ cookie, authorization: token, 'x-xsrf-token': other })).status).toBe(403)
    }
    const emptied = `XSRF-TOKEN=; KC-SESSION=${session}`
    expect((await post({ cookie: emptied, 'x-xsrf-token': '' })).status).toBe(403)
    const cookie = `XSRF-TOKEN=${xsrf}; KC-SESSION=${session}`
    expect((await call(server.url, '/webshopuser', { headers: { cookie } })).status).toBe(200)
    const revoked = await post({ cookie, 'x-xsrf-token': xsrf })
    expect(revoked.status).toBe(200)
    expect(revoked.headers.getSetCookie().join()).toMatch(/KC-SESSION=; .*Path=\/api; .*(?:Expires|Max-Age)/)
  })

  test('a token that a sibling subdomain has planted keeps nobody out', async ({ server, cookiesOf }) => {
    const { xsrf, session } = await cookiesOf()
    const post = async (cookie: string, token: string) => {
      const headers = { cookie: `${cookie}; KC-SESSION=${session}`, 'x-xsrf-token': token }
      return (await call(server.url, '/revokeToken', { method: 'POST', headers })).status
    }
    for (const planted of ['planted', '', '%']) {
      const cookie = `XSRF-TOKEN=${planted}; XSRF-TOKEN=${xsrf}`
      expect([await post(cookie, ''), await post(cookie, `${xsrf}x`)]).toEqual([403, 403])
    }
    expect(await post(`XSRF-TOKEN=planted; XSRF-TOKEN=${xsrf}`, xsrf)).toBe(200)
  })

  test('a listed page on a sibling subdomain uses its own token', async ({ server, admin, cookiesOf }) => {
    const { xsrf, session } = await cookiesOf()
    const cookie = `XSRF-TOKEN=${xsrf}; KC-SESSION=${session}`
    const page = { cookie, origin: shop, 'sec-fetch-site': 'same-site' }
    const login = await getToken(server.url, loginForm(admin), page)
    expect(login.status).toBe(200)
    const headers = { ...page, authorization: login.envelope.responseData.access_token }
    expect((await call(server.url, '/revokeToken', { method: 'POST', headers })).status).toBe(200)
    expect((await call(server.url, '/webshopuser', { headers: { cookie } })).status).toBe(200)
  })

  test('a listed page cannot ride the session of our cookie', async ({ server, cookiesOf }) => {
    const { xsrf, session } = await cookiesOf()
    const cookie = `XSRF-TOKEN=${xsrf}; KC-SESSION=${session}`
    const page = { cookie, origin: shop, 'sec-fetch-site': 'same-site' }
    for (const headers of [page, { ...page, authorization: '' }, { ...page, 'x-xsrf-token': xsrf }]) {
      expect((await call(server.url, '/revokeToken', { method: 'POST', headers })).status).toBe(401)
      expect((await server.call(headers, '/webshopuser')).status).toBe(401)
    }
    expect((await call(server.url, '/webshopuser', { headers: { cookie } })).status).toBe(200)
  })

  test('a page that is not listed exactly needs the anti-forgery header', async ({ startServer, cookiesOf }) => {
    const { xsrf, session, token } = await cookiesOf()
    const own = await startServer({
      config: { corsOrigins: [shop, 'https://our.example'], publicUrl: 'https://our.example' }
    })
    const cookie = `XSRF-TOKEN=${xsrf}; KC-SESSION=${session}`
    for (const origin of ['https://other.shop.example', 'https://shop.example.evil', 'null', 'https://our.example']) {
      const headers = { cookie, origin, authorization: token }
      expect((await call(own.url, '/revokeToken', { method: 'POST', headers })).status, origin).toBe(403)
    }
    const ours = `XSRF-TOKEN=${xsrf}; __Host-KC-SESSION=${session}`
    const headers = { cookie: ours, origin: 'https://our.example', 'x-xsrf-token': xsrf }
    expect((await call(own.url, '/revokeToken', { method: 'POST', headers })).status).toBe(200)
  })

  test('the token in the header counts before the cookie', async ({ server, cookiesOf }) => {
    const { session } = await cookiesOf()
    const headers = { cookie: `KC-SESSION=${session}`, authorization: 'dead' }
    expect((await server.call(headers, '/webshopuser')).status).toBe(401)
  })

  test('cookies are Secure behind a proxy that has ended TLS, if nothing else is set', async ({
    startServer,
    admin
  }) => {
    const proxied = await startServer({ config: { trustProxy: ['127.0.0.1'] } })
    const secure = async (protocol: string) => {
      const { headers } = await getToken(proxied.url, loginForm(admin), { 'x-forwarded-proto': protocol })
      return headers.getSetCookie().map((cookie) => /; Secure/.test(cookie))
    }
    expect([await secure('https'), await secure('http')]).toEqual([
      [true, true, true],
      [false, false, false]
    ])
  })

  test('cookies are Secure where the setting says so', async ({ startServer, admin }) => {
    const secure = await startServer({ config: { cookieSecure: 'true' } })
    const { headers } = await getToken(secure.url, loginForm(admin))
    expect(headers.getSetCookie().filter((cookie) => /; Secure/.test(cookie))).toHaveLength(3)
    expect((await logIn(secure.url, admin)).access_token).toHaveLength(43)
  })

  test.for([
    ['__Host-', 'https://our.example'],
    ['', 'https://our.example/konto'],
    ['', 'http://our.example']
  ] as const)(
    'the session is kept by %sKC-SESSION alone at %s',
    async ([prefix, publicUrl], { startServer, admin }) => {
      const app = await startServer({ config: { publicUrl } })
      const { headers, envelope } = await getToken(app.url, loginForm(admin))
      const name = `${prefix}KC-SESSION`
      const [kept] = headers.getSetCookie().filter((cookie) => cookie.includes('KC-SESSION'))
      const path = prefix === '' ? `${new URL(publicUrl).pathname.replace(/\/$/, '')}/api` : '/'
      const secure = publicUrl.startsWith('https') ? ' Secure;' : ''
      expect(kept).toBe(`${name}=${envelope.responseData.access_token}; Path=${path}; HttpOnly;${secure} SameSite=Lax`)
      expect(headers.getSetCookie().join()).toContain('XSRF-TOKEN=')
      const whoAmI = async (cookie: string) =>
        (
          await call(app.url, '/webshopuser', {
            headers: { cookie: `${cookie}=${envelope.responseData.access_token}` }
          })
        ).status
      const other = prefix === '' ? '__Host-KC-SESSION' : 'KC-SESSION'
      expect([await whoAmI(name), await whoAmI(other)]).toEqual([200, 401])
    }
  )

  test('X-Forwarded-* of a proxy that is not trusted is ignored', async ({ startServer, admin }) => {
    const warning = 'TRUST_PROXY'
    const app = await startServer()
    const trusting = await startServer({ config: { trustProxy: ['127.0.0.1'] } })
    const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.7' }
    await call(app.url, '/getApiVersion')
    expect(app.log()).not.toContain(warning)
    for (const headers of [forwarded, { 'x-forwarded-proto': 'https' }]) {
      const answer = await getToken(app.url, loginForm(admin), headers)
      expect(answer.headers.getSetCookie().join()).not.toContain('Secure')
      await getToken(trusting.url, loginForm(admin), headers)
    }
    expect(app.log().split(warning)).toHaveLength(2)
    expect(app.log()).not.toContain('192.0.2.7')
    expect(trusting.log()).not.toContain(warning)
  })
})

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
