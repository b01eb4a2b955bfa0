import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { failureEnvelope, loginTooOld } from '@customer-center/contract/envelope'
import { fieldDescriptor } from '../../../testing/field-descriptor.ts'
import { submitLogin } from '../../../testing/login-form.ts'
import { mockBackend, type MockResponse, mount, success, token, user } from '../../../testing/mock-backend.ts'
import { loginMark } from '../../client/login-memory.ts'

const read = 'GET /api/webshopuser/getcurrentwebshopuser'
const write = 'PUT /api/webshopuser'
const reason = 'Bitte melden Sie sich für diese Änderung noch einmal an.'
const tooOld: MockResponse = { status: 401, body: JSON.stringify(failureEnvelope(401, loginTooOld, [reason])) }

async function openProfile(answers: Record<string, MockResponse | MockResponse[]>) {
  location.hash = '#/mydata/userprofile'
  const backend = await mockBackend({ features: ['sessions', 'calendar'] })
  mount(backend.attributes)
  await expect.element(page.getByRole('heading', { name: 'Anmeldung' })).toBeVisible()
  await backend.respond({
    [read]: user(),
    'POST /api/getToken': [token('first'), token('second')],
    ...answers
  })
  await submitLogin()
  return backend
}

/** Enters a new password for which the server wants a fresh login. */
async function changedLate() {
  const backend = await openProfile({ [write]: [tooOld, success({ VERSION: 4 })] })
  await page.getByRole('textbox', { name: 'Neues Passwort' }).fill('Sommer-26')
  await page.getByRole('textbox', { name: 'Passwort wiederholen' }).fill('Sommer-26')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent(reason)
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

test('the login that was too old is revoked once there is a new one, whose cookie the answer leaves', async () => {
  const revoke = 'POST /api/revokeToken'
  const backend = await changedLate()
  expect(await backend.requests(revoke)).toEqual([])
  const sent = vi.spyOn(globalThis, 'fetch')
  await submitLogin()
  const revoked = async () => (await backend.requests(revoke)).map(({ headers }) => headers['authorization'])
  await expect.poll(revoked).toEqual(['first'])
  const modes = (path: string) =>
    sent.mock.calls.flatMap(([url, init]) => (url === backend.api + path ? [init?.credentials] : []))
  expect([modes('/getToken'), modes('/revokeToken')]).toEqual([['include'], ['omit']])
  // The save leads there, and would lead the next test there.
  await expect.element(page.getByRole('heading', { level: 1, name: 'Meine Daten' })).toBeVisible()
})

test('any other save that a backend refuses so opens the login with its reason, renews nothing before, and is saved after it', async () => {
  const save = 'PUT /api/customer'
  const backend = await openProfile({
    'GET /api/customer': success({ KND_NACHNAME: 'Alt GmbH' }),
    'GET /api/webshop/customerfields': success([fieldDescriptor('KND_NACHNAME', 'Firmenname')]),
    'GET /api/webshop/getPossibleValues': success({}),
    [save]: [tooOld, success({})]
  })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Benutzerprofil' })).toBeVisible()
  location.hash = '#/mydata/companydata'
  await page.getByRole('textbox', { name: 'Firmenname' }).fill('Neu GmbH')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent(reason)
  expect(await backend.requests('POST /api/getToken')).toHaveLength(1)
  await submitLogin()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Meine Daten' })).toBeVisible()
  expect((await backend.requests(save)).map(({ headers }) => headers['authorization'])).toEqual(['first', 'second'])
})

test('who does not log in again for a change is logged out, on the server too', async () => {
  const backend = await changedLate()
  await page.getByRole('button', { name: 'Verwerfen und abmelden' }).click()
  await expect.element(page.getByRole('heading', { name: 'Anmeldung' })).toBeVisible()
  await expect
    .poll(async () => (await backend.requests('POST /api/revokeToken')).map(({ headers }) => headers['authorization']))
    .toEqual(['first'])
})

test('a login that is too old has not ended: a reload finds it, until it is discarded', async () => {
  const { api } = await changedLate()
  expect(localStorage.getItem(loginMark + api)).toBe('1')
  await page.getByRole('button', { name: 'Verwerfen und abmelden' }).click()
  await expect.element(page.getByRole('heading', { name: 'Anmeldung' })).toBeVisible()
  expect(localStorage.getItem(loginMark + api)).toBeNull()
})

const session = { sessionId: 'a', device: 'Firefox auf Windows', lastUsedAt: '2026-11-22T12:00:00Z', isCurrent: true }
const others = ['Safari auf iPhone', 'Safari auf iPad'].map((device) => {
  return { ...session, sessionId: device, device, isCurrent: false }
})

test.each([
  ['the end of a session', 'POST /api/sessions/end', 'Safari auf iPhone abmelden', null],
  ['the end of all others', 'POST /api/sessions/endothers', 'Alle anderen Geräte abmelden', null],
  ['a calendar address', 'POST /api/calendar/feed/renew', 'Neue Adresse anlegen', { url: '../kalender/x.ics' }],
  ['its sight again', 'POST /api/calendar/feed/show', 'Adresse anzeigen', { url: '../kalender/x.ics' }]
])('%s that needs a new login opens it with the server’s reason, and comes after it', async (_, call, name, data) => {
  const backend = await openProfile({
    'GET /api/sessions': success([session, ...others]),
    'GET /api/calendar/feed': success({ exists: true, canBeShown: true }),
    [call]: [tooOld, success(data)]
  })
  await page.getByRole('button', { name, exact: true }).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent(reason)
  await submitLogin()
  await expect
    .poll(async () => (await backend.requests(call)).map(({ headers }) => headers['authorization']))
    .toEqual(['first', 'second'])
})

const typeIn = (name: string | RegExp, value: string) => page.getByRole('textbox', { name }).fill(value)
const changes: readonly [what: string, call: string, click: string, type?: () => Promise<void>][] = [
  ['a password', write, 'Speichern', () => enterPassword()],
  ['an e-mail address', write, 'Speichern', () => typeIn(/^E-Mail/, 'neu@example.at')],
  ['the end of a session', 'POST /api/sessions/end', 'Safari auf iPhone abmelden'],
  ['the end of all others', 'POST /api/sessions/endothers', 'Alle anderen Geräte abmelden'],
  ['a calendar address', 'POST /api/calendar/feed/renew', 'Neue Adresse anlegen'],
  ['its sight again', 'POST /api/calendar/feed/show', 'Adresse anzeigen'],
  ['a copy of the own data', 'POST /api/function/start', 'Kopie erstellen']
]

async function enterPassword() {
  await typeIn('Neues Passwort', 'Sommer-26')
  await typeIn('Passwort wiederholen', 'Sommer-26')
}

test.each(changes)('in a session of the page’s, %s that needs a new login shows none', async (_, call, click, type) => {
  location.hash = '#/mydata/userprofile'
  const backend = await mockBackend({ features: ['sessions', 'calendar', 'data-copy', 'jobs'] })
  await backend.respond({
    [read]: user(),
    'GET /api/sessions': success([session, ...others]),
    'GET /api/calendar/feed': success({ exists: true, canBeShown: true }),
    'GET /api/function/list': success([]),
    [call]: tooOld
  })
  const expired = vi.fn<() => void>()
  const element = mount({ ...backend.attributes, 'session-token': 'page' })
  element.addEventListener('session-expired', expired)
  const button = page.getByRole('button', { name: click, exact: true })
  await expect.element(page.getByRole('textbox', { name: 'E-Mail' })).toBeVisible()
  await type?.()
  await button.click()
  await expect.element(page.getByText(/öffnen Sie diese Seite noch einmal aus dem Shop/).first()).toBeVisible()
  await expect.element(page.getByLabelText('Kundennummer')).not.toBeInTheDocument()
  expect(expired).not.toHaveBeenCalled()
  if (call !== write) return
  await page.getByRole('button', { name: 'OK' }).click()
  await expect.element(button).toBeEnabled()
})
