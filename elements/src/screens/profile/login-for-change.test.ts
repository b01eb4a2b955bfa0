import { fail, loginTooOld } from '@customer-center/contract/envelope'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { submitLogin } from '../../testing/login-form.ts'
import { mockBackend, type MockResponse, mount, success, token, user } from '../../testing/mock-backend.ts'

const read = 'GET /api/webshopuser/getcurrentwebshopuser'
const write = 'PUT /api/webshopuser'
const reason = 'Bitte melden Sie sich für diese Änderung noch einmal an.'
const tooOld: MockResponse = { status: 401, body: JSON.stringify(fail(401, loginTooOld, [reason])) }

/** A new password that the server takes from nobody who has not just logged in. */
async function changedLate() {
  location.hash = '#/mydata/userprofile'
  onTestFinished(() => void (location.hash = ''))
  const backend = await mockBackend()
  mount(backend.attributes)
  await expect.element(page.getByRole('heading', { name: 'Anmeldung' })).toBeVisible()
  await backend.respond({
    [read]: user(),
    [write]: [tooOld, success({ VERSION: 4 })],
    'POST /api/getToken': [token('first'), token('second')]
  })
  await submitLogin()
  await page.getByRole('textbox', { name: 'Neues Passwort' }).fill('Sommer-26')
  await page.getByRole('textbox', { name: 'Passwort wiederholen' }).fill('Sommer-26')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent(reason)
  return backend
}

test('a change that needs a new login opens it over the form with the server’s reason, and is saved after it', async () => {
  const backend = await changedLate()
  expect((await backend.requests(write)).length).toBe(1)
  await submitLogin()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Meine Daten' })).toBeVisible()
  const [, again] = await backend.requests(write)
  expect(again?.headers['authorization']).toBe('second')
  expect(again?.body).toContain('Sommer-26')
})

test('who does not log in again for a change is logged out, on the server too', async () => {
  const backend = await changedLate()
  await page.getByRole('button', { name: 'Verwerfen und abmelden' }).click()
  await expect.element(page.getByRole('heading', { name: 'Anmeldung' })).toBeVisible()
  await expect.poll(async () => (await backend.requests('POST /api/revokeToken')).length).toBe(1)
})
