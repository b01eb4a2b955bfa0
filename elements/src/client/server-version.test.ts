import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { failure, mount, mockBackend, mountLoggedIn, noteLogin, success, user } from '../../testing/mock-backend.ts'
import { fetchConfig } from '../shell/first-paint/boot-requests.ts'

const asked = 'GET /api/getApiVersion'
const profile = 'GET /api/webshopuser/getcurrentwebshopuser'
const versionOf = ({ headers }: { headers: Record<string, string> }) => [
  headers['content-version'],
  headers['content_version']
]
const overview = page.getByRole('heading', { level: 1, name: 'Übersicht' })

test.each([['2.7'], [3]])('the version that the server names is that of all later calls: %s', async (version) => {
  const backend = await mockBackend({ apiVersion: 'server' })
  noteLogin(backend)
  await backend.respond({ [asked]: success({ api_version: version }), [profile]: user() })
  mount(backend.attributes)
  await expect.element(overview).toBeVisible()
  const [first, ...calls] = (await backend.requests()).filter(({ call }) => call.includes('/api/'))
  expect([first?.call, versionOf(first!)]).toEqual([asked, ['1.0', '1.0']])
  expect(calls.length).toBeGreaterThan(0)
  for (const call of calls) expect(versionOf(call), call.call).toEqual([String(version), String(version)])
})

test('a server that does not name its version cannot be reached, until somebody tries again', async () => {
  const { backend } = await mountLoggedIn('admin', { apiVersion: 'server' }, { [asked]: failure(503) })
  await expect.element(page.getByText(`Server nicht erreichbar (${backend.api})`)).toBeVisible()
  expect(await backend.requests(profile)).toEqual([])
  await backend.respond({ [asked]: success({ api_version: '2' }) })
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect.element(overview).toBeVisible()
})

test('without that setting nobody asks for the version before the first view', async () => {
  const { backend } = await mountLoggedIn()
  await expect.element(overview).toBeVisible()
  expect(await backend.requests(asked)).toEqual([])
})

test('the configuration of the page’s own origin is asked for with Cache-Control: no-cache, that of another without', async () => {
  const { signal } = new AbortController()
  const own = (await fetchConfig('/echo', null, signal).json) as { responseData: Record<string, string> }
  expect(own.responseData['cache-control']).toBe('no-cache')
  const backend = await mockBackend()
  await fetchConfig(backend.attributes['config-url']!, null, signal).json
  const [call] = await backend.requests('GET /assets/config.prod.json')
  expect(call?.headers['cache-control']).not.toBe('no-cache')
})
