import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { axeViolations } from '../../../testing/axe.ts'
import { submitLogin } from '../../../testing/login-form.ts'
import { failure, mockBackend, mount, noteLogin, success, token, user } from '../../../testing/mock-backend.ts'
import { stubUnsavedForm } from '../../../testing/unsaved-form.tsx'

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
  return { backend, element, focused: () => element.shadowRoot?.activeElement }
}

test('the login over a screen knows its person and asks for the password alone; what happened is announced', async () => {
  const { element, focused } = await expiredUnderForm('login')
  const dialog = page.getByRole('dialog', { name: 'Anmeldung' })
  const account = dialog.getByRole('textbox', { name: 'Konto:' })
  await expect.element(account).toHaveValue('anna@example.at')
  await expect.element(account).toHaveAttribute('readonly')
  await expect.element(account).toHaveAttribute('autocomplete', 'username')
  await expect.element(number).not.toBeInTheDocument()
  await expect.element(name).not.toBeInTheDocument()
  await expect.poll(focused).toBe(password.element())
  await expect.element(page.getByRole('alert')).toMatchTextContent('Ihre Sitzung ist abgelaufen.')
  expect(await axeViolations(element)).toEqual([])
})

test('at the login of a page whose token ended with the change that a link speaks of, there is this one sentence alone', async () => {
  history.replaceState(null, '', '#login?customerNumber=20417&userName=anna%40example.at&done=password')
  mount({ ...(await mockBackend()).attributes, 'session-token': 'ended' })
  await expect.element(page.getByRole('alert')).toMatchTextContent(/^Ihr Passwort ist gespeichert\./)
  await expect.element(expired).not.toBeInTheDocument()
})

test('it asks for the customer number as well where nobody has entered that on this page, and names the user all the same', async () => {
  const { focused } = await expiredUnderForm('cookie')
  const dialog = page.getByRole('dialog', { name: 'Anmeldung' })
  await expect.element(dialog.getByRole('textbox', { name: 'Konto:' })).toHaveValue('anna@example.at')
  await expect.element(name).not.toBeInTheDocument()
  await expect.element(number).toHaveValue('')
  await expect.poll(focused).toBe(number.element())
  await page.getByRole('button', { name: 'Anderes Konto' }).click()
  await expect.element(name).toHaveValue('')
})

test('number and password are enough where a cookie has begun the session, and the save goes on', async () => {
  const { backend, focused } = await expiredUnderForm('cookie')
  await backend.respond({ 'POST /api/getToken': token('second'), 'PUT /api/webshopuser': success({ VERSION: 2 }) })
  await expect.poll(focused).toBe(number.element())
  await userEvent.keyboard('20417')
  await password.fill('geheim1')
  await userEvent.keyboard('{Enter}')
  await expect.element(expired).not.toBeInTheDocument()
  const again = await backend.requests('POST /api/getToken').then((calls) => calls.at(-1))
  expect(again?.body).toContain('customerNumber=20417&userName=anna%40example.at&password=geheim1')
})

test('the login is a dialog in the middle of the window, also within a transformed box; Tab stays in it, Escape loses nothing', async () => {
  document.body.style.transform = 'translateY(300px)'
  const { element, focused } = await expiredUnderForm('login')
  const dialog = page.getByRole('dialog', { name: 'Anmeldung' })
  const middle = () => {
    const { top, bottom, left, right } = dialog.element().getBoundingClientRect()
    return [Math.round((left + right - innerWidth) / 2), Math.round((top + bottom - innerHeight) / 2)].map(Math.abs)
  }
  await expect.poll(middle).toEqual([0, 0])
  await userEvent.keyboard('{Escape}{Escape}{Escape}')
  await expect.element(password).toBeVisible()
  for (let step = 0; step < 8; step += 1) {
    await userEvent.keyboard('{Tab}')
    if (document.activeElement === element) expect(dialog.element().contains(focused() ?? null)).toBe(true)
  }
  await expect.element(page.getByLabelText('Eingabe')).toHaveValue('halb ausgefüllt')
})

test('the person logs in with the password alone, and the save goes on', async () => {
  const { backend } = await expiredUnderForm('login')
  await backend.respond({ 'POST /api/getToken': token('second'), 'PUT /api/webshopuser': success({ VERSION: 2 }) })
  await password.fill('geheim1')
  await userEvent.keyboard('{Enter}')
  await expect.element(expired).not.toBeInTheDocument()
  const [, again] = await backend.requests('POST /api/getToken').then((calls) => calls.slice(-2))
  expect(again?.body).toContain('customerNumber=20417&userName=anna%40example.at&password=geheim1')
  await expect.poll(async () => (await backend.requests('PUT /api/webshopuser')).length).toBe(2)
})
