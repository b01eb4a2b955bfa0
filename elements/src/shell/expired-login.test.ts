import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { axeViolations } from '../testing/axe.ts'
import { submitLogin } from '../testing/login-form.ts'
import { failure, mockBackend, mount, noteLogin, token, user } from '../testing/mock-backend.ts'
import { stubUnsavedForm } from '../testing/unsaved-form.tsx'

beforeEach(() => history.replaceState(null, '', '#/mydata/userprofile'))

const whoAmI = 'GET /api/webshopuser/getcurrentwebshopuser'
const number = page.getByLabelText('Kundennummer')
const name = page.getByLabelText('Benutzername')
const password = page.getByLabelText('Passwort', { exact: true })
const expired = page.getByText('Ihre Sitzung ist abgelaufen.', { exact: false })

/** A half-filled form whose save finds out that the session has ended; a login or a cookie has begun it. */
async function expiredUnderForm(begunBy: 'login' | 'cookie') {
  stubUnsavedForm()
  const backend = await mockBackend()
  await backend.respond({ 'PUT /api/webshopuser': failure(401, 'Abgelaufen.') })
  if (begunBy === 'cookie') {
    await backend.respond({ [whoAmI]: user() })
    noteLogin(backend)
  }
  const element = mount(backend.attributes)
  if (begunBy === 'login') {
    await expect.element(password).toBeVisible()
    await backend.respond({ 'POST /api/getToken': [token('first'), failure(401, 'Abgelaufen.')], [whoAmI]: user() })
    await submitLogin()
  }
  await page.getByLabelText('Eingabe').fill('halb ausgefüllt')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect.element(expired).toBeVisible()
  return { element, focused: () => element.shadowRoot?.activeElement }
}

test('the login over a screen knows its person and asks for the password alone; what happened is announced', async () => {
  const { element, focused } = await expiredUnderForm('login')
  await expect.element(number).toHaveValue('20417')
  await expect.element(name).toHaveValue('anna@example.at')
  await expect.poll(focused).toBe(password.element())
  await expect.element(page.getByRole('alert')).toMatchTextContent('Ihre Sitzung ist abgelaufen.')
  expect(await axeViolations(element)).toEqual([])
})

test('it asks for the customer number as well where nobody has entered that on this page', async () => {
  const { focused } = await expiredUnderForm('cookie')
  await expect.element(number).toHaveValue('')
  await expect.element(name).toHaveValue('anna@example.at')
  await expect.poll(focused).toBe(number.element())
})
