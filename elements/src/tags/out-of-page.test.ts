import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { authorizations, loggedInAs, person, place, tokenOf, whoAmI } from '../../testing/changing-page.ts'
import { list, manyContacts } from '../../testing/contacts.ts'
import { model } from '../../testing/event-layers.ts'
import { failure, mountLoggedIn, success } from '../../testing/mock-backend.ts'
import { stubUnsavedForm } from '../../testing/unsaved-form.tsx'

const input = page.getByLabelText('Eingabe')
/** A removed element notices a task later that it was not moved. */
const settle = () => new Promise((resolve) => setTimeout(resolve))

async function frames() {
  for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame)
}

async function takeOut(element: HTMLElement) {
  element.remove()
  await settle()
}

/** Shows a form that is half filled in. */
async function withInput(...given: Parameters<typeof place>) {
  stubUnsavedForm()
  const placed = await place(...given)
  location.hash = '#/mydata/userprofile'
  await input.fill('halb ausgefüllt')
  return placed
}

test('an element that is put back has its screen and input, and asks first who is there', async () => {
  const { backend, element, events } = await withInput(
    { fetchToken: tokenOf('anna') },
    'customer-center',
    {},
    person('anna')
  )
  // Texts of the other languages may still be on their way.
  const asked = async () => (await backend.requests()).filter(({ call }) => !call.includes('/assets/text.'))
  const before = await asked()
  await takeOut(element)
  history.pushState(null, '', location.pathname + location.search)
  dispatchEvent(new Event('online'))
  expect(await asked()).toEqual(before)
  document.body.append(element)
  await expect.element(input).toHaveValue('halb ausgefüllt')
  await expect.element(page.getByRole('button', { name: 'Speichern' })).toBeVisible()
  expect(location.hash).toBe('#/mydata/userprofile')
  await expect.poll(() => element.fetchToken).toHaveBeenCalledTimes(2)
  expect(events).toEqual(['session-start'])
})

test('an address that names another screen by then counts', async () => {
  const { element } = await withInput({ fetchToken: tokenOf('anna') }, 'customer-center', {}, person('anna'))
  await takeOut(element)
  history.replaceState(null, '', '#/mydata')
  document.body.append(element)
  await expect.element(page.getByRole('heading', { name: 'Meine Daten', level: 1 })).toBeVisible()
})

test('where the session has ended meanwhile the login covers the input', async () => {
  const { backend, element, events } = await withInput({ sessionToken: 'anna' }, 'customer-center', {}, person('anna'))
  await backend.respond({ [whoAmI]: failure(401) })
  await takeOut(element)
  document.body.append(element)
  await expect.element(page.getByRole('heading', { name: 'Anmeldung' })).toBeVisible()
  expect(input.element()).toHaveValue('halb ausgefüllt')
  await expect.poll(() => events).toEqual(['session-start', 'session-expired'])
})

test.each(['logout', 'restart'] as const)('%s reaches an element that is out of the page', async (end) => {
  const { backend, element, events } = await withInput(
    { fetchToken: tokenOf('anna') },
    'customer-center',
    {},
    person('anna')
  )
  await takeOut(element)
  await element[end]()
  await expect.poll(() => events).toEqual(['session-start', 'session-end'])
  await expect.poll(() => authorizations(backend, 'POST /api/revokeToken')).toEqual(['anna'])
  expect(element.shadowRoot!.textContent).toBe('')
  await backend.respond({ [whoAmI]: person('berta') })
  element.fetchToken = tokenOf('berta')
  document.body.append(element)
  await expect.element(loggedInAs('berta')).toBeVisible()
  await expect.element(input).toHaveValue('')
})

test('a removed token ends the session of an element that is out of the page', async () => {
  const { element, events } = await withInput({ sessionToken: 'anna' }, 'customer-center', {}, person('anna'))
  await takeOut(element)
  element.sessionToken = null
  await expect.poll(() => events).toEqual(['session-start', 'session-end'])
  expect(element.shadowRoot!.textContent).toBe('')
})

test('an element keeps its place in the page', async () => {
  location.hash = '#/mydata/contacts'
  const { element } = await mountLoggedIn('admin', {}, { [list]: success(manyContacts(300)) })
  await expect.element(page.getByRole('row', { name: /Nachname0000/ })).toBeInTheDocument()
  scrollTo(0, 3000)
  await expect.element(page.getByRole('row', { name: /Nachname0055/ })).toBeInTheDocument()
  const { scrollY: left } = window
  const table = element.shadowRoot!.querySelector('table')
  await takeOut(element)
  expect(scrollY).toBe(0)
  document.body.append(element)
  await expect.poll(() => scrollY).toBe(left)
  expect(element.shadowRoot!.querySelector('table')).toBe(table)
})

test('an element keeps its styles in another document, and back in its own', async () => {
  const { element } = await mountLoggedIn()
  await expect.element(page.getByRole('heading', { name: 'Übersicht', level: 1 })).toBeVisible()
  const frame = document.createElement('iframe')
  document.body.append(frame)
  onTestFinished(() => frame.remove())
  const displays = () => {
    const root = element.shadowRoot!.querySelector('.kc-content')!
    return root.ownerDocument.defaultView!.getComputedStyle(root).display
  }
  await expect.poll(displays).toMatch(/grid|flex/)
  const there = displays()
  frame.contentDocument!.body.append(element)
  await settle()
  await expect.poll(displays).toMatch(/grid|flex/)
  document.body.append(element)
  await settle()
  await expect.poll(displays).toBe(there)
})

test.each([
  'display: none',
  'block-size: 0; overflow: hidden',
  'content-visibility: hidden',
  'content-visibility: auto'
])('a long list in a host without a size waits for one: %s', async (style) => {
  location.hash = '#/mydata/contacts'
  const errors: unknown[] = []
  const onError = ({ error }: ErrorEvent) => errors.push(error)
  addEventListener('error', onError)
  onTestFinished(() => removeEventListener('error', onError))
  const { element } = await mountLoggedIn('admin', {}, { [list]: success(manyContacts(3000)) })
  const around = document.createElement('div')
  around.style.cssText = style
  document.body.append(around)
  onTestFinished(() => around.remove())
  around.append(element)
  await expect.poll(() => element.shadowRoot?.querySelector('tbody')).not.toBeNull()
  await settle()
  expect(element.shadowRoot!.querySelectorAll('tbody tr').length).toBeLessThan(200)
  around.style.cssText = ''
  await expect.element(page.getByRole('row', { name: /Nachname0005/ })).toBeVisible()
  expect(errors).toEqual([])
})

test('a token that the page has set meanwhile is asked for its person, and the one before is not', async () => {
  const { backend, element, events } = await withInput({ sessionToken: 'anna' }, 'customer-center', {}, person('anna'))
  await takeOut(element)
  await backend.respond({ [whoAmI]: [person('anna'), failure(401)] })
  element.sessionToken = 'anna-2'
  document.body.append(element)
  await expect.element(page.getByRole('button', { name: 'Speichern' })).toBeVisible()
  await expect.poll(async () => (await authorizations(backend, whoAmI)).slice(1)).toEqual(['anna-2'])
  await expect.element(input).toHaveValue('halb ausgefüllt')
  expect(events).toEqual(['session-start'])
})

test.each(['fails', 'gives a token with an end'])('an element that is out asks no more after %s', async (how) => {
  vi.spyOn(globalThis, 'reportError').mockReturnValue()
  const { element } = await place({ fetchToken: tokenOf('anna') })
  await expect.element(loggedInAs('anna')).toBeVisible()
  let answer: () => void = () => undefined
  const asked = new Promise<{ token: string; expiresIn: number }>((resolve, reject) => {
    answer = () => (how === 'fails' ? reject(new Error('Offline')) : resolve({ token: 'anna', expiresIn: 600 }))
  })
  const fetchToken = vi.fn(() => asked)
  element.fetchToken = fetchToken
  await expect.poll(() => fetchToken.mock.calls.length).toBe(1)
  await takeOut(element)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  answer()
  await frames()
  await vi.advanceTimersByTimeAsync(3_600_000)
  await frames()
  expect(fetchToken).toHaveBeenCalledOnce()
})

test('<customer-contact> leaves the address to its page', async () => {
  history.replaceState(null, '', '#/produkte')
  const { element } = await place({ fetchToken: tokenOf('anna') }, 'customer-contact', {}, person('anna'))
  const button = page.getByRole('button', { name: 'Neuen Teilnehmer erstellen' })
  await expect.element(button).toBeVisible()
  await takeOut(element)
  history.replaceState(null, '', location.pathname + location.search)
  document.body.append(element)
  await expect.element(button).toBeVisible()
  await expect.poll(() => element.fetchToken).toHaveBeenCalledTimes(2)
  expect(location.hash).toBe('')
})

test('a dialog that is open again has the focus', async () => {
  const { backend, element } = await withInput({ sessionToken: 'anna' }, 'customer-center', {}, person('anna'))
  await backend.respond({ [whoAmI]: failure(401) })
  await takeOut(element)
  document.body.append(element)
  await expect.element(page.getByRole('heading', { name: 'Anmeldung' })).toBeVisible()
  await takeOut(element)
  document.body.append(element)
  await expect.poll(() => element.shadowRoot?.activeElement?.closest('dialog')).toBeInstanceOf(HTMLElement)
})

test('<event-layers> asks who is there before it loads another model', async () => {
  const fetchToken = vi.fn(async () => 'berta').mockResolvedValueOnce('anna')
  const { backend, element } = await place({ fetchToken }, 'event-layers', { 'model-id': 'saal' })
  await expect.poll(() => authorizations(backend, model)).toEqual(['anna'])
  await takeOut(element)
  element.setAttribute('model-id', 'garten')
  document.body.append(element)
  await expect.poll(() => authorizations(backend, model)).toEqual(['anna', 'berta'])
})
