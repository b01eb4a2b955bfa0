import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { axeViolations } from '../../testing/axe.ts'
import {
  drawing,
  drawingRoot,
  model,
  modelResponse,
  mountDrawing,
  mountEventLayers
} from '../../testing/event-layers.ts'
import { holdFirstResponse } from '../../testing/hold-responses.ts'
import { submitLogin } from '../../testing/login-form.ts'
import { failure, mockBackend, mount, success, token, user } from '../../testing/mock-backend.ts'
import { requestTimeouts } from '../client/request.ts'

const seat = (no: number) =>
  `<g id="seat-${no}"><title>Platz ${no}</title><rect class="seat" width="9" height="9"/></g>`
const plan = drawing(`<title>Saal 1</title>${seat(1)}${seat(2)}${seat(3)}`)
const svgOf = (element: Element) => drawingRoot(element)?.querySelector('svg') ?? null
const whoAmI = 'GET /api/webshopuser/getcurrentwebshopuser'

test('css and svg of the model are requested with both ids, drawn, and model-load is fired', async () => {
  const backend = await mockBackend()
  await backend.respond({ [model]: modelResponse(plan, '.seat { fill: rgb(1, 2, 3) }') })
  const { element, events } = mountEventLayers({
    'config-url': backend.attributes['config-url']!,
    'session-token': 'host-token',
    'model-id': 'saal-1',
    'event-id': '7'
  })
  await expect.poll(() => events).toEqual([{ type: 'model-load', detail: { modelId: 'saal-1', eventId: '7' } }])
  const rect = drawingRoot(element)!.querySelector('rect')!
  expect(getComputedStyle(rect).fill).toBe('rgb(1, 2, 3)')
  const [call] = await backend.requests(model)
  expect(call?.query).toEqual({ RES_FIELDS: 'MOD_CSS,MOD_SVG', modelId: 'saal-1', eventId: '7' })
  expect(call?.headers['authorization']).toBe('host-token')
  expect(await axeViolations(element)).toEqual([])
})

test('the texts of all three languages are loaded, and showTextIDs puts the id before each', async () => {
  const backend = await mockBackend({ showTextIDs: true })
  await backend.respond({ [model]: modelResponse('kein Plan') })
  const { element } = mountEventLayers({
    'config-url': backend.attributes['config-url']!,
    'session-token': 'host-token',
    'model-id': 'saal-1'
  })
  await expect.poll(() => element.shadowRoot?.textContent).toMatch(/^eventModel\.unreadable /)
  Object.assign(element, { texts: { 'eventModel.unreadable': 'Kein Plan.' } })
  await expect.poll(() => element.shadowRoot?.textContent).toMatch(/^eventModel\.unreadable Kein Plan\./)
  const texts = async () =>
    (await backend.requests()).map(({ call }) => call).filter((call) => call.startsWith('GET /assets/text.'))
  const files = ['at', 'ch', 'de'].flatMap((one) => [`text.${one}.custom.json`, `text.${one}.json`])
  await expect.poll(async () => (await texts()).toSorted()).toEqual(files.map((file) => `GET /assets/${file}`))
})

test('without an event the query’s event id is empty, and without a model nothing is asked for or drawn', async () => {
  const { backend, element, events } = await mountDrawing(plan)
  await expect.poll(() => events).toHaveLength(1)
  expect((await backend.requests(model))[0]?.query).toMatchObject({ eventId: '' })
  element.modelId = null
  await expect.poll(() => svgOf(element)).toBeNull()
  expect(await backend.requests(model)).toHaveLength(1)
  expect(element.shadowRoot?.textContent).toBe('')
})

test('a change of model-id or event-id draws again, as attribute or property', async () => {
  const { backend, element, events } = await mountDrawing(plan)
  await expect.poll(() => events).toHaveLength(1)
  await backend.respond({ [model]: modelResponse(drawing('<circle r="3"/>')) })
  element.eventId = '9'
  await expect.poll(() => svgOf(element)?.querySelector('circle')).not.toBeNull()
  await backend.respond({ [model]: modelResponse(drawing('<ellipse rx="3"/>')) })
  element.setAttribute('model-id', 'saal-2')
  await expect.poll(() => svgOf(element)?.querySelector('ellipse')).not.toBeNull()
  await expect
    .poll(() => events.map(({ detail }) => detail))
    .toEqual([
      { modelId: 'saal-1', eventId: '' },
      { modelId: 'saal-1', eventId: '9' },
      { modelId: 'saal-2', eventId: '9' }
    ])
})

test('a late answer never overwrites a newer one', async () => {
  const { backend, element, events } = await mountDrawing(plan)
  await expect.poll(() => events).toHaveLength(1)
  await backend.respond({
    [model]: [modelResponse(drawing('<circle r="3"/>')), modelResponse(drawing('<ellipse/>'))]
  })
  const arrive = holdFirstResponse('/eventmodel')
  element.modelId = 'slow'
  await expect.poll(async () => (await backend.requests(model)).length).toBe(2)
  element.modelId = 'fast'
  await expect.poll(() => svgOf(element)?.querySelector('ellipse')).not.toBeNull()
  arrive()
  for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame)
  expect(svgOf(element)?.querySelector('circle')).toBeNull()
  expect(events.map(({ detail }) => detail['modelId'])).toEqual(['saal-1', 'fast'])
})

test.each([
  ['the first sentence of the server', failure(404, 'Diesen Plan gibt es nicht.'), 'Diesen Plan gibt es nicht.'],
  ['a refusal without a sentence', failure(500), 'Der Plan konnte nicht geladen werden.'],
  ['a body that is no JSON', { body: '<html>' }, 'Der Plan konnte nicht geladen werden.'],
  ['a model without a drawing', modelResponse('kein svg'), 'Der Plan enthält keine lesbare Zeichnung.'],
  ['a model of odd values', success({ MOD_SVG: { a: 1 }, MOD_CSS: 7 }), 'Der Plan enthält keine lesbare Zeichnung.'],
  [
    'a model that is too large',
    modelResponse(drawing(' '.repeat(4_000_001))),
    'Der Plan enthält keine lesbare Zeichnung.'
  ]
])('what cannot be drawn is reported to page and host, and tried again: %s', async (_, said, sentence) => {
  const backend = await mockBackend()
  await backend.respond({ [model]: [said, modelResponse(plan)] })
  const config = backend.attributes['config-url']!
  const { element, events } = mountEventLayers({ 'config-url': config, 'session-token': 'x', 'model-id': 'saal-1' })
  await expect.element(page.getByText(sentence)).toBeVisible()
  await expect.poll(() => events).toMatchObject([{ type: 'model-error', detail: { modelId: 'saal-1', eventId: '' } }])
  expect(await axeViolations(element)).toEqual([])
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect.poll(() => svgOf(element)).not.toBeNull()
  await expect.element(page.getByText(sentence)).not.toBeInTheDocument()
})

test('a failed change takes the old drawing away: it is not the one that was asked for', async () => {
  const { backend, element, events } = await mountDrawing(plan)
  await expect.poll(() => events).toHaveLength(1)
  await backend.respond({ [model]: failure(404, 'Diesen Plan gibt es nicht.') })
  element.modelId = 'saal-9'
  await expect.element(page.getByText('Diesen Plan gibt es nicht.')).toBeVisible()
  expect(svgOf(element)).toBeNull()
})

test('while the server is silent the element is busy and shows no drawing; then it says so, once, and can try again', async () => {
  const usual = requestTimeouts.request
  onTestFinished(() => void (requestTimeouts.request = usual))
  // The configuration comes within it on a busy machine, too.
  requestTimeouts.request = 4000
  const backend = await mockBackend()
  await backend.respond({ [model]: [{ hang: true }, modelResponse(plan)] })
  const config = backend.attributes['config-url']!
  const { element, events } = mountEventLayers({ 'config-url': config, 'session-token': 'x', 'model-id': 'saal-1' })
  await expect.poll(() => element.shadowRoot?.querySelector('[aria-busy=true]')).not.toBeNull()
  expect(svgOf(element)).toBeNull()
  await expect.element(page.getByText('Der Plan konnte nicht geladen werden.')).toBeVisible()
  await expect.poll(() => events).toMatchObject([{ type: 'model-error', detail: { modelId: 'saal-1', status: 0 } }])
  requestTimeouts.request = usual
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect.poll(() => svgOf(element)).not.toBeNull()
})

test('a configuration that cannot be loaded is named, and model-error is fired', async () => {
  const backend = await mockBackend()
  await backend.respond({ 'GET /assets/config.prod.json': failure(404), [model]: modelResponse(plan) })
  const config = backend.attributes['config-url']!
  const { events } = mountEventLayers({ 'config-url': config, 'session-token': 'x', 'model-id': 'saal-1' })
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent(/Der Plan konnte nicht geladen werden\..*Could not load/)
  await expect.poll(() => events.map(({ type }) => type)).toEqual(['model-error'])
})

test('without texts the drawing is there all the same, named by its model', async () => {
  const backend = await mockBackend()
  await backend.respond({ 'GET /assets/text.at.json': failure(404), [model]: modelResponse(drawing('<rect/>')) })
  const config = backend.attributes['config-url']!
  const { element } = mountEventLayers({ 'config-url': config, 'session-token': 'x', 'model-id': 'saal-1' })
  await expect.poll(() => svgOf(element)?.getAttribute('aria-label')).toBe('saal-1')
})

test('without a session it asks for the login, and draws when somebody logs in beside it', async () => {
  const backend = await mockBackend()
  await backend.respond({ [model]: modelResponse(plan) })
  mount(backend.attributes)
  const { element, events } = mountEventLayers({
    'config-url': backend.attributes['config-url']!,
    'model-id': 'saal-1'
  })
  await expect.element(page.getByText('Bitte melden Sie sich an, um den Plan zu sehen.')).toBeVisible()
  await expect.poll(() => events).toMatchObject([{ type: 'model-error', detail: { status: 401 } }])
  expect(await backend.requests(model)).toHaveLength(0)
  await backend.respond({ 'POST /api/getToken': failure(401, 'Falsches Passwort.') })
  await submitLogin()
  await expect.element(page.getByText('Falsches Passwort.')).toBeVisible()
  expect(events).toHaveLength(1)
  await backend.respond({ 'POST /api/getToken': token('t1'), [whoAmI]: user() })
  await submitLogin()
  await expect.poll(() => svgOf(element)).not.toBeNull()
  expect((await backend.requests(model))[0]?.headers['authorization']).toBe('t1')
  await page.getByRole('button', { name: 'Abmelden' }).click()
  await expect.element(page.getByText('Bitte melden Sie sich an, um den Plan zu sehen.')).toBeVisible()
  expect(svgOf(element)).toBeNull()
})

test('a token that has ended asks for the login, and a new one draws', async () => {
  const backend = await mockBackend()
  await backend.respond({ [model]: failure(401, 'Nicht angemeldet.') })
  const config = backend.attributes['config-url']!
  const { element, events } = mountEventLayers({ 'config-url': config, 'session-token': 'dead', 'model-id': 'saal-1' })
  await expect.element(page.getByText('Bitte melden Sie sich an, um den Plan zu sehen.')).toBeVisible()
  await expect.poll(() => events).toMatchObject([{ type: 'model-error', detail: { status: 401 } }])
  await backend.respond({ [model]: modelResponse(plan) })
  element.sessionToken = 'alive'
  await expect.poll(() => svgOf(element)).not.toBeNull()
})

test('it needs no customer center and none of its code', async () => {
  const { element, events } = await mountDrawing(plan)
  await expect.poll(() => events).toHaveLength(1)
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  expect(loaded.some((name) => name.includes('/event-model/drawing.ts'))).toBe(true)
  expect(element.shadowRoot?.querySelector('.frame')).not.toBeNull()
})

test('removed it makes no more calls; put back it draws again', async () => {
  const { backend, element, events } = await mountDrawing(plan)
  await expect.poll(() => events).toHaveLength(1)
  element.remove()
  await new Promise((settle) => setTimeout(settle, 20))
  element.modelId = 'saal-2'
  dispatchEvent(new Event('online'))
  expect(await backend.requests(model)).toHaveLength(1)
  document.body.append(element)
  await expect.poll(async () => (await backend.requests(model)).at(-1)?.query['modelId']).toBe('saal-2')
})

test('named parts are walked through with arrows, Home and End behind one stop of the Tab key', async () => {
  const { element } = await mountDrawing(plan)
  await expect.poll(() => svgOf(element)).not.toBeNull()
  const svg = svgOf(element)!
  expect(svg.getAttribute('role')).toBe('graphics-document')
  expect(svg.querySelectorAll('[tabindex="0"]')).toHaveLength(1)
  const focused = () => drawingRoot(element)!.activeElement?.id
  await userEvent.keyboard('{Tab}')
  expect(focused()).toBe('seat-1')
  for (const [key, seatId] of [
    ['ArrowRight', 'seat-2'],
    ['End', 'seat-3'],
    ['ArrowDown', 'seat-3'],
    ['ArrowUp', 'seat-2'],
    ['Home', 'seat-1'],
    ['ArrowLeft', 'seat-1']
  ]) {
    await userEvent.keyboard(`{${key}}`)
    expect(focused()).toBe(seatId)
  }
  expect(getComputedStyle(svg.querySelector('#seat-1')!).outlineStyle).toBe('solid')
})

test('a drawing with the role of an image keeps role and name; one without a name is called Plan', async () => {
  const { element, backend } = await mountDrawing(drawing(seat(1), 'role="img" aria-label="Sitzplan mit 24 Plätzen"'))
  await expect.element(page.getByRole('img', { name: 'Sitzplan mit 24 Plätzen' })).toBeVisible()
  expect(svgOf(element)!.querySelector('[tabindex]')).toBeNull()
  await backend.respond({ [model]: modelResponse(drawing('<rect width="9" height="9"/>')) })
  element.modelId = 'saal-2'
  await expect.element(page.getByRole('img', { name: 'Plan', exact: true })).toBeVisible()
  expect(await axeViolations(element)).toEqual([])
})

test('a drawing is never wider than its column nor higher than the window, and one without a viewBox is scaled', async () => {
  const { element } = await mountDrawing(
    '<svg width="4000" height="2000"><rect width="4000" height="2000"/></svg>',
    'svg{height:9999999px}'
  )
  element.style.inlineSize = '390px'
  await expect.poll(() => svgOf(element)).not.toBeNull()
  const { width, height } = svgOf(element)!.getBoundingClientRect()
  expect([width <= 390, height <= innerHeight]).toEqual([true, true])
  expect(svgOf(element)!.getAttribute('viewBox')).toBe('0 0 4000 2000')
})

test('offline it says so by its failure, and draws by itself when the network is back', async () => {
  const fetched = window.fetch.bind(window)
  const backend = await mockBackend()
  await backend.respond({ [model]: modelResponse(plan) })
  window.fetch = async (input, init) =>
    typeof input === 'string' && input.includes('/eventmodel') ? Promise.reject(new TypeError()) : fetched(input, init)
  onTestFinished(() => void (window.fetch = fetched))
  const config = backend.attributes['config-url']!
  const { element } = mountEventLayers({ 'config-url': config, 'session-token': 'x', 'model-id': 'saal-1' })
  await expect.element(page.getByText('Der Plan konnte nicht geladen werden.')).toBeVisible()
  window.fetch = fetched
  dispatchEvent(new Event('online'))
  await expect.poll(() => svgOf(element)).not.toBeNull()
})
