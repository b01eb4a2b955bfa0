import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect } from 'vitest'
import { startApp } from '../../../testing/server/app.ts'
import { test as serverTest } from '../../../testing/server/fixtures.ts'
import { providerRow } from '../../../testing/server/letterhead.ts'
import { openInMemory } from '../../../testing/server/pooled-pglite.ts'

const plain = 'Diese Seite gibt es nicht.'
const links = { imprint: 'https://sued.example/impressum' }
/** Headers that Firefox sends when a person goes to an address. */
const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

/** Asks for the path as it is written: fetch would tidy it up. */
async function ask(url: string, path: string, headers: Record<string, string> = browser, method = 'GET') {
  const { hostname, port } = new URL(url)
  const [response] = (await once(request({ hostname, port, path, method, headers }).end(), 'response')) as [
    IncomingMessage
  ]
  return { status: response.statusCode, headers: response.headers, text: await text(response) }
}

const test = serverTest
  .extend('overrides', { scope: 'file' }, { config: { links } })
  .extend('provider', { scope: 'file', auto: true }, async ({ db }) => {
    await db.insertInto('providers').values(providerRow).execute()
    return providerRow
  })

describe('whoever goes to an address that is not there', () => {
  test.for([
    '/nichts',
    '/nichts/darunter.html?a=1',
    '/nichts/',
    '/verify/nichts',
    '/verify/file',
    '/passwort',
    '/shops/nichts/',
    '/elements/nichts.js',
    '/elements/v1/nichts',
    `/${'a'.repeat(5000)}`,
    `/passwort/${'a'.repeat(5000)}`,
    '/%00',
    '/nichts%00.html',
    '/%',
    '/%c0%ae%c0%ae/',
    '/..%2fpackage.json',
    '/%2e%2e%2fpackage.json',
    '//evil.example',
    '/%5cevil.example',
    '/"><script>alert(1)</script>'
  ])('finds a page with name, logo, colour, links and the way to the start at %s', async (path, { server }) => {
    const { status, headers, text: page } = await ask(server.url, path)
    expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    for (const part of [
      '<title>Diese Seite gibt es nicht</title>',
      '<h1>Diese Seite gibt es nicht</h1>',
      '<span>Bildungshaus Süd</span>',
      'src="/missing/logo"',
      'href="/missing/page.css"',
      `href="${links.imprint}"`,
      '<a class="button" href="/">Zur Startseite</a>'
    ])
      expect(page).toContain(part)
    expect(page).not.toMatch(/<script|evil|aaa/)
    expect([headers['cache-control'], headers.vary]).toEqual(['no-store', 'accept'])
    const policy = headers['content-security-policy']
    for (const rule of ["default-src 'none'", "style-src 'self'", "img-src 'self'", "frame-ancestors 'none'"])
      expect(policy).toContain(rule)
    expect([headers['x-content-type-options'], headers.location]).toEqual(['nosniff', undefined])
    expect(server.log()).not.toContain('"level":50')
  })

  test('learns by HEAD what GET would say, without the page', async ({ server }) => {
    const [get, head] = [await ask(server.url, '/nichts'), await ask(server.url, '/nichts', browser, 'HEAD')]
    expect([head.status, head.text, head.headers['content-type']]).toEqual([404, '', get.headers['content-type']])
    expect(head.headers['content-length']).toBe(String(Buffer.byteLength(get.text)))
  })

  test('finds it on a server with the demo, too', async ({ startServer }) => {
    const server = await startServer({ config: { demo: true } })
    const { status, text: page } = await ask(server.url, '/nichts')
    expect([status, page]).toEqual([404, expect.stringContaining('<span>Bildungshaus Süd</span>')])
    expect((await ask(server.url, '/missing/page.css')).text).toContain('#7a1f4b')
  })

  test('finds it without the name when the database does not answer', async () => {
    const away = await openInMemory()
    const server = await startApp(away)
    await away.close()
    const { status, text: page } = await ask(server.url, '/nichts')
    expect([status, page]).toEqual([404, expect.stringContaining('Zur Startseite')])
  })
})

describe('what is no person going to an address', () => {
  test.for([
    ['GET', '*/*'],
    ['GET', 'image/avif,image/webp,*/*;q=0.8'],
    ['GET', 'application/json'],
    ['POST', browser.accept],
    ['PUT', browser.accept]
  ] as const)('%s with Accept: %s keeps the plain sentence', async ([method, accept], { server }) => {
    const { status, headers, text: body } = await ask(server.url, '/nichts', { accept }, method)
    expect([status, headers['content-type'], body]).toEqual([404, 'text/plain; charset=utf-8', plain])
    expect([headers['cache-control'], headers.vary]).toEqual(['no-store', 'accept'])
  })

  test.for([
    ['/api/nichts', 404, 'application/json; charset=utf-8'],
    ['/api/%', 400, 'application/json; charset=utf-8'],
    ['/provider/v1/nichts', 404, 'application/problem+json'],
    ['/provider/v1/%', 400, 'application/json; charset=utf-8']
  ] as const)('%s of the APIs is no page', async ([path, status, type], { server }) => {
    const answer = await ask(server.url, path)
    expect([answer.status, answer.headers['content-type']]).toEqual([status, type])
  })
})
