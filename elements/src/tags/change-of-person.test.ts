import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { authorizations, heading, loggedInAs, person, place, tokenOf, whoAmI } from '../../testing/changing-page.ts'
import { drawing, drawingRoot, model, modelResponse } from '../../testing/event-layers.ts'
import { holdFirstResponse } from '../../testing/hold-responses.ts'
import { submitLogin } from '../../testing/login-form.ts'
import { failure, mockBackend, noteLogin, success, token } from '../../testing/mock-backend.ts'
import { stubUnsavedForm } from '../../testing/unsaved-form.tsx'
import { maxDrawDelay } from '../shell/first-paint/boot.ts'

test('fetchToken that becomes null ends the session, and the function of the next person is asked', async () => {
  const { backend, element, events } = await place({ fetchToken: tokenOf('anna') })
  await expect.poll(() => events).toEqual(['session-start'])
  element.fetchToken = null
  await expect.element(heading('Anmeldung')).toBeVisible()
  await expect.poll(() => events).toEqual(['session-start', 'session-end'])
  element.fetchToken = tokenOf('berta')
  await expect.element(loggedInAs('berta')).toBeVisible()
  expect(await authorizations(backend, whoAmI)).toEqual(['anna', 'berta'])
  // The page's tokens are the page's to revoke.
  expect(await backend.requests('POST /api/revokeToken')).toEqual([])
})

test('null before there was a function leaves a kept session alone', async () => {
  const backend = await mockBackend()
  await backend.respond({ [whoAmI]: person('anna') })
  noteLogin(backend)
  const { element, events } = await place({ fetchToken: null }, 'customer-center', backend.attributes)
  await expect.poll(() => events).toEqual(['session-start'])
  element.fetchToken = null
  location.hash = '#/scripts'
  await expect.element(page.getByText('Keine Skripte verfügbar.')).toBeVisible()
  await expect.element(loggedInAs('anna')).toBeVisible()
  expect(events).toEqual(['session-start'])
})

test('restart ends the session at the backend and asks fetchToken anew', async () => {
  const names = ['anna', 'berta']
  const fetchToken = vi.fn(async () => names.shift() ?? null)
  const { backend, element, events } = await place({ fetchToken })
  await expect.poll(() => events).toEqual(['session-start'])
  await element.restart()
  await expect.element(loggedInAs('berta')).toBeVisible()
  expect(fetchToken).toHaveBeenCalledTimes(2)
  await expect.poll(() => authorizations(backend, 'POST /api/revokeToken')).toEqual(['anna'])
  await expect.poll(() => events).toEqual(['session-start', 'session-end', 'session-start'])
})

test.each([
  [
    'a new session-token',
    (element: HTMLElementTagNameMap['customer-center']) => {
      element.sessionToken = 'berta'
      return element.restart()
    }
  ],
  [
    'restart',
    async (element: HTMLElementTagNameMap['customer-center']) => {
      await element.restart()
      element.sessionToken = 'berta'
    }
  ]
])('a page that gives a session-token and restarts for it is followed, whatever comes first: %s', async (_, change) => {
  const { backend, element, events } = await place({ sessionToken: 'anna' })
  await expect.poll(() => events).toEqual(['session-start'])
  await change(element)
  await expect.element(loggedInAs('berta')).toBeVisible()
  await expect.poll(() => events).toEqual(['session-start', 'session-end', 'session-start'])
  location.hash = '#/scripts'
  await expect.element(page.getByText('Keine Skripte verfügbar.')).toBeVisible()
  expect(await authorizations(backend, 'GET /api/eventmanager/documentsbysubscriber')).toEqual(['berta'])
  expect(await authorizations(backend, 'POST /api/revokeToken')).toEqual(['anna'])
  expect(events).toHaveLength(3)
})

test('restart drops lists, open dialogs, half-filled forms and stored jobs of the person before', async () => {
  stubUnsavedForm()
  const { backend, element } = await place({ fetchToken: tokenOf('anna') })
  await expect.element(loggedInAs('anna')).toBeVisible()
  const jobs = `customer-center:jobs:${backend.api}:1-2`
  sessionStorage.setItem(jobs, '{}')
  location.hash = '#/mydata/userprofile'
  await page.getByLabelText('Eingabe').fill('halb ausgefüllt')
  location.hash = '#/scripts'
  await expect.element(page.getByRole('alertdialog')).toBeVisible()
  await element.restart()
  await expect.element(loggedInAs('berta')).toBeVisible()
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  await expect.element(page.getByLabelText('Eingabe')).toHaveValue('')
  expect(sessionStorage.getItem(jobs)).toBeNull()
})

test('what one person wanted to save is not repeated for the next one after a restart', async () => {
  stubUnsavedForm()
  const { backend, element } = await place({ fetchToken: tokenOf('anna') })
  await backend.respond({ 'PUT /api/webshopuser': failure(401) })
  const arrive = holdFirstResponse('/api/webshopuser')
  await expect.element(loggedInAs('anna')).toBeVisible()
  location.hash = '#/mydata/userprofile'
  await page.getByLabelText('Eingabe').fill('von Anna')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect.poll(() => backend.requests('PUT /api/webshopuser')).toHaveLength(1)
  element.fetchToken = tokenOf('berta')
  await element.restart()
  await expect.element(loggedInAs('berta')).toBeVisible()
  await backend.respond({ 'PUT /api/webshopuser': success({}) })
  arrive()
  location.hash = '#/'
  await expect.element(heading('Übersicht')).toBeVisible()
  expect(await authorizations(backend, 'PUT /api/webshopuser')).toEqual(['anna'])
})

test('an answer for the person before that comes after a restart is not shown', async () => {
  const { backend, element } = await place({})
  await backend.respond({ [whoAmI]: [{ ...person('anna'), chunkDelayMs: 60 }, person('berta')] })
  element.fetchToken = tokenOf('anna')
  await expect.poll(() => backend.requests(whoAmI)).toHaveLength(1)
  element.fetchToken = tokenOf('berta')
  await element.restart()
  await expect.element(loggedInAs('berta')).toBeVisible()
  await new Promise((resolve) => setTimeout(resolve, 700))
  await expect.element(loggedInAs('anna')).not.toBeInTheDocument()
})

test('a list that is read for a person before the screen is drawn is not read on for nobody after a logout', async () => {
  history.replaceState(null, '', '#/scripts')
  const call = 'GET /api/eventmanager/documentsbysubscriber'
  const arrive = holdFirstResponse('/documentsbysubscriber')
  const { ms } = maxDrawDelay
  let reads = 0
  Object.defineProperty(maxDrawDelay, 'ms', {
    configurable: true,
    get: () => {
      reads += 1
      // The second wait is that for the list, which has begun when the page logs the person out.
      if (reads === 2) void element.logout()
      // The first one is that for the person, who must be known before the list is read.
      return reads === 1 ? 10_000 : 0
    }
  })
  onTestFinished(() => void Object.defineProperty(maxDrawDelay, 'ms', { value: ms, writable: true }))
  const { backend, element } = await place({}, 'customer-center', { 'session-token': 'anna' })
  await expect.element(heading('Anmeldung')).toBeVisible()
  expect(reads).toBe(2)
  arrive()
  await backend.respond({ 'POST /api/getToken': token('berta') })
  await submitLogin()
  await expect.element(loggedInAs('berta')).toBeVisible()
  await expect.element(page.getByText('Keine Skripte verfügbar.')).toBeVisible()
  expect(await authorizations(backend, call)).toEqual(['anna', 'berta'])
})

test('logout ends the session at the backend, also that of the login form', async () => {
  const { backend, element, events } = await place({})
  await backend.respond({ 'POST /api/getToken': token('anna') })
  await submitLogin()
  await expect.element(loggedInAs('anna')).toBeVisible()
  await element.logout()
  await expect.element(heading('Anmeldung')).toBeVisible()
  await expect.poll(() => authorizations(backend, 'POST /api/revokeToken')).toEqual(['anna'])
  await expect.poll(() => events).toEqual(['session-start', 'session-end'])
})

test('with hide-logout the menu has no log-out while the session came from the page, and has one after a login', async () => {
  const { backend, element } = await place({ fetchToken: tokenOf('anna') }, 'customer-center', { 'hide-logout': '' })
  const logOut = page.getByRole('button', { name: 'Abmelden' })
  await expect.element(loggedInAs('anna')).toBeVisible()
  await expect.element(logOut).not.toBeInTheDocument()
  element.hideLogout = false
  await expect.element(logOut).toBeVisible()
  element.hideLogout = true
  await expect.element(logOut).not.toBeInTheDocument()
  element.fetchToken = null
  await backend.respond({ 'POST /api/getToken': token('berta') })
  await submitLogin()
  await expect.element(loggedInAs('berta')).toBeVisible()
  await expect.element(logOut).toBeVisible()
})

test('somebody whom the shop knows and the customer center does not gets a sentence instead of the login', async () => {
  const { element, events } = await place({ fetchToken: async () => ({ token: null }) })
  await expect.element(page.getByText('Sie sind hier noch nicht bekannt.', { exact: false })).toBeVisible()
  await expect.element(page.getByLabelText('Kundennummer')).not.toBeInTheDocument()
  await expect.poll(() => events).toEqual([])
  element.fetchToken = tokenOf('anna')
  await expect.element(loggedInAs('anna')).toBeVisible()
})

test('a drawing, too, says that somebody is unknown here, and asks for a login once nobody is vouched for', async () => {
  const { backend, element } = await place({ fetchToken: async () => ({ token: null }) }, 'event-layers', {
    'model-id': 'saal-1'
  })
  const unknown = page.getByText('Sie sind hier noch nicht bekannt.', { exact: false })
  const login = page.getByText('Bitte melden Sie sich an, um den Plan zu sehen.')
  await expect.element(unknown).toBeVisible()
  await expect.element(login).not.toBeInTheDocument()
  element.fetchToken = null
  await expect.element(login).toBeVisible()
  await expect.element(unknown).not.toBeInTheDocument()
  await backend.respond({ [model]: modelResponse(drawing('<circle r="3"/>')) })
  element.fetchToken = tokenOf('anna')
  await expect.poll(() => drawingRoot(element)?.querySelector('circle')).not.toBeNull()
})

test('however many tokens of the page are refused, session-expired is fired once', async () => {
  const { backend, element, events } = await place({ sessionToken: 'old' }, 'customer-center', {}, failure(401))
  await expect.element(heading('Anmeldung')).toBeVisible()
  await expect.poll(() => events).toEqual(['session-expired'])
  element.sessionToken = 'older'
  await expect.poll(() => authorizations(backend, whoAmI)).toContain('older')
  await expect.element(heading('Anmeldung')).toBeVisible()
  // An event comes a moment after the view of its answer, and before the event of the next answer.
  await backend.respond({ [whoAmI]: person('anna') })
  element.sessionToken = 'good'
  await expect.element(loggedInAs('anna')).toBeVisible()
  await expect.poll(() => events).toContain('session-start')
  expect(events).toEqual(['session-expired', 'session-start'])
})

test('a token of the page that is refused under a half-filled form leaves the input', async () => {
  stubUnsavedForm()
  const { backend, element, events } = await place({ sessionToken: 'anna' })
  await expect.element(loggedInAs('anna')).toBeVisible()
  location.hash = '#/mydata/userprofile'
  await page.getByLabelText('Eingabe').fill('halb ausgefüllt')
  await backend.respond({ [whoAmI]: failure(401) })
  element.sessionToken = 'second'
  await expect.element(page.getByText('Ihre Sitzung ist abgelaufen.', { exact: false })).toBeVisible()
  element.sessionToken = 'third'
  await expect.poll(() => authorizations(backend, whoAmI)).toEqual(['anna', 'second', 'third'])
  await expect.element(page.getByLabelText('Eingabe')).toHaveValue('halb ausgefüllt')
  expect(events).toEqual(['session-start', 'session-expired'])
})

test('<customer-contact>: restart closes the form, and null ends the session', async () => {
  const { element, events } = await place({ fetchToken: tokenOf('anna') }, 'customer-contact')
  await page.getByRole('button', { name: 'Neuen Teilnehmer erstellen' }).click()
  await expect.element(page.getByRole('heading', { level: 2 })).toBeVisible()
  await element.restart()
  await expect.element(page.getByRole('button', { name: 'Neuen Teilnehmer erstellen' })).toBeVisible()
  await expect.poll(() => events).toEqual(['session-start', 'session-end', 'session-start'])
  element.fetchToken = null
  await expect.poll(() => events.at(-1)).toBe('session-end')
})

test('<event-layers>: null ends the session, and restart draws for the next person', async () => {
  const { backend, element } = await place({}, 'event-layers', { 'model-id': 'saal' })
  await backend.respond({ [model]: modelResponse(drawing('<circle r="3"/>')), [whoAmI]: person('anna') })
  const names = ['anna', 'berta', 'carla']
  element.fetchToken = async () => names.shift() ?? null
  await expect.poll(() => drawingRoot(element)).not.toBeNull()
  await element.restart()
  await expect.poll(() => authorizations(backend, model)).toEqual(['anna', 'berta'])
  expect(await authorizations(backend, 'POST /api/revokeToken')).toEqual(['anna'])
  element.fetchToken = null
  await expect.poll(() => drawingRoot(element)).toBeNull()
  await expect.element(page.getByText('melden Sie sich an', { exact: false })).toBeVisible()
})
