import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { failureEnvelope } from '@customer-center/contract/envelope'
import { axeViolations } from '../../../testing/axe.ts'
import { openContactForm } from '../../../testing/contact-form.ts'
import {
  mockBackend,
  type MockResponse,
  type MockResponses,
  mount,
  mountLoggedIn,
  refusal,
  success,
  user,
  noteLogin
} from '../../../testing/mock-backend.ts'

const profile = 'GET /api/webshopuser/getcurrentwebshopuser'
const write = 'PUT /api/webshopuser'
const sentence = 'Bitte ändern Sie zuerst Ihr Passwort.'
const mustChange: MockResponse = { status: 403, body: JSON.stringify(failureEnvelope(403, 111, [sentence])) }

const heading = page.getByRole('heading', { level: 1, name: 'Neues Passwort' })
const password = page.getByRole('textbox', { name: 'Neues Passwort' })
const repeat = page.getByRole('textbox', { name: 'Passwort wiederholen' })
const save = page.getByRole('button', { name: 'Speichern' })

async function open(answers: MockResponses = {}) {
  const responses = { [profile]: mustChange, [write]: success({ VERSION: 2 }), ...answers }
  const { backend, element } = await mountLoggedIn('contact', {}, responses)
  await expect.element(heading).toBeVisible()
  return { backend, element }
}

test('whoever logs in with a generated password is asked for a new one, and then gets the overview', async () => {
  const { backend, element } = await open()
  await expect.element(page.getByText(sentence)).toBeVisible()
  await expect.element(page.getByRole('navigation')).not.toBeInTheDocument()
  expect(await axeViolations(element)).toEqual([])
  await password.fill('Sommer-26')
  await repeat.fill('Sommer-26')
  await backend.respond({ [profile]: user('contact') })
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Übersicht' })).toBeVisible()
  const [call] = await backend.requests(write)
  expect(JSON.parse(call?.body ?? '')).toEqual({ data: { WSU_PASSWORT: 'Sommer-26' } })
})

test('an empty, a short and a differing password are not sent; the first wrong field gets the focus', async () => {
  const { backend, element } = await open()
  await save.click()
  await expect.element(page.getByText('Bitte füllen Sie dieses Feld aus.').first()).toBeVisible()
  await expect.poll(() => element.shadowRoot?.activeElement).toBe(password.element())
  await password.fill('kurz')
  await repeat.fill('anders')
  await save.click()
  await expect.element(page.getByText('Passwort muss mindestens 6 Zeichen lang sein')).toBeVisible()
  await expect.element(page.getByText('Passwort ist unterschiedlich')).toBeVisible()
  expect(await backend.requests(write)).toEqual([])
})

test('a password that the server refuses is said in its words', async () => {
  const same = refusal(106, ['Das neue Passwort muss sich vom alten unterscheiden.'])
  await open({ [write]: same })
  await password.fill('Sommer-26')
  await repeat.fill('Sommer-26')
  await save.click()
  await expect
    .element(page.getByRole('alertdialog'))
    .toHaveAccessibleDescription('Das neue Passwort muss sich vom alten unterscheiden.')
})

test('Abmelden leads back to the login', async () => {
  await open()
  await page.getByRole('button', { name: 'Abmelden' }).click()
  await expect.element(page.getByRole('heading', { name: 'Anmeldung' })).toBeVisible()
})

test('after a reload, with the cookie alone, the form is there again', async () => {
  const backend = await mockBackend()
  await backend.respond({ [profile]: mustChange })
  noteLogin(backend)
  mount(backend.attributes)
  await expect.element(heading).toBeVisible()
})

const contacts = 'GET /api/contact'
const chosen = async () => {
  await password.last().fill('Sommer-26')
  await repeat.last().fill('Sommer-26')
  await save.last().click()
}

test('a password that must be changed in mid-session: the call that was refused goes on after the change', async () => {
  const { backend, element } = await mountLoggedIn('admin')
  await backend.respond({ [contacts]: [mustChange, success([])], [write]: success({ VERSION: 2 }) })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Übersicht' })).toBeVisible()
  location.hash = '#/mydata/contacts'
  await expect.element(heading).toBeVisible()
  await expect.element(page.getByText(sentence)).toBeVisible()
  expect(await axeViolations(element)).toEqual([])
  await chosen()
  await expect.element(page.getByText('Keine Kontakte vorhanden.').first()).toBeVisible()
  await expect.element(heading).not.toBeInTheDocument()
  expect(await backend.requests(contacts)).toHaveLength(2)
})

test('a save that is refused until the password is changed keeps its input, is made after it, and gets the focus back', async () => {
  history.replaceState(null, '', '#/mydata/contacts')
  const { backend, element } = await openContactForm({ answers: { [write]: success({ VERSION: 2 }) } })
  await backend.respond({ 'PUT /api/contact': [mustChange, success({ ASP_PVAID: 7 })] })
  await page.getByLabelText('Ort', { exact: true }).fill('Krems')
  await save.click()
  await expect.element(heading).toBeVisible()
  await expect.element(page.getByLabelText('Ort', { exact: true })).toHaveValue('Krems')
  const covered = element.shadowRoot?.querySelector('.kc-content')
  expect(covered?.hasAttribute('inert')).toBe(true)
  await chosen()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Kontakte' })).toBeVisible()
  const saves = await backend.requests('PUT /api/contact')
  expect(saves.map((call) => JSON.parse(call.body))).toEqual([
    { data: expect.objectContaining({ ASP_ORT: 'Krems' }) },
    { data: expect.objectContaining({ ASP_ORT: 'Krems' }) }
  ])
})

test('whoever logs out instead of choosing a password leaves nothing waiting', async () => {
  const { backend } = await mountLoggedIn('admin')
  await backend.respond({ [contacts]: mustChange })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Übersicht' })).toBeVisible()
  location.hash = '#/mydata/contacts'
  await expect.element(heading).toBeVisible()
  await page.getByRole('button', { name: 'Abmelden' }).last().click()
  await expect.element(page.getByRole('heading', { name: 'Anmeldung' })).toBeVisible()
  await expect.element(heading).not.toBeInTheDocument()
  expect(await backend.requests(contacts)).toHaveLength(1)
})
