import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { axeViolations } from '../../../testing/axe.ts'
import { submitLogin } from '../../../testing/login-form.ts'
import {
  failure,
  foreign,
  mockBackend,
  mount,
  mountLoggedIn,
  success,
  token,
  user
} from '../../../testing/mock-backend.ts'

const button = page.getByRole('button', { name: 'Anmelden' })
const alert = page.getByRole('alert')

async function form(config: Record<string, unknown> = {}) {
  const backend = await mockBackend(config)
  const element = mount(backend.attributes)
  await expect.element(button).toBeVisible()
  return { backend, element }
}

test("the server's sentences follow Login fehlgeschlagen, joined by commas", async () => {
  const { backend } = await form()
  await backend.respond({ 'POST /api/getToken': failure(401, 'Die Anmeldedaten sind falsch.', 'Bitte prüfen.') })
  await submitLogin()
  await expect.element(alert).toMatchTextContent('Login fehlgeschlagen: Die Anmeldedaten sind falsch., Bitte prüfen.')
})

test('after a failed login the password is selected to be typed again, as often as it fails', async () => {
  const { backend, element } = await form()
  await backend.respond({ 'POST /api/getToken': failure(401, 'Die Anmeldedaten sind falsch.') })
  const password = page.getByLabelText('Passwort', { exact: true })
  for (let time = 0; time < 2; time += 1) {
    await submitLogin()
    await expect.element(alert).toBeVisible()
    await expect.poll(() => element.shadowRoot!.activeElement).toBe(password.element())
    await expect.element(password).toHaveSelection('geheim1')
    // As a click on the button leaves it.
    ;(button.element() as HTMLElement).focus()
  }
})

test('without sentences the HTTP status text follows', async () => {
  const { backend } = await form()
  await backend.respond({ 'POST /api/getToken': { status: 503, body: 'x' } })
  await submitLogin()
  await expect.element(alert).toMatchTextContent('Login fehlgeschlagen: Service Unavailable')
})

const answered = (responseData: unknown, responseResult: unknown, more: object = {}) => ({
  body: JSON.stringify({ responseData, responseResult }),
  ...more
})
const given = { access_token: 't' }

test.each([
  ['an HTTP error whose status has no text', { status: 403, statusText: '' }, 'Forbidden'],
  ['an HTTP error of no standard', { status: 599, statusText: '' }, 'HTTP 599'],
  ['an HTTP error beside a token', answered(given, { HTTPReturnCode: 200 }, { status: 500 }), 'Internal Server Error'],
  ['a number of its own', answered(null, { HTTPReturnCode: 200, RESTReturnCode: 7, Errors: [] }), 'abgelehnt'],
  ['an HTTPReturnCode', answered(null, { HTTPReturnCode: 403, Errors: null }), 'abgelehnt'],
  ['a token without an HTTPReturnCode', answered(given, { RESTReturnCode: 0 }), 'abgelehnt'],
  ['a token without a result', answered(given, null), 'abgelehnt'],
  ['a token with another success', answered(given, { HTTPReturnCode: 202 }), 'abgelehnt'],
  ['no body', { body: '' }, 'abgelehnt'],
  ['a sentence and no token', answered({}, { HTTPReturnCode: 200, Errors: ['Gesperrt.'] }), 'Gesperrt.']
])('%s logs nobody in, and its reason is said', async (_, answer, reason) => {
  const { backend } = await form(foreign)
  await backend.respond({ 'POST /api/getToken': answer, 'GET /api/webshopuser/getcurrentwebshopuser': user() })
  await submitLogin()
  await expect.element(alert).toMatchTextContent(`Login fehlgeschlagen: ${reason}`)
})

test('a token with HTTPReturnCode 200 logs in, whatever is remarked beside it', async () => {
  const { backend } = await form(foreign)
  const remarked = { HTTPReturnCode: '200', RESTReturnCode: 9, Errors: ['Letzte Anmeldung gestern.'] }
  await backend.respond({ 'POST /api/getToken': answered(given, remarked) })
  await backend.respond({ 'GET /api/webshopuser/getcurrentwebshopuser': user() })
  await submitLogin()
  await expect.element(page.getByRole('heading', { name: 'Übersicht' })).toBeVisible()
})

test.each([
  ['no token', success({ expires_in: 1800 })],
  ['an empty one', success({ access_token: '' })],
  ['a blank one', success({ access_token: ' ' })],
  ['nothing', success(null)],
  ['no envelope', { body: '<h1>OK</h1>' }]
])('a server that takes the login and sends %s: that is said, not that there was no answer', async (_, answer) => {
  const { backend } = await form(foreign)
  await backend.respond({ 'POST /api/getToken': answer })
  await submitLogin()
  await expect
    .element(alert)
    .toMatchTextContent(
      'Login fehlgeschlagen: Der Server hat die Anmeldung angenommen, aber keinen Zugang (Token) gesendet.'
    )
})

test("an overloaded server's own sentence is shown", async () => {
  const { backend } = await form()
  await backend.respond({ 'POST /api/getToken': failure(429, 'Zu viele Versuche. Bitte warten Sie eine Minute.') })
  await submitLogin()
  await expect
    .element(alert)
    .toMatchTextContent('Login fehlgeschlagen: Zu viele Versuche. Bitte warten Sie eine Minute.')
})

test('a server that does not answer with its version counts as unreachable', async () => {
  const { backend } = await form()
  await backend.respond({ 'GET /api/getApiVersion': { status: 502 } })
  await submitLogin()
  await expect.element(alert).toMatchTextContent(`Server nicht erreichbar (${backend.api})`)
  expect(await backend.requests('POST /api/getToken')).toHaveLength(0)
})

test('a form with an empty field is not sent: the first of them says so and takes the focus', async () => {
  const { backend, element } = await form()
  const focused = () => element.shadowRoot?.activeElement
  const [customer, name, password] = [
    page.getByLabelText('Kundennummer'),
    page.getByLabelText('Benutzername'),
    page.getByLabelText('Passwort', { exact: true })
  ]
  const sentences = page.getByText(/^Bitte geben Sie Ihr(e Kundennummer|en Benutzernamen| Passwort) ein\.$/)
  await button.click()
  await expect.poll(focused).toBe(customer.element())
  expect(sentences.elements()).toHaveLength(3)
  await expect.element(password).toHaveAttribute('aria-invalid', 'true')
  await customer.fill('20417')
  await expect.poll(() => sentences.elements().length).toBe(2)
  await name.fill('  ')
  await button.click()
  await expect.poll(focused).toBe(name.element())
  await expect.element(name).toHaveAccessibleDescription('Bitte geben Sie Ihren Benutzernamen ein.')
  expect(await axeViolations(element)).toEqual([])
  expect(await backend.requests('POST /api/getToken')).toHaveLength(0)
})

test('Enter logs in, and pressing it twice logs in once', async () => {
  const { backend } = await form()
  await backend.respond({ 'POST /api/getToken': { hang: true } })
  await page.getByLabelText('Kundennummer').fill('20417')
  await page.getByLabelText('Benutzername').fill('anna@example.at')
  await page.getByLabelText('Passwort', { exact: true }).fill('geheim1')
  await userEvent.keyboard('{Enter}{Enter}')
  await expect.poll(async () => (await backend.requests('POST /api/getToken')).length).toBe(1)
  await expect.element(button).toHaveAttribute('aria-busy', 'true')
  await userEvent.keyboard('{Enter}')
  expect(await backend.requests('POST /api/getToken')).toHaveLength(1)
})

test('the password can be shown, and a password manager knows the fields', async () => {
  await form()
  const password = page.getByLabelText('Passwort', { exact: true })
  await expect.element(password).toHaveAttribute('type', 'password')
  await expect.element(password).toHaveAttribute('autocomplete', 'current-password')
  await expect.element(page.getByLabelText('Benutzername')).toHaveAttribute('autocomplete', 'username')
  // The field has no token of autofill: none means a customer number; that of a company's name would have browsers fill
  // that in. It may hold letters.
  await expect.element(page.getByLabelText('Kundennummer')).not.toHaveAttribute('autocomplete')
  await expect.element(page.getByLabelText('Kundennummer')).not.toHaveAttribute('inputmode')
  await page.getByRole('button', { name: 'Passwort anzeigen' }).click()
  await expect.element(password).toHaveAttribute('type', 'text')
  await expect.element(page.getByRole('button', { name: 'Passwort anzeigen' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Passwort verbergen' }).click()
  await expect.element(password).toHaveAttribute('type', 'password')
})

test('after the login the screen that was asked for is shown', async () => {
  history.replaceState(null, '', '#/invoices')
  const { backend } = await form()
  await backend.respond({ 'POST /api/getToken': token('t'), 'GET /api/webshopuser/getcurrentwebshopuser': user() })
  await submitLogin()
  await expect.element(page.getByRole('heading', { name: 'Rechnungen', level: 1 })).toBeVisible()
})

test('a link to the page fills in customer number and user behind the #, of which the address keeps nothing', async () => {
  const login = new URLSearchParams({ customerNumber: '20417', userName: 'anna+kurs@example.at' })
  history.replaceState({ host: 1 }, '', `#login?${login.toString()}`)
  const { element } = await form()
  await expect.element(page.getByLabelText('Kundennummer')).toHaveValue('20417')
  await expect.element(page.getByLabelText('Benutzername')).toHaveValue('anna+kurs@example.at')
  const password = page.getByLabelText('Passwort', { exact: true }).element()
  await expect.poll(() => element.shadowRoot?.activeElement).toBe(password)
  expect(location.hash).toBe('')
  expect(history.state).toMatchObject({ host: 1 })
})

test.each([
  ['password', 'Ihr Passwort ist gespeichert. Melden Sie sich jetzt damit an.'],
  ['email', 'Ihre neue E-Mail-Adresse ist bestätigt. Melden Sie sich jetzt mit ihr an.']
])('a link of the page on which a %s was changed has the login say so, until a login fails', async (done, sentence) => {
  history.replaceState(null, '', `#login?customerNumber=20417&userName=anna%40example.at&done=${done}`)
  const { backend } = await form()
  await expect.element(alert).toMatchTextContent(sentence)
  await backend.respond({ 'POST /api/getToken': failure(401, 'Falsch') })
  await page.getByLabelText('Passwort', { exact: true }).fill('x')
  await userEvent.keyboard('{Enter}')
  await expect.element(alert).toMatchTextContent('Login fehlgeschlagen: Falsch')
})

test('a page whose person is logged in keeps nothing of such a link in its address either', async () => {
  history.replaceState(null, '', '#login?customerNumber=20417&userName=anna%40example.at')
  await mountLoggedIn('admin')
  await expect.element(page.getByRole('button', { name: 'Abmelden' })).toBeInTheDocument()
  await expect.poll(() => location.hash).not.toContain('anna')
})

test('a link with another word for what was done has the login say nothing', async () => {
  history.replaceState(null, '', '#login?customerNumber=20417&userName=anna%40example.at&done=%3Cb%3E')
  await form()
  await expect.element(page.getByLabelText('Kundennummer')).toHaveValue('20417')
  await expect.element(alert).not.toBeInTheDocument()
})

test.each(['#login', '#login?userName=%E0%A4', '#anker?customerNumber=20417'])(
  'an address with %s fills in no customer number, and the page keeps its focus',
  async (hash) => {
    history.replaceState(null, '', hash)
    await form()
    await expect.element(page.getByLabelText('Kundennummer')).toHaveValue('')
    expect(document.activeElement).toBe(document.body)
  }
)

test('passkeys of a backend on another origin, which the browser would refuse, are not offered', async () => {
  const backend = await mockBackend({ features: ['passkeys'] })
  expect(new URL(backend.api, document.baseURI).origin).not.toBe(location.origin)
  mount(backend.attributes)
  await expect.element(button).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Mit Passkey anmelden' })).not.toBeInTheDocument()
})
