import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { readRuntimeConfig } from '@customer-center/contract/runtime-config'
import { submitLogin } from '../../testing/login-form.ts'
import {
  failure,
  type MockBackend,
  mockBackend,
  mount,
  noteLogin,
  success,
  token,
  user
} from '../../testing/mock-backend.ts'
import type * as firstIdentity from './first-identity.ts'
import { isLogOutPending } from './login-memory.ts'
import type * as openedSessions from './open-session.ts'
import { contractFormat } from './wire-format.ts'

const heading = (name: string) => page.getByRole('heading', { name, level: 1 })
const revocations = (backend: MockBackend) => backend.requests('POST /api/revokeToken')

/** Logs out by the menu, while the server does not take it; its cookie goes on to know the person. */
async function loggedOutUnheard() {
  const backend = await mockBackend()
  await backend.respond({
    'GET /api/webshopuser/getcurrentwebshopuser': user(),
    'POST /api/revokeToken': [failure(503), success(null)]
  })
  noteLogin(backend)
  mount(backend.attributes)
  await page.getByRole('button', { name: 'Abmelden' }).click()
  await expect.element(heading('Anmeldung')).toBeVisible()
  await expect.poll(() => revocations(backend)).toHaveLength(1)
  return backend
}

/** Opens the session as after a reload, with a cookie of the server, and returns its state. */
async function afterReload(backend: MockBackend) {
  noteLogin(backend)
  // Modules under another address are loaded again, as a reload of the page does.
  const again = crypto.randomUUID()
  const { askIdentity } = (await import(/* @vite-ignore */ `./first-identity.ts?${again}`)) as typeof firstIdentity
  const { openSession } = (await import(/* @vite-ignore */ `./open-session.ts?${again}`)) as typeof openedSessions
  const config = { ...readRuntimeConfig({ apiUrl: backend.api, apiVersion: '1.0' }), format: contractFormat }
  const login = { sessionToken: null, fetchToken: null, language: null }
  const { signal } = new AbortController()
  const { session, identified } = openSession(config, login, signal, askIdentity(config, login, signal))
  await identified
  return session.snapshot().state
}

test('a log-out that the server did not hear of holds over a reload, and is made up for then', async () => {
  const backend = await loggedOutUnheard()
  const asked = await backend.requests('GET /api/webshopuser/getcurrentwebshopuser')
  expect(await afterReload(backend)).toBe('out')
  await expect.poll(() => revocations(backend)).toHaveLength(2)
  expect(await backend.requests('GET /api/webshopuser/getcurrentwebshopuser')).toHaveLength(asked.length)
})

test.each([
  ['hears of it', success(null)],
  ['knows nobody any more', failure(401)]
])('once the server %s, its cookie is asked again', async (_what, answer) => {
  const backend = await loggedOutUnheard()
  await backend.respond({ 'POST /api/revokeToken': answer })
  const online = () => {
    dispatchEvent(new Event('online'))
    return revocations(backend)
  }
  await expect.poll(online).toHaveLength(2)
  await expect.poll(() => isLogOutPending(backend.api)).toBe(false)
  expect(await afterReload(backend)).toBe('in')
})

test('whoever logs in after a log-out that the server did not hear of stays logged in', async () => {
  const backend = await loggedOutUnheard()
  await backend.respond({ 'POST /api/getToken': token('next') })
  await submitLogin()
  await expect.element(heading('Übersicht')).toBeVisible()
  dispatchEvent(new Event('online'))
  expect(await afterReload(backend)).toBe('in')
  expect(await revocations(backend)).toHaveLength(1)
})
