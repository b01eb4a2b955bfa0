import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { axeViolations } from '../../../testing/axe.ts'
import { failure, foreign, mountLoggedIn, success } from '../../../testing/mock-backend.ts'

const call = 'GET /api/overview'
const news = {
  person: 'Mag. Anna Huber',
  customer: 'Huber Bau GmbH',
  nextEvent: '2026-12-03',
  lastEvent: '2026-11-05',
  lastInvoice: '2026-11-12',
  newDocuments: 3,
  lastVisit: '2026-11-15'
}
const features = ['overview']
const tile = (name: string) => page.getByRole('navigation', { name: 'Übersicht' }).getByRole('link', { name })

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T11:00:00Z') }))

/** Returns the places of everything on the overview. */
const boxesOf = (element: HTMLElement) =>
  Array.from(element.shadowRoot?.querySelectorAll('h1, .kc-tiles, .kc-tiles a, .kc-tiles img') ?? [], (one) =>
    JSON.stringify(one.getBoundingClientRect())
  )

test.each([['1000px'], ['390px'], ['300px']])('names and lines come without moving anything at %s', async (width) => {
  const { backend, element } = await mountLoggedIn('admin', { features }, { [call]: failure(503, 'Überlastet.') })
  element.style.inlineSize = width
  await expect.poll(() => backend.requests(call)).toHaveLength(1)
  const before = boxesOf(element)
  expect(before.length).toBeGreaterThan(6)
  element.remove()
  const { element: other } = await mountLoggedIn('admin', { ...foreign, features }, { [call]: success(news) })
  other.style.inlineSize = width
  await expect.element(tile('Skripte')).toMatchTextContent('Skripte3 neu')
  await expect.element(tile('Bestellungen')).toMatchTextContent('nächstes Event am 03.12.')
  await expect.element(tile('Rechnungen')).toMatchTextContent('letzte vom 12.11.')
  await expect.element(tile('Bestätigungen')).toMatchTextContent('letzte vom 05.11.')
  await expect.element(page.getByText('Huber Bau GmbH · Mag. Anna Huber')).toBeVisible()
  expect(boxesOf(other)).toEqual(before)
  expect(await axeViolations(other)).toEqual([])
})

test('on a phone with twice the text size no value is cut, and the images grow with the text', async () => {
  const images = { invoices: { small: 'images/s.svg', big: 'images/b.svg' } }
  const { element } = await mountLoggedIn('admin', { features, images }, { [call]: success(news) })
  element.style.cssText = 'inline-size: 390px; --kc-font-size: 32px'
  await expect.element(tile('Rechnungen')).toMatchTextContent('letzte vom 12.11.')
  const values = [...element.shadowRoot!.querySelectorAll('.kc-tiles small')]
  expect(values.filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)).toEqual([])
  expect(tile('Rechnungen').element().querySelector('img')!.getBoundingClientRect().width).toBe(80)
})

test('on a phone with twice the text size a name of four lines stays away from the rule below it', async () => {
  const customer = 'Österreichische Gesellschaft für Wirtschaftsförderung und Weiterbildung'
  const { element } = await mountLoggedIn('admin', { features }, { [call]: success({ ...news, customer }) })
  element.style.cssText = 'inline-size: 390px; --kc-font-size: 32px'
  const name = page.getByText(customer)
  await expect.element(name).toBeVisible()
  const person = page.getByText('Mag. Anna Huber').element().getBoundingClientRect()
  expect(name.element().getBoundingClientRect().height).toBeGreaterThan(4 * 32)
  const rows = element.shadowRoot!.querySelector('.kc-today ul')!.getBoundingClientRect()
  expect(rows.top - person.bottom).toBeGreaterThanOrEqual(8)
})

test('on a phone with twice the text size a long name of a tile breaks at its hyphen alone, which is no text', async () => {
  location.hash = '#/confirmations'
  const { element } = await mountLoggedIn('admin', {})
  element.style.cssText = 'inline-size: 390px; --kc-font-size: 32px'
  await expect.element(page.getByRole('heading', { level: 1, name: 'Bestätigungen' })).toBeInTheDocument()
  const tiles = element.shadowRoot!.querySelector('.kc-tiles')!
  expect(tiles.textContent).toContain('Teilnahmebestätigung')
  const lines = (node: Node) => {
    const range = new Range()
    range.selectNodeContents(node)
    return [range.toString(), new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size]
  }
  const box = tiles.querySelector('a > span > span')!
  expect(box.getBoundingClientRect().height).toBeGreaterThan(60)
  expect([...box.childNodes].filter((node) => node instanceof Text).map(lines)).toEqual([
    ['Teilnahme', 1],
    ['bestäti', 1],
    ['gung', 1]
  ])
})

test('it is asked when the tiles have been painted, and not before', async () => {
  const frames: FrameRequestCallback[] = []
  const held = vi.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame))
  const { backend } = await mountLoggedIn('contact', { features }, { [call]: success({ ...news, newDocuments: 0 }) })
  await expect.element(tile('Skripte')).toBeVisible()
  await expect.poll(() => frames.length).toBeGreaterThan(0)
  expect(await backend.requests(call)).toEqual([])
  held.mockRestore()
  for (const frame of frames) frame(performance.now())
  // A person who does not order reads of the next event beside their documents.
  await expect.element(tile('Skripte')).toMatchTextContent('nächstes Event am 03.12.')
  expect(await backend.requests(call)).toHaveLength(1)
})

test.each([
  ['a failure', failure(500, 'Kaputt.')],
  ['an answer of another shape', success({ newDocuments: 'viele', lastInvoice: 7 })],
  ['no answer at all', success(null)]
])('%s shows nothing of it, and no alert', async (_, answer) => {
  const { backend, element } = await mountLoggedIn('admin', { features }, { [call]: answer })
  await expect.poll(() => backend.requests(call)).toHaveLength(1)
  await expect.element(tile('Skripte')).toBeVisible()
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  expect(element.shadowRoot?.textContent).not.toMatch(/Kaputt|undefined|null|NaN/)
})

test('a backend that does not announce it is not asked, and the tiles have no room for a line', async () => {
  const { backend, element } = await mountLoggedIn('admin')
  await expect.element(tile('Skripte')).toBeVisible()
  expect(element.shadowRoot?.querySelectorAll('.kc-tiles small')).toHaveLength(0)
  expect(await backend.requests(call)).toEqual([])
})
