import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { authorizations, loggedInAs, person, place, tokenOf, whoAmI } from '../../testing/changing-page.ts'
import { drawing, drawingRoot, model, modelResponse } from '../../testing/event-layers.ts'
import { holdFirstResponse } from '../../testing/hold-responses.ts'
import { failure, success } from '../../testing/mock-backend.ts'
import { stubUnsavedForm } from '../../testing/unsaved-form.tsx'

/** Makes a function of the page's that answers when `answer` is called. */
function slowToken(name: string) {
  let answer: () => void = () => undefined
  const answered = new Promise<void>((resolve) => (answer = resolve))
  return { fetchToken: () => answered.then(() => name), answer: () => answer() }
}

/** Functions and texts as a page sets them that renders twenty times; `last` comes at the end. */
async function render(element: HTMLElementTagNameMap['customer-center'], last = tokenOf('anna')) {
  const functions = [...Array.from({ length: 19 }, () => tokenOf('anna')), last]
  for (const [index, fetchToken] of functions.entries()) {
    Object.assign(element, {
      fetchToken,
      texts: { 'menu.overview': `Start ${index}`, 'eventModel.failed': `Kein Plan ${index}.` }
    })
    await new Promise(requestAnimationFrame)
  }
  return functions.filter(({ mock }) => mock.calls.length > 0)
}

test('what a page sets while the element boots restarts nothing, and the last of it counts', async () => {
  const answerConfig = holdFirstResponse('/config.prod.json')
  const fetchToken = tokenOf('anna')
  const { backend, element } = await place({ fetchToken })
  const asked = await render(element, tokenOf('berta'))
  expect(asked).toEqual([])
  answerConfig()
  await expect.element(loggedInAs('berta')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Start 19' }).first()).toBeVisible()
  expect(await backend.requests('GET /assets/config.prod.json')).toHaveLength(1)
  expect(fetchToken).toHaveBeenCalledOnce()
})

test('<event-layers>: what a page sets while the element boots restarts nothing, and the last of it counts', async () => {
  const answerConfig = holdFirstResponse('/config.prod.json')
  const fetchToken = tokenOf('anna')
  const { backend, element } = await place({ fetchToken }, 'event-layers', { 'model-id': 'saal' })
  await render(element, tokenOf('berta'))
  answerConfig()
  await expect.poll(async () => (await authorizations(backend, model)).at(-1)).toBe('berta')
  await expect.element(page.getByText('Kein Plan 19.')).toBeVisible()
  expect(await backend.requests('GET /assets/config.prod.json')).toHaveLength(1)
  expect(fetchToken).toHaveBeenCalledOnce()
})

test('another function for the same person changes nothing, however often it is set', async () => {
  stubUnsavedForm()
  const { backend, element, events } = await place({ fetchToken: tokenOf('anna') })
  await backend.respond({ [whoAmI]: person('anna') })
  await expect.element(loggedInAs('anna')).toBeVisible()
  location.hash = '#/mydata/userprofile'
  await page.getByLabelText('Eingabe').fill('halb ausgefüllt')
  const functions = Array.from({ length: 20 }, () => tokenOf('anna-2'))
  for (const fetchToken of functions) {
    element.fetchToken = fetchToken
    // Each in a task of its own. Frames of a busy machine may take seconds together, after which the next one is asked.
    await new Promise((settle) => setTimeout(settle))
  }
  await expect.poll(() => functions.at(-1)?.mock.calls.length).toBe(1)
  await expect.element(page.getByLabelText('Eingabe')).toHaveValue('halb ausgefüllt')
  expect(events).toEqual(['session-start'])
  expect(functions.filter((one) => one.mock.calls.length > 0).length).toBeLessThan(5)
})

test('another function of another person is asked at once, and nothing of the one before stays', async () => {
  const { element, events } = await place({ fetchToken: tokenOf('anna') })
  await expect.poll(() => events).toEqual(['session-start'])
  element.fetchToken = tokenOf('berta')
  await expect.element(loggedInAs('berta')).toBeVisible()
  await expect.element(loggedInAs('anna')).not.toBeInTheDocument()
  await expect.poll(() => events).toEqual(['session-start', 'session-start'])
})

test('until another function has answered nobody sees the screen, and no call is made for whoever was there before', async () => {
  stubUnsavedForm()
  const { backend, element, events } = await place({ fetchToken: tokenOf('anna') }, 'customer-center', {}, [
    person('anna'),
    person('anna'),
    person('berta')
  ])
  await expect.element(loggedInAs('anna')).toBeVisible()
  const same = tokenOf('anna-2')
  element.fetchToken = same
  await expect.poll(async () => (await authorizations(backend, whoAmI)).at(-1)).toBe('anna-2')
  location.hash = '#/mydata/userprofile'
  await page.getByLabelText('Eingabe').fill('von Anna')
  const { fetchToken, answer } = slowToken('berta')
  const save = page.getByRole('button', { name: 'Speichern' }).element() as HTMLElement
  element.fetchToken = fetchToken
  // The click comes at once: the button, too, is soon out of sight.
  save.click()
  await expect.element(loggedInAs('anna')).not.toBeVisible()
  answer()
  await expect.element(loggedInAs('berta')).toBeVisible()
  await expect.element(page.getByLabelText('Eingabe')).toHaveValue('')
  expect(await backend.requests('PUT /api/webshopuser')).toEqual([])
  await expect.poll(() => events).toEqual(['session-start', 'session-start'])
})

test('a call that waits for another function of the same person is made then, and the input stays', async () => {
  stubUnsavedForm()
  const { backend, element, events } = await place(
    { fetchToken: tokenOf('anna') },
    'customer-center',
    {},
    person('anna')
  )
  await backend.respond({ 'PUT /api/webshopuser': success({}) })
  await expect.element(loggedInAs('anna')).toBeVisible()
  location.hash = '#/mydata/userprofile'
  await page.getByLabelText('Eingabe').fill('halb ausgefüllt')
  const { fetchToken, answer } = slowToken('anna-2')
  const save = page.getByRole('button', { name: 'Speichern' }).element() as HTMLElement
  element.fetchToken = fetchToken
  // The click comes at once: the button, too, is soon out of sight.
  save.click()
  await expect.element(loggedInAs('anna')).not.toBeVisible()
  answer()
  await expect.element(page.getByText('Gespeichert', { exact: true })).toBeVisible()
  await expect.element(page.getByLabelText('Eingabe')).toHaveValue('halb ausgefüllt')
  expect(await authorizations(backend, 'PUT /api/webshopuser')).toEqual(['anna-2'])
  expect(events).toEqual(['session-start'])
})

test('another function that fails is asked again', async () => {
  const report = vi.spyOn(globalThis, 'reportError').mockImplementation(() => undefined)
  const { element } = await place({ fetchToken: tokenOf('anna') })
  await expect.element(loggedInAs('anna')).toBeVisible()
  const fetchToken = tokenOf('berta').mockRejectedValueOnce(new Error('Der Shop antwortet nicht.'))
  element.fetchToken = fetchToken
  await expect.element(loggedInAs('berta')).toBeVisible()
  expect(fetchToken).toHaveBeenCalledTimes(2)
  expect(report).toHaveBeenCalledOnce()
})

test('a renewal by the function before that fails is no failure of the next one, whose answer ends the session', async () => {
  vi.spyOn(globalThis, 'reportError').mockImplementation(() => undefined)
  stubUnsavedForm()
  let fail: (reason: Error) => void = () => undefined
  const renewal = new Promise<string>((_, reject) => (fail = reject))
  const before = tokenOf('anna')
  const { backend, element, events } = await place({ fetchToken: before })
  await expect.element(loggedInAs('anna')).toBeVisible()
  await backend.respond({ 'PUT /api/webshopuser': failure(401) })
  before.mockReturnValueOnce(renewal)
  location.hash = '#/mydata/userprofile'
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect.poll(() => before.mock.calls.length).toBe(2)
  let answer: (token: null) => void = () => undefined
  const next = vi.fn(() => new Promise<null>((resolve) => (answer = resolve)))
  element.fetchToken = next
  await expect.poll(() => next.mock.calls.length).toBe(1)
  fail(new Error('Der Shop antwortet nicht.'))
  await expect.poll(() => events).toEqual(['session-start', 'session-expired'])
  answer(null)
  await expect.poll(() => events.at(-1)).toBe('session-end')
  expect(next).toHaveBeenCalledOnce()
})

test('where nobody is logged in, functions that give nothing leave what is typed into the login', async () => {
  const nobody = () => vi.fn(async () => null)
  const { element, events } = await place({ fetchToken: nobody() })
  await page.getByLabelText('Kundennummer').fill('20417')
  const functions = [nobody(), nobody()]
  for (const fetchToken of functions) {
    element.fetchToken = fetchToken
    await expect.poll(() => fetchToken.mock.calls.length).toBe(1)
  }
  element.fetchToken = nobody()
  await expect.element(page.getByLabelText('Kundennummer')).toHaveValue('20417')
  expect(events).toEqual([])
})

test('<event-layers>: another function of the same person draws nothing anew, one of another person does', async () => {
  const { backend, element } = await place({}, 'event-layers', { 'model-id': 'saal' }, [
    person('anna'),
    person('anna'),
    person('berta')
  ])
  await backend.respond({ [model]: modelResponse(drawing('<circle r="3"/>')) })
  element.fetchToken = tokenOf('anna')
  await expect.poll(() => drawingRoot(element)).not.toBeNull()
  const shown = drawingRoot(element)
  element.fetchToken = tokenOf('anna-2')
  await expect.poll(() => authorizations(backend, whoAmI)).toEqual(['anna', 'anna-2'])
  element.fetchToken = tokenOf('berta')
  await expect.poll(() => authorizations(backend, model)).toEqual(['anna', 'berta'])
  await expect.poll(() => drawingRoot(element)).not.toBe(shown)
})
