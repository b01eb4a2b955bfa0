import { describe, expect } from 'vitest'
import type { Envelope } from '@customer-center/contract/envelope'
import { loginForm } from '../../../../testing/server/calls.ts'
import { addCustomer } from '../../../../testing/server/customer.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'
import { startPathProxy } from '../../../../testing/server/path-proxy.ts'

const path = '/konto/center'

/** Keeps cookies as a browser does: by name and path, and sends those whose path covers the address. */
class Browser {
  readonly #origin: string
  readonly #cookies = new Map<string, { readonly pair: string; readonly path: string }>()

  constructor(origin: string) {
    this.#origin = origin
  }

  /** Returns the cookies that `document.cookie` of a page at `at` would hold, HttpOnly or not. */
  cookies(at: string): string {
    const covers = (cookiePath: string) => at === cookiePath || at.startsWith(cookiePath.replace(/\/?$/, '/'))
    return [...this.#cookies.values()]
      .filter((cookie) => covers(cookie.path))
      .map(({ pair }) => pair)
      .join('; ')
  }

  async open(address: string, init: RequestInit = {}): Promise<Response> {
    const { pathname } = new URL(address, this.#origin)
    const headers = { ...(init.headers as Record<string, string>), cookie: this.cookies(pathname) }
    const response = await fetch(new URL(address, this.#origin), { redirect: 'manual', ...init, headers })
    for (const line of response.headers.getSetCookie()) {
      const pair = line.split(';')[0] ?? ''
      const cookiePath = /; Path=([^;]*)/.exec(line)?.[1] ?? pathname
      const key = `${pair.split('=')[0]} ${cookiePath}`
      if (/Expires=Thu, 01 Jan 1970/.test(line)) this.#cookies.delete(key)
      else this.#cookies.set(key, { pair, path: cookiePath })
    }
    return response
  }
}

const test = serverTest
  .extend('overrides', { scope: 'file' }, { config: { publicUrl: `https://shop.example${path}/` } })
  .extend('admin', { scope: 'file' }, async ({ db }) => (await addCustomer(db, 100)).shopUsers.admin)
  .extend('browser', { scope: 'file' }, async ({ server }, { onCleanup }) => {
    const proxy = await startPathProxy(path, server.url)
    onCleanup(proxy.close)
    return new Browser(proxy.origin)
  })

interface Configuration {
  readonly apiUrl: string
}

describe('a server whose PUBLIC_URL has a path', () => {
  test('keeps a login over a reload, gives its cookie to nobody else, and ends it', async ({ browser, admin }) => {
    const configuration = await browser.open(`${path}/assets/config.prod.json`)
    const { apiUrl } = (await configuration.json()) as Configuration
    expect(apiUrl).toBe(`${path}/api`)
    const post = (call: string, body?: URLSearchParams) => {
      const xsrf = /XSRF-TOKEN=([^;]*)/.exec(browser.cookies('/konto/center/'))?.[1] ?? ''
      return browser.open(`${apiUrl}${call}`, {
        method: 'POST',
        headers: { 'x-xsrf-token': xsrf },
        ...(body && { body })
      })
    }
    expect((await browser.open(`${apiUrl}/getApiVersion`)).status).toBe(200)
    expect((await post('/getToken', new URLSearchParams(loginForm(admin)))).status).toBe(200)
    expect(browser.cookies(`${path}/api/webshopuser`)).toContain('KC-SESSION=')
    for (const elsewhere of ['/', '/api/webshopuser', '/konto', `${path}/elements/customer-center.js`])
      expect(browser.cookies(elsewhere), elsewhere).not.toContain('KC-SESSION=')
    // A page of the shop that embeds the elements is on the same origin, though not below the path.
    expect(browser.cookies('/kurse')).toContain('XSRF-TOKEN=')

    const me = () => browser.open(`${apiUrl}/webshopuser/getcurrentwebshopuser`)
    const answer = (await (await me()).json()) as Envelope<{ WSU_EMAIL: string }>
    expect(answer.responseData.WSU_EMAIL).toBe(admin.userName)
    expect((await post('/revokeToken')).status).toBe(200)
    expect(browser.cookies(`${path}/api/webshopuser`)).not.toContain('KC-SESSION=')
    expect((await me()).status).toBe(401)
  })

  test('names its API to pages of other origins by the whole address', async ({ browser }) => {
    const configuration = await browser.open(`${path}/elements/assets/config.prod.json`)
    expect(((await configuration.json()) as Configuration).apiUrl).toBe(`https://shop.example${path}/api`)
  })

  test.for([
    ['/verify', 200],
    [`/passwort/${'A'.repeat(43)}`, 404],
    ['/passwort/gespeichert', 200],
    [`/download/${'A'.repeat(43)}`, 404],
    ['/nichts/darunter', 404]
  ] as const)('%s finds its files and forms below the path', async ([page, status], { browser }) => {
    const at = new URL(`${path}${page}`, 'https://shop.example')
    const answer = await browser.open(at.pathname, { headers: { accept: 'text/html' } })
    expect(answer.status).toBe(status)
    const named = [...(await answer.text()).matchAll(/(?:href|src|action)="([^"]*)"/g)].map(([, name = '']) => name)
    expect(named).toContainEqual(expect.stringMatching(/(?:^|\/)logo$/))
    for (const name of named) {
      const { pathname, origin } = new URL(name, at)
      expect([origin, pathname]).toEqual([at.origin, expect.stringMatching(new RegExp(`^${path}(?:/|$)`))])
      const found = await browser.open(pathname)
      // A path for forms alone refuses a GET.
      if (!/(?:^|\/)(?:file|neu)$/.test(name) && pathname !== `${path}/`)
        expect(found.status, name).toBe(pathname.endsWith('/logo') ? 204 : 200)
    }
  })

  test('takes a form of its page below the path', async ({ browser }) => {
    const action = /<form method="post" action="([^"]*)"/.exec(await (await browser.open(`${path}/verify`)).text())?.[1]
    const body = new URLSearchParams({ number: '7K3M-9QXR-2BVR' })
    const answer = await browser.open(action ?? '', { method: 'POST', body })
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('7K3M-9QXR-2BVR')])
  })
})
