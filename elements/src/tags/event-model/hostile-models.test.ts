import { beforeAll, beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { drawing, drawingRoot, mountDrawing } from '../../../testing/event-layers.ts'
import { hostileCss, hostileSvg, hostileUses, remainsInPage, touchInPage } from '../../../testing/hostile-models.ts'

let stolen = 0
const listener = `${inject('backend')}/${crypto.randomUUID()}`
/**
 * Returns the browser's reports of fetched files, with or without a response; `asked()` has the requests that the
 * server got.
 */
const fetched = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => name.startsWith(listener) && name !== `${listener}/`)

// The mock server only records the requests of a backend that has been set up.
beforeAll(() => fetch(`${listener}/`, { method: 'PUT', body: '{}' }))

beforeEach(() => {
  // The browser keeps 250 entries, and the modules of this page alone are about as many.
  performance.setResourceTimingBufferSize(10_000)
  stolen = 0
  Object.assign(window, { stolen: () => (stolen += 1) })
  const dialog = (event: Event) => event.preventDefault()
  addEventListener('beforeunload', dialog)
  onTestFinished(() => removeEventListener('beforeunload', dialog))
})

const armed = (text: string) => text.replaceAll('EVILHOST', new URL(listener).host).replaceAll('EVIL', listener)

/**
 * Returns the requests that the server got: fonts, masks, pings, and others that the browser does not list as
 * resources.
 */
async function asked(): Promise<string[]> {
  const calls = (await (await fetch(`${listener}/`)).json()) as { call: string }[]
  return calls.map(({ call }) => call)
}

async function settled(): Promise<void> {
  for (let frame = 0; frame < 3; frame += 1)
    await new Promise((settle) => requestAnimationFrame(() => setTimeout(settle)))
}

async function nothingHappens(svg: string, css: string): Promise<void> {
  const button = document.body.appendChild(document.createElement('button'))
  button.textContent = 'Die Seite'
  onTestFinished(() => button.remove())
  const place = location.href
  const { element, events } = await mountDrawing(svg, css)
  await expect.poll(() => events.length).toBe(1)
  await settled()
  touchInPage()
  await settled()
  expect({ stolen, fetched: fetched(), asked: await asked() }).toEqual({
    stolen: 0,
    fetched: [],
    asked: []
  })
  expect(location.href).toBe(place)
  expect(remainsInPage()).toEqual([])
  // Nothing covers the page, and nothing moves its content.
  await expect.element(page.getByRole('button', { name: 'Die Seite' })).toBeVisible()
  const { left, top, width, height } = button.getBoundingClientRect()
  expect(document.elementFromPoint(left + width / 2, top + height / 2)).toBe(button)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth)
  expect(element.getBoundingClientRect().height).toBeLessThanOrEqual(innerHeight + 20)
}

test.each(Object.entries(hostileSvg))('a hostile drawing runs nothing and fetches nothing: %s', async (_, svg) => {
  await nothingHappens(armed(svg), '.seat{fill:red}')
})

test.each(Object.entries(hostileUses))('a hostile drawing that a use draws again does nothing: %s', async (_, svg) => {
  await nothingHappens(armed(svg), '.seat{fill:red}')
})

test.each(Object.entries(hostileCss))('hostile css fetches nothing and stays in its place: %s', async (_, css) => {
  await nothingHappens(drawing('<text y="9">x</text><rect class="seat" x="1" width="9" height="9"/>'), armed(css))
})

const seat = '<symbol id="seat"><rect class="seat" width="9" height="9"/></symbol>'
const levels = (count: number, times: number) =>
  Array.from({ length: count }, (_, no) => `<g id="l${no}">${`<use href="#l${no + 1}"/>`.repeat(times)}</g>`).join('') +
  `<g id="l${count}"><rect width="1" height="1"/></g>`

/** The drawing is 2,000 shapes short of the limit. */
const nearlyFull = '<path/>'.repeat(18_000)

test.each([
  [
    'of a symbol, a group or a shape of the drawing stays',
    `${seat}<g id="g"><use href="#seat"/></g><path id="p" d="M0 0h9"/><use href="#seat"/><use xlink:href="#g"/><use href="#p"/>`,
    4,
    0
  ],
  ['of what is not there goes', '<use href="#none"/><use/>', 0, 2],
  ['of anything else goes', '<pattern id="p"/><text id="t">x</text><use href="#p"/><use href="#t"/>', 0, 2],
  ['of an element of the page goes', '<use href="#the-page"/>', 0, 1],
  [
    'that leads back to itself goes, alone or with others',
    '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g><g id="c"><use href="#c"/></g><use href="#a"/>',
    0,
    4
  ],
  [
    'in a pattern, mask, marker or clip path stays, as drawing programs write them',
    `<rect id="r"/>${['pattern', 'mask', 'marker', 'clipPath'].map((tag) => `<${tag}><use href="#r"/></${tag}>`).join('')}<use href="#r"/>`,
    5,
    0
  ],
  ['of the fourth level stays', `${levels(3, 1)}<use href="#l0"/>`, 4, 0],
  ['of the fifth level goes', `${levels(4, 1)}<use href="#l0"/>`, 4, 1],
  ['that brings the drawing above 20,000 shapes goes', `${levels(3, 12)}${'<use href="#l0"/>'.repeat(10)}`, 45, 1],
  [
    'of many groups, though they paint nothing, counts as some shapes',
    nearlyFull + `<g id="g">${'<g/>'.repeat(2000)}</g>${'<use href="#g"/>'.repeat(12)}`,
    10,
    2
  ],
  [
    'of many parts of a text counts each',
    nearlyFull + `<g id="g"><text>${'<tspan/>'.repeat(400)}</text></g>${'<use href="#g"/>'.repeat(6)}`,
    4,
    2
  ],
  [
    'of a long path counts its characters',
    nearlyFull + `<path id="p" d="M0 0${'h1v1'.repeat(10_000)}"/>${'<use href="#p"/>'.repeat(11)}`,
    9,
    2
  ],
  [
    'of a long text counts the square of its characters',
    nearlyFull + `<g id="g"><text>${'x'.repeat(440)}</text></g>${'<use href="#g"/>'.repeat(11)}`,
    9,
    2
  ],
  [
    'of five thousand seats with their numbers stays',
    `<symbol id="s"><g><title>Platz</title><rect class="seat" style="${'fill:red;'.repeat(25)}" width="9" height="9"/></g></symbol>${'<use href="#s"/><text>1</text>'.repeat(5000)}`,
    5000,
    0
  ],
  ['goes where the drawing has 20,000 shapes without it', `${'<path/>'.repeat(20_000)}${seat}<use href="#seat"/>`, 0, 1]
] as const)('a use %s', async (_, inside, kept, gone) => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const beside = document.body.appendChild(document.createElement('div'))
  beside.id = 'the-page'
  onTestFinished(() => beside.remove())
  const { element } = await mountDrawing(drawing(inside, 'xmlns:xlink="http://www.w3.org/1999/xlink"'))
  await expect.poll(() => drawingRoot(element)?.querySelectorAll('use').length).toBe(kept)
  const said = warned.mock.calls.flat().filter((text) => /event model/.test(String(text)))
  expect(said).toEqual(gone === 0 ? [] : [expect.stringContaining(gone === 1 ? 'use' : `use (${gone})`)])
})

test('a text that WebKit would take minutes for is taken out, also without a use, and the texts of a hall stay', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { element } = await mountDrawing(
    drawing(`<text>${'x'.repeat(20_000)}</text>${'<text>Reihe 1, Platz 1</text>'.repeat(1000)}`)
  )
  await expect.poll(() => drawingRoot(element)?.querySelectorAll('text').length).toBe(1000)
  expect(warned.mock.calls.flat()).toContainEqual(expect.stringContaining('text'))
})

test('a plan of symbols keeps its seats, with their css, gradients and names, also on a page with <base href>', async () => {
  const base = document.head.appendChild(document.createElement('base'))
  base.href = '/elsewhere/'
  onTestFinished(() => base.remove())
  const { element } = await mountDrawing(
    drawing(
      '<linearGradient id="g"><stop stop-color="red"/></linearGradient><symbol id="s"><rect class="seat" width="9" height="9" stroke="url(#g)"/></symbol><use href="#s" x="20" y="30" aria-label="Platz 1"/>'
    ),
    '.seat{fill:rgb(1,2,3)}'
  )
  await expect.poll(() => drawingRoot(element)?.querySelector('use')?.getAttribute('role')).toBe('graphics-symbol')
  const root = drawingRoot(element)
  const widthOf = (selector: string) => root?.querySelector(selector)?.getBoundingClientRect().width ?? 0
  expect(widthOf('use') / widthOf('svg')).toBeCloseTo(0.09, 1)
  const rect = root?.querySelector('symbol rect')
  expect([rect?.getAttribute('stroke'), rect && getComputedStyle(rect).fill]).toEqual(['url(#g)', 'rgb(1, 2, 3)'])
})

const long = (text: string) => text.repeat(150_000 / text.length)

test.each([
  ['fill', 'a paint and blanks', `url(#a)${long(' ')}!`],
  ['fill', 'a parenthesis and letters', `(${long('a')}`],
  ['fill', 'functions in functions', long('url(')],
  ['href', 'a reference and blanks', `#${long(' ')}x x`],
  ['href', 'a raster', `data:image/png;base64,${long('A')}!`],
  ['style', 'mistakes', long('a:b!;')],
  ['style', 'colours in colours', `fill:${long('rgb(')}`]
])('an attribute of 150,000 characters holds nobody up: %s with %s', async (name, _, value) => {
  const { events } = await mountDrawing(drawing(`<rect ${name}="${value}" width="9" height="9"/>`), '')
  await expect.poll(() => events.length).toBe(1)
})

test.each([
  ['mistakes', `.a{${long('a:b!;')}}`],
  ['rules in rules', long('.a{')],
  ['conditions in conditions', `@media ${long('(')}`],
  ['blanks', `a${long(' ')}{`]
])('css of 150,000 characters holds nobody up: %s', async (_, css) => {
  const { events } = await mountDrawing(drawing('<rect width="9" height="9"/>'), css)
  await expect.poll(() => events.length).toBe(1)
})

test('an unsanitized drawing does reach the listener, so that the corpus proves something', async () => {
  const box = document.body.appendChild(document.createElement('div'))
  onTestFinished(() => box.remove())
  for (const name of ['image from elsewhere', 'style element that loads', 'foreignObject', 'paint from elsewhere']) {
    const before = (await asked()).length
    box.innerHTML = armed(hostileSvg[name] ?? '')
    await expect.poll(async () => (await asked()).length, { message: name }).toBeGreaterThan(before)
  }
  await expect.poll(() => stolen).toBeGreaterThan(0)
})

test('sanitizing keeps what a drawing needs: shapes, texts, groups, gradients, clips, rasters, classes, styles and its own css', async () => {
  const raster =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const { element } = await mountDrawing(
    drawing(`<style>.row{fill:rgb(1,2,3)}</style><defs><linearGradient id="g"><stop offset="0" stop-color="red"/></linearGradient><clipPath id="c"><circle r="9"/></clipPath></defs>
    <g class="row" transform="translate(3 4) rotate(5)"><path d="M0 0L9 9" style="stroke: rgb(4, 5, 6); position: fixed"/><rect fill="url(#g)" clip-path="url(#c)" width="9" height="9"/>
    <text x="3">Reihe <tspan>1</tspan></text><image href="${raster}" width="1" height="1"/></g>`),
    'text{font:600 3px sans-serif;fill:light-dark(#111,#eee)} @media print{.row{fill:#000}} .row:hover>path:not(.x){stroke-width:2}'
  )
  await expect.poll(() => drawingRoot(element)).not.toBeNull()
  const root = drawingRoot(element) as ShadowRoot
  const tags = [...root.querySelectorAll('svg *')].map(({ localName }) => localName)
  expect(tags).toEqual([
    'defs',
    'linearGradient',
    'stop',
    'clipPath',
    'circle',
    'g',
    'path',
    'rect',
    'text',
    'tspan',
    'image'
  ])
  const path = root.querySelector('path') as SVGPathElement
  expect([getComputedStyle(path).fill, getComputedStyle(path).stroke]).toEqual(['rgb(1, 2, 3)', 'rgb(4, 5, 6)'])
  expect(root.querySelector('rect')?.getAttribute('fill')).toBe('url(#g)')
  expect(root.querySelector('g')?.getAttribute('transform')).toBe('translate(3 4) rotate(5)')
  expect(root.querySelector('image')?.getAttribute('href')).toBe(raster)
  expect([...(root.adoptedStyleSheets[1]?.cssRules ?? [])]).toHaveLength(4)
})
