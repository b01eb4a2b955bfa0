import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect } from 'vitest'
import { test as serverTest } from '../../../testing/server/fixtures.ts'
import { readConfig } from '../platform/config/config.ts'
import { demoEvents, addDays } from './events.ts'

const test = serverTest.extend('overrides', { scope: 'file' }, () => ({
  config: readConfig({
    DEMO: 'true',
    DEMO_HOSTS: 'demo.example, Zweite.example',
    TRUST_PROXY: '127.0.0.1',
    PUBLIC_URL: 'http://localhost:3000'
  })
}))

interface Asked {
  readonly host: string
  readonly headers?: Readonly<Record<string, string>>
  readonly method?: string
}

/** Asks a server by a name, as a browser with another DNS does. */
async function ask({ url }: { readonly url: string }, path: string, { host, headers, method = 'GET' }: Asked) {
  const sent = request(url + path, { method, headers: { ...headers, host } }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: response.statusCode, headers: response.headers, body: await text(response) }
}

const paths = [
  '/demo/accounts.json',
  '/demo/courses.json',
  '/demo/postfach',
  '/demo/mail-count.json',
  '/api/openapi.json',
  '/'
]
const page = { accept: 'text/html' }

test.for([
  'localhost',
  'localhost:3000',
  'LOCALHOST',
  '127.0.0.1:1',
  '[::1]',
  '[::1]:3000',
  'demo.example:3000',
  'zweite.example'
])('the demo opens as %s, with its API on the same origin', async (host, { server }) => {
  for (const path of paths)
    if (path !== '/') expect([path, (await ask(server, path, { host })).status]).toEqual([path, 200])
  for (const path of ['/assets/config.prod.json', '/elements/assets/config.prod.json'])
    expect(JSON.parse((await ask(server, path, { host })).body)).toMatchObject({ apiUrl: '/api' })
})

test('passkeys are offered under the name for which they are good alone', async ({ startServer }) => {
  const server = await startServer({ config: readConfig({ DEMO: 'true', PUBLIC_URL: 'http://localhost:3000' }) })
  for (const [host, offered] of [
    ['localhost:3000', true],
    ['127.0.0.1:3000', false]
  ] as const) {
    const { features } = JSON.parse((await ask(server, '/assets/config.prod.json', { host })).body) as {
      features: string[]
    }
    expect([host, features.includes('passkeys'), features.includes('password-reset')]).toEqual([host, offered, true])
  }
})

test.for([
  'fremd.example:3000',
  'localhost.fremd.example',
  '127.0.0.1.fremd.example',
  '192.168.0.7:3000',
  'x.demo.example',
  '*'
])('asked as "%s", nothing of the demo answers, whatever else the request says', async (host, { server }) => {
  for (const name of ['localhost', 'demo.example'])
    for (const path of paths) {
      const headers = { 'x-forwarded-host': name, 'x-forwarded-for': '127.0.0.1', forwarded: `host=${name}` }
      const { status, body } = await ask(server, path, { host, headers })
      expect([path, status]).toEqual([path, 421])
      expect(body).toContain('DEMO_HOSTS')
    }
  expect((await ask(server, '/demo/session', { host, method: 'POST' })).status).toBe(421)
})

test('a person who comes by another name reads why, and an operator which setting lets it in', async ({ server }) => {
  const host = '"><script>.fremd.example'
  const { status, headers, body } = await ask(server, '/', { host, headers: page })
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    421,
    'text/html; charset=utf-8',
    'no-store'
  ])
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect(body).toContain('<h1>Unter dieser Adresse gibt es keine Demo</h1>')
  expect(body).toMatch(/lang="en">.*To show it as &quot;&gt;&lt;script&gt;\.fremd\.example, add that name/)
  expect((await ask(server, '/other-host/page.css', { host })).headers['content-type']).toContain('text/css')
})

test('behind a proxy the demo opens under its listed names alone', async ({ server }) => {
  for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'])
    for (const [host, status] of [
      ['localhost', 421],
      ['demo.example', 200]
    ] as const)
      expect([
        name,
        host,
        (await ask(server, '/demo/accounts.json', { host, headers: { [name]: '198.51.100.7' } })).status
      ]).toEqual([name, host, status])
  for (const [name, status] of [
    ['demo.example', 200],
    ['fremd.example', 421],
    ['localhost', 421]
  ] as const) {
    const headers = { 'x-forwarded-host': name, 'x-forwarded-for': '198.51.100.7' }
    expect([name, (await ask(server, '/demo/accounts.json', { host: 'localhost', headers })).status]).toEqual([
      name,
      status
    ])
  }
})

test('the name that a proxy passes on counts only where TRUST_PROXY names the proxy', async ({ startServer }) => {
  const server = await startServer({ config: readConfig({ DEMO: 'true', DEMO_HOSTS: 'demo.example' }) })
  const headers = { 'x-forwarded-host': 'demo.example' }
  expect((await ask(server, '/demo/accounts.json', { host: 'localhost', headers })).status).toBe(421)
})

const holidays = /-(?:01-01|01-06|05-01|08-15|10-26|11-01|12-08|12-25|12-26)$/

test('on whichever day the demo is made, no event is on a public holiday or at a weekend', () => {
  const free = Array.from({ length: 366 }, (_, index) => addDays('2026-01-01', index))
    .flatMap(demoEvents)
    .flatMap(({ from, days }) => Array.from({ length: days }, (_, index) => addDays(from, index)))
    .filter((day) => holidays.test(day) || [0, 6].includes(new Date(day).getUTCDay()))
  expect(free).toEqual([])
})
