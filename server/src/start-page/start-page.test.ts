import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { test as serverTest } from '../../../testing/server/fixtures.ts'
import { providerRow } from '../../../testing/server/letterhead.ts'
import { sharedFolder } from '../../../testing/server/new-folder.ts'
import { addRows } from '../../../testing/server/rows.ts'

const host = sharedFolder()
for (const name of ['index.html', 'index.html.br', 'booking.html', 'embed.html'])
  writeFileSync(join(host, name), 'Akademie Donauraum')

const links = { imprint: 'https://sued.example/impressum', privacy: 'https://sued.example/datenschutz' }
const test = serverTest
  .extend('overrides', { scope: 'file' }, { folders: { host, elements: host }, config: { links } })
  .extend('provider', { scope: 'file', auto: true }, async ({ db }) => {
    await db.insertInto('providers').values(providerRow).execute()
    return providerRow
  })
  .extend('read', ({ server }) => async (path: string, url = server.url) => {
    const answer = await fetch(url + path)
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  })

describe('without the demo', () => {
  test('/ has the provider’s name, logo, colour and links, and the customer center', async ({ read, server }) => {
    const { status, headers, text } = await read('/')
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    for (const part of ['<title>Kundencenter – Bildungshaus Süd</title>', '<span>Bildungshaus Süd</span>'])
      expect(text).toContain(part)
    expect(text).toContain('<customer-center')
    // The element shows the links, which it has from the configuration.
    expect((await read('/assets/config.prod.json')).text).toContain(JSON.stringify(links))
    expect(headers.get('content-security-policy')).toContain("default-src 'self'")
    const logo = await read('/start/logo')
    expect([logo.status, logo.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    expect(logo.headers.get('content-security-policy')).toContain("default-src 'self'")
    expect(text).toContain('src="/start/logo"')
    expect((await read('/start/page.css')).text).toContain('--kc-accent: #7a1f4b')
    expect(server.log()).not.toContain('"level":50')
  })

  test.for([
    '/index.html',
    '/booking.html',
    '/index.html.br',
    '/index.html?',
    '/%69ndex.html',
    '//booking.html',
    '//',
    '/x%2f..'
  ])('%s of the demo’s shop is not there', async (path, { read }) => {
    const { status, text } = await read(path)
    expect([status, text]).toEqual([404, 'Diese Seite gibt es nicht.'])
  })

  test.for(['/', '/verify', '/passwort/gespeichert', `/passwort/${'A'.repeat(43)}`, '/e-mail/bestaetigt'])(
    '%s says whose it is, with the way back, and nothing of the demo',
    async (path, { read }) => {
      const { text } = await read(path)
      expect(text).toMatch(/<a href="\/"><img [^>]+><span>Bildungshaus Süd<\/span><\/a>/)
      expect(text).not.toMatch(/donauraum/i)
      for (const shown of [/<img src="([^"]+)"/, /<link rel="icon" href="([^"]+)"/]) {
        const [, logo = ''] = shown.exec(text) ?? []
        expect((await read(new URL(logo, `http://server${path}`).pathname)).headers.get('content-type')).toBe(
          'image/svg+xml'
        )
      }
    }
  )

  test('whatever is opened without an icon of its own asks for /favicon.ico, which is no error', async ({ read }) => {
    const { status, text } = await read('/favicon.ico')
    expect([status, text]).toEqual([204, ''])
  })

  test('no file of the server outside of the demo names the demo’s provider', () => {
    const sources = join(import.meta.dirname, '..')
    const shipped = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(
      (name) => /\.(?:ts|mjs|json|typ|css|svg)$/.test(name) && !/^(?:demo|testing)\/|\.test\.ts$/.test(name)
    )
    expect(shipped.length).toBeGreaterThan(300)
    const naming = shipped.filter((name) =>
      /donauraum|donaubank|achleitner|uferpromenade/i.test(readFileSync(join(sources, name), 'utf8'))
    )
    expect(naming).toEqual([])
  })

  test('/ leads to the page that has the customer center, where there is one', async ({ startServer, read }) => {
    const shopUrl = 'https://sued.example/konto'
    const server = await startServer({ config: { shopUrl, links } })
    const { text } = await read('/', server.url)
    for (const url of [shopUrl, ...Object.values(links)]) expect(text).toContain(`href="${url}"`)
    expect(text).not.toContain('<customer-center')
    expect((await read('/verify', server.url)).text).toMatch(
      new RegExp(`<header>\\s*<a href="${shopUrl}">.*Bildungshaus Süd`)
    )
  })

  test('with several companies a page that belongs to none of them names none', async ({ db, read }) => {
    await addRows(db, 'providers', { provider_id: 2, name: 'Zweite GmbH' })
    const { status, text } = await read('/')
    expect([status, text]).toEqual([200, expect.not.stringMatching(/Bildungshaus|Zweite|<header/)])
    expect((await read('/start/logo')).status).toBe(204)
    await db.deleteFrom('providers').where('provider_id', '=', 2).execute()
  })
})
