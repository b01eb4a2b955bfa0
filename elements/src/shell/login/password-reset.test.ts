import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { axeViolations } from '../../../testing/axe.ts'
import { failure, mockBackend, mount, success, user } from '../../../testing/mock-backend.ts'

const call = 'POST /api/passwordreset'
const forgotten = page.getByRole('button', { name: 'Passwort vergessen?' })
const emailAddress = page.getByLabelText('E-Mail')
const customerNumber = page.getByLabelText('Kundennummer (optional)')
const send = page.getByRole('button', { name: 'Link senden' })

async function open(config: { features?: string[]; appKey?: string } = {}) {
  const backend = await mockBackend({ features: ['password-reset'], ...config })
  await backend.respond({ [call]: success(null) })
  const element = mount(backend.attributes)
  await expect.element(page.getByRole('button', { name: 'Anmelden' })).toBeVisible()
  return { backend, element }
}

test('a link is asked for with the address that was typed as user name, the focus is in the field that is empty, and the answer says nothing about it', async () => {
  const { backend, element } = await open()
  await page.getByLabelText('Benutzername').fill('anna@example.at')
  await forgotten.click()
  await expect.element(page.getByRole('form', { name: 'Passwort vergessen' })).toBeVisible()
  await expect.element(emailAddress).toHaveValue('anna@example.at')
  // As in the login, only what may be left out is marked.
  await expect.element(emailAddress).toBeRequired()
  expect(element.shadowRoot?.textContent).not.toContain('*')
  await expect.poll(() => element.shadowRoot?.activeElement).toBe(customerNumber.element())
  await userEvent.keyboard('{Enter}{Enter}')
  await expect.element(page.getByText(/^Wenn es zu dieser E-Mail-Adresse einen Zugang gibt/)).toBeVisible()
  expect(await backend.sentData(call)).toEqual([{ emailAddress: 'anna@example.at' }])
  await page.getByRole('button', { name: 'Zurück zur Anmeldung' }).click()
  await expect.element(page.getByLabelText('Benutzername')).toHaveValue('anna@example.at')
})

test('the way back of the browser leads to the login with what was typed, and the way forward to the form again', async () => {
  await open()
  await page.getByLabelText('Benutzername').fill('anna@example.at')
  await forgotten.click()
  await expect.element(send).toBeVisible()
  history.back()
  await expect.element(page.getByLabelText('Benutzername')).toHaveValue('anna@example.at')
  history.forward()
  await expect.element(emailAddress).toHaveValue('anna@example.at')
  await page.getByRole('button', { name: 'Zurück zur Anmeldung' }).click()
  await expect.element(page.getByLabelText('Benutzername')).toHaveValue('anna@example.at')
})

test('who is logged in elsewhere meanwhile finds the screen, and nothing of the form in its address', async () => {
  history.replaceState(null, '', '#/scripts')
  const { backend, element } = await open()
  await forgotten.click()
  await expect.element(send).toBeVisible()
  expect(location.hash).toBe('#/scripts?form=password')
  await backend.respond({ 'GET /api/webshopuser/getcurrentwebshopuser': user() })
  element.sessionToken = 'host-token'
  await expect.element(page.getByRole('heading', { level: 1, name: 'Skripte' })).toBeVisible()
  await expect.poll(() => location.hash).toBe('#/scripts')
})

test('the typed customer number and the shop are sent if there are any, and what is no address is not sent', async () => {
  const { backend, element } = await open({ appKey: 'sued' })
  await page.getByLabelText('Kundennummer').fill(' K-4711 ')
  await page.getByLabelText('Benutzername').fill('anna')
  await forgotten.click()
  await expect.poll(() => element.shadowRoot?.activeElement).toBe(emailAddress.element())
  await expect.element(customerNumber).toHaveValue('K-4711')
  await userEvent.keyboard('anna')
  await send.click()
  await expect.element(page.getByText('ungültige E-Mail Adresse')).toBeVisible()
  await expect.poll(() => element.shadowRoot?.activeElement).toBe(emailAddress.element())
  await emailAddress.fill('anna@example.at')
  await send.click()
  await expect.element(page.getByRole('heading', { name: 'Bitte sehen Sie in Ihr Postfach' })).toBeVisible()
  expect(await backend.sentData(call)).toEqual([
    { emailAddress: 'anna@example.at', customerNumber: 'K-4711', appKey: 'sued' }
  ])
})

test('a request that fails says why and keeps what was typed', async () => {
  const { backend } = await open()
  await backend.respond({ [call]: [failure(429, 'Bitte warten Sie 3 Minuten.'), failure(500)] })
  await forgotten.click()
  await emailAddress.fill('anna@example.at')
  await send.click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('Bitte warten Sie 3 Minuten.')
  await send.click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('Der Link konnte nicht gesendet werden.')
  await expect.element(emailAddress).toHaveValue('anna@example.at')
})

test('a backend that does not announce the feature offers no link', async () => {
  await open({ features: [] })
  await expect.element(forgotten).not.toBeInTheDocument()
})

test('axe finds nothing on the form and what follows it', async () => {
  const { element } = await open()
  await forgotten.click()
  expect(await axeViolations(element)).toEqual([])
  await emailAddress.fill('anna@example.at')
  await send.click()
  await expect.element(page.getByText(/^Wenn es zu dieser/)).toBeVisible()
  expect(await axeViolations(element)).toEqual([])
})
