import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backendFeatures } from '@customer-center/contract/backend-feature'
import { routes } from '@customer-center/contract/routes'
import { defaultRuntimeConfig } from '@customer-center/contract/runtime-config'
import { type TestApp, startApp } from '../../../../testing/server/app.ts'
import { sharedFolder } from '../../../../testing/server/new-folder.ts'
import { openInMemory } from '../../../../testing/server/pooled-pglite.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../database/connection.ts'
import { productVersion } from '../lib/product-version.ts'

const publicUrl = 'https://center.example/kunden/'
const routeRights: Config['routeRights'] = { 'confirmations/evaluation': ['admin'] }
const entry = 'export const entry = "Grüße"\n'.repeat(50)
const files: Record<string, string> = {
  'elements/customer-center.js': entry,
  'elements/chunks/start-CBkg-Mx1.js': 'export {}',
  'elements/.releases/1.2.3/customer-center.js': 'export const entry = "1.2.3"',
  'elements/.releases/2.0.0-beta.1/customer-center.js': entry,
  'elements/.releases/no-version/customer-center.js': 'secret',
  'elements/assets/text.at.json': '{"menu":"Menü"}',
  'elements/assets/images.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'elements/customer-center.js.map': '{"sourcesContent":["secret"]}',
  'elements/.types/entry.d.ts': 'secret',
  'host/index.html': '<!doctype html><title>Shop</title>',
  'host/embed.html': '<!doctype html><title>Einbetten</title>',
  'host/shop.css': 'body { margin: 0 }',
  'package.json': '{"secret":true}'
}

const folder = sharedFolder()
let database: Database
let server: TestApp
let elsewhere: TestApp

beforeAll(async () => {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  await writeFile(join(folder, 'elements/customer-center.js.br'), brotliCompressSync(entry))
  await writeFile(join(folder, 'elements/customer-center.js.gz'), gzipSync(entry))
  database = await openInMemory()
  const folders = { host: join(folder, 'host'), elements: join(folder, 'elements') }
  const settings = { invoiceStampNo: '7', minimumPasswordLength: 9, routeRights, demo: true }
  server = await startApp(database, { folders, config: settings })
  elsewhere = await startApp(database, { folders, config: { publicUrl, invoiceMail: 'attachment' } })
})
afterAll(async () => {
  await server.close()
  await elsewhere.close()
  await database.close()
})

/** Asks for the path as it is written: fetch would tidy it up. */
async function ask(path: string, headers: Record<string, string> = {}, { from = server, method = 'GET' } = {}) {
  const { hostname, port } = new URL(from.url)
  const sent = request({ hostname, port, path, method, headers }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) }
}

const needSettings = ['email-confirmation', 'invoice-attachments', 'passkeys', 'password-reset']

describe('files', () => {
  test('go out compressed as the browser can read them, and say so to caches', async () => {
    const path = '/elements/customer-center.js'
    const decoders = { br: brotliDecompressSync, gzip: gunzipSync }
    for (const [accepted, encoding] of [
      ['br, gzip', 'br'],
      ['gzip', 'gzip'],
      ['gzip, deflate, br;q=0', 'gzip']
    ] as const) {
      const { headers, body } = await ask(path, { 'accept-encoding': accepted })
      expect([headers['content-encoding'], headers['content-type']]).toEqual([
        encoding,
        'application/javascript; charset=utf-8'
      ])
      expect([headers.vary, decoders[encoding](body).toString()]).toEqual(['accept-encoding', entry])
    }
    const { headers, body } = await ask(path)
    expect([headers['content-encoding'], body.toString()]).toEqual([undefined, entry])
  })

  test('say what they are, since no browser may guess', async () => {
    for (const [path, type] of [
      ['/', 'text/html; charset=utf-8'],
      ['/embed', 'text/html; charset=utf-8'],
      ['/shop.css', 'text/css; charset=utf-8'],
      ['/elements/chunks/start-CBkg-Mx1.js', 'application/javascript; charset=utf-8'],
      ['/elements/assets/text.at.json', 'application/json; charset=utf-8'],
      ['/elements/assets/images.svg', 'image/svg+xml']
    ] as const) {
      const { headers } = await ask(path)
      expect([path, headers['content-type'], headers['x-content-type-options']]).toEqual([path, type, 'nosniff'])
    }
  })

  test('with a hash in the name are kept for good, all others are asked for again', async () => {
    const cache = async (path: string) => (await ask(path)).headers['cache-control']
    expect(await cache('/elements/chunks/start-CBkg-Mx1.js')).toBe('public, max-age=31536000, immutable')
    for (const path of [
      '/elements/customer-center.js',
      '/elements/assets/text.at.json',
      '/',
      '/elements/assets/config.prod.json'
    ]) {
      expect(await cache(path), path).toBe('no-cache')
    }
  })

  test('of the elements are at an address for good and at one for each version, which never changes, with their chunks', async () => {
    const unchanging = 'public, max-age=31536000, immutable'
    const origin = 'https://shop.example'
    for (const [path, cache, text] of [
      ['/elements/v1/customer-center.js', 'no-cache', entry],
      ['/elements/v1/assets/text.at.json', 'no-cache', '{"menu":"Menü"}'],
      ['/elements/v1/chunks/start-CBkg-Mx1.js', unchanging, 'export {}'],
      ['/elements/1.2.3/customer-center.js', unchanging, 'export const entry = "1.2.3"'],
      ['/elements/1.2.3/chunks/start-CBkg-Mx1.js', unchanging, 'export {}'],
      ['/elements/2.0.0-beta.1/customer-center.js', unchanging, entry]
    ] as const) {
      const { headers, body } = await ask(path, { origin })
      expect([path, headers['cache-control'], body.toString()]).toEqual([path, cache, text])
      expect([headers['access-control-allow-origin'], headers['cross-origin-resource-policy']], path).toEqual([
        '*',
        'cross-origin'
      ])
    }
    const configs = ['/elements/assets/config.prod.json', '/elements/v1/assets/config.prod.json']
    const [config, same] = await Promise.all(configs.map(async (path) => (await ask(path)).body.toString()))
    expect(same).toBe(config)
  })

  test.each([
    '/elements/customer-center.js',
    '/elements/v1/customer-center.js',
    '/elements/assets/text.at.json',
    '/elements/assets/config.prod.json',
    '/assets/config.prod.json',
    '/'
  ])('%s that has not changed is 304 without a body', async (path) => {
    const { etag = '' } = (await ask(path)).headers
    const again = await ask(path, { 'if-none-match': etag })
    expect([again.status, again.body.length]).toEqual([304, 0])
    expect((await ask(path, { 'if-none-match': '"other"' })).status).toBe(200)
  })

  test('of the elements may be loaded by pages of any origin, those of the shop page may not', async () => {
    for (const path of [
      '/elements/customer-center.js',
      '/elements/chunks/start-CBkg-Mx1.js',
      '/elements/assets/images.svg',
      '/elements/assets/config.prod.json'
    ]) {
      const { headers } = await ask(path, { origin: 'https://shop.example' })
      expect([headers['access-control-allow-origin'], headers['cross-origin-resource-policy']], path).toEqual([
        '*',
        'cross-origin'
      ])
      expect([headers['set-cookie'], headers['access-control-allow-credentials']]).toEqual([undefined, undefined])
    }
    const { headers } = await ask('/', { origin: 'https://shop.example' })
    expect([headers['access-control-allow-origin'], headers['cross-origin-resource-policy']]).toEqual([
      undefined,
      'same-origin'
    ])
  })

  test.each(['at', 'de', 'ch'])('of the elements say that the provider changes no text for %s', async (language) => {
    const path = `/elements/assets/text.${language}.custom.json`
    const { status, headers, body } = await ask(path, { origin: 'https://shop.example' })
    expect([status, headers['content-type'], headers['cache-control'], body.toString()]).toEqual([
      200,
      'application/json; charset=utf-8',
      'no-cache',
      '{}'
    ])
    expect(headers['access-control-allow-origin']).toBe('*')
    expect((await ask(path, {}, { method: 'HEAD' })).status).toBe(200)
  })

  test('HEAD says what GET would, without the body', async () => {
    for (const path of ['/elements/customer-center.js', '/elements/assets/config.prod.json']) {
      const [get, head] = [await ask(path), await ask(path, {}, { method: 'HEAD' })]
      expect([head.status, head.body.length, head.headers.etag]).toEqual([200, 0, get.headers.etag])
      expect(head.headers['content-length']).toBe(String(get.body.length))
    }
  })

  test('may be fetched in parts, but not beyond their end', async () => {
    const part = await ask('/elements/customer-center.js', { range: 'bytes=0-5' })
    expect([part.status, part.body.toString()]).toEqual([206, 'export'])
    const beyond = await ask('/elements/customer-center.js', { range: 'bytes=999999-' })
    expect([beyond.status, beyond.body.toString()]).toEqual([400, 'Die Anfrage ist fehlerhaft.'])
  })

  test.each([
    '/elements/..%2f..%2fpackage.json',
    '/elements/..%2fpackage.json',
    '/elements/../package.json',
    '/elements/%2e%2e/package.json',
    '/elements/..%5cpackage.json',
    '/elements//../../package.json',
    '/elements/chunks%2f..%2f..%2fpackage.json',
    '/..%2fpackage.json',
    '/%2e%2e%2fpackage.json',
    '/elements/.types/entry.d.ts',
    '/elements/%2etypes/entry.d.ts',
    '/elements/customer-center.js.map',
    '/elements/customer-center.js%2emap',
    '/elements/customer-center.js%00.svg',
    '/elements/',
    '/elements/chunks',
    '/elements/none.js',
    '/elements/v1/none.js',
    '/elements/v2/customer-center.js',
    '/elements/9.9.9/customer-center.js',
    '/elements/1.2.3/assets/text.at.json',
    '/elements/1.2.3/chunks/none.js',
    '/elements/1.2.3/..%2f..%2fcustomer-center.js',
    '/elements/.releases/1.2.3/customer-center.js',
    '/elements/no-version/customer-center.js',
    '/none.html'
  ])('%s is not there, in one German sentence', async (path) => {
    const { status, headers, body } = await ask(path)
    expect([status, headers['content-type']]).toEqual([404, 'text/plain; charset=utf-8'])
    expect(body.toString()).toBe('Diese Seite gibt es nicht.')
  })

  test.each(['/elements/%', '/elements/%c0%ae%c0%ae/package.json', '/%E0%A4%A', '/api/%'])(
    '%s, which is no address, is refused, kept by no cache and read as nothing else',
    async (path) => {
      const { status, headers, body } = await ask(path)
      expect([status, headers['cache-control'], headers['x-content-type-options']]).toEqual([
        400,
        'no-store',
        'nosniff'
      ])
      expect(body.toString()).toContain('Die Anfrage ist fehlerhaft.')
    }
  )
})

describe('config.prod.json', () => {
  async function read(path: string, from = server) {
    const config = JSON.parse((await ask(path, {}, { from })).body.toString()) as typeof defaultRuntimeConfig
    const images = routes.map(
      (route) => new URL(config.images[route]?.small ?? '', `${publicUrl}${path.slice(1)}`).href
    )
    return { config, images }
  }

  test('says what the settings say and what this server can do, and the defaults for the rest', async () => {
    const { images: _, ...rest } = (await read('/assets/config.prod.json')).config
    const { images: __, ...standard } = defaultRuntimeConfig
    expect(rest).toEqual({
      ...standard,
      // The elements read no other backend's forms where this is named.
      backend: { name: 'customer-center', release: productVersion() },
      apiUrl: '/api',
      customTexts: false,
      invoiceStampNo: '7',
      routeRights,
      passwordMinLength: 9,
      idempotencyKeys: true,
      features: Object.keys(backendFeatures).filter((name) => !needSettings.includes(name))
    })
    expect((await read('/assets/config.prod.json', elsewhere)).config.features).toEqual(Object.keys(backendFeatures))
  })

  test('names the API from everywhere to pages of other origins, when the public address is set', async () => {
    const url = async (path: string, from: TestApp) => (await read(path, from)).config.apiUrl
    expect(await url('/elements/assets/config.prod.json', elsewhere)).toBe('https://center.example/kunden/api')
    expect(await url('/elements/assets/config.prod.json', server)).toBe('/api')
    expect(await url('/assets/config.prod.json', elsewhere)).toBe('/kunden/api')
  })

  test('names pictures that are found from its own place', async () => {
    for (const path of ['/assets/config.prod.json', '/elements/assets/config.prod.json']) {
      const { images } = await read(path)
      expect(images).toHaveLength(routes.length)
      expect(images).toContain('https://center.example/kunden/elements/assets/images.svg#scripts-small')
      expect(images).toContain('https://center.example/kunden/elements/assets/images.svg#mydata-companydata-small')
    }
  })
})
