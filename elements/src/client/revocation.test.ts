import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
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
import { Session } from './session.ts'

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

/** Begins as another page of the tab does, after a reload. */
const afterReload = ({ api }: MockBackend) =>
  new Session({ api, apiVersion: '1.0', appKey: '', defaultLanguage: 'de-at', fieldCodes: {}, idempotencyKeys: false })

test('a log-out that the server did not hear of holds over a reload, and is made up for then', async () => {
  const backend = await loggedOutUnheard()
  const asked = await backend.requests('GET /api/webshopuser/getcurrentwebshopuser')
  const session = afterReload(backend)
  await session.open()
  expect(session.snapshot().state).toBe('out')
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
  const reopened = async () => {
    const session = afterReload(backend)
    await session.open()
    return session.snapshot().state
  }
  await expect.poll(reopened).toBe('in')
})

test('whoever logs in after a log-out that the server did not hear of stays logged in', async () => {
  const backend = await loggedOutUnheard()
  await backend.respond({ 'POST /api/getToken': token('next') })
  await submitLogin()
  await expect.element(heading('Übersicht')).toBeVisible()
  dispatchEvent(new Event('online'))
  const session = afterReload(backend)
  await session.open()
  expect(session.snapshot().state).toBe('in')
  expect(await revocations(backend)).toHaveLength(1)
})
