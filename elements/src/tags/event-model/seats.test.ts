import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { axeViolations } from '../../../testing/axe.ts'
import { drawing, drawingRoot, model, modelResponse, mountDrawing } from '../../../testing/event-layers.ts'

/** Three rows of three, the third after an aisle; B2 is taken, C3 is drawn by a `<use>` and its number. */
const plan = drawing(`
  <title>Saal 2</title>
  <symbol id="chair"><rect width="6" height="6" rx="1"/></symbol>
  <g><title>Reihe A</title>
    <rect data-seat="A1" data-seat-label="Reihe A, Platz 1" x="2" y="2" width="6" height="6"/>
    <circle data-seat="A2" x="12" cx="15" cy="5" r="3"><title>Reihe A, Platz 2</title></circle>
    <path data-seat="A3" d="M42 2h6v6h-6z"/>
  </g>
  <polygon data-seat="B1" points="2,12 8,12 8,18 2,18"/>
  <g data-seat="B2" data-seat-label="Reihe B, Platz 2" data-seat-taken=""><rect x="12" y="12" width="6" height="6"/></g>
  <use data-seat="B3" href="#chair" x="42" y="12" data-seat-taken="false"/>
  <ellipse data-seat="C1" cx="5" cy="25" rx="3" ry="3"/>
  <g data-seat="C2" transform="translate(12 22)"><title>C2</title><rect width="6" height="6"/></g>
  <use data-seat="C3" href="#chair" x="42" y="22"/><text data-seat="C3" x="42" y="26">3</text><rect data-seat="C3" x="80" y="40" width="6" height="6"/>
  <rect x="2" y="40" width="40" height="10" aria-label="Bühne"/>`)

const rootOf = (element: Element) => drawingRoot(element)!
const seatOf = (element: Element, id: string) => rootOf(element).querySelector<SVGElement>(`[data-seat="${id}"]`)!
const focused = (element: Element) => (rootOf(element).activeElement as SVGElement | null)?.dataset['seat']
const pressed = (element: Element) =>
  Array.from(rootOf(element).querySelectorAll<SVGElement>('[aria-pressed=true]'), ({ dataset }) => dataset['seat'])
/** The polygons around chosen seats and around the one with the focus, and checks. */
const marksIn = (element: Element) => rootOf(element).querySelectorAll('svg > g:last-child > *').length
const middleOf = (seat: Element) => {
  const { left, top, width, height } = seat.getBoundingClientRect()
  return { clientX: left + width / 2, clientY: top + height / 2 }
}

async function mountSeats(svg = plan, css = '') {
  const mounted = await mountDrawing(svg, css)
  const { events } = mounted
  await expect.poll(() => events.map(({ type }) => type)).toContain('model-load')
  events.length = 0
  return {
    ...mounted,
    selections: () => events.filter(({ type }) => type === 'seat-select').map(({ detail }) => detail)
  }
}

test('by keyboard alone: one tab stop, arrows to what lies there, Enter and Space choose and give up', async () => {
  const { element, selections } = await mountSeats()
  expect(rootOf(element).querySelectorAll('[tabindex="0"]')).toHaveLength(1)
  const after = Object.assign(document.createElement('button'), { textContent: 'Weiter' })
  element.after(after)
  await userEvent.keyboard('{Tab}')
  expect(focused(element)).toBe('A1')
  for (const [key, id] of [
    ['ArrowRight', 'A2'],
    ['ArrowRight', 'A3'],
    ['ArrowRight', 'A3'],
    ['ArrowDown', 'B3'],
    // B2, taken, is passed over.
    ['ArrowLeft', 'B1'],
    ['ArrowUp', 'A1'],
    ['End', 'C3'],
    ['ArrowLeft', 'C2'],
    // The seat there is taken; the next one in that direction is free.
    ['ArrowUp', 'A2'],
    ['Home', 'A1'],
    ['PageDown', 'A2'],
    ['PageUp', 'A1'],
    ['PageUp', 'A1']
  ]) {
    await userEvent.keyboard(`{${key}}`)
    expect(focused(element), key).toBe(id)
  }
  await userEvent.keyboard('{Enter}{ArrowRight}[Space]')
  expect(pressed(element)).toEqual(['A1', 'A2'])
  await userEvent.keyboard('[Space]')
  expect(element.selectedSeats).toEqual(['A1'])
  expect(selections()).toEqual([
    { id: 'A1', label: 'Reihe A, Platz 1', selected: true },
    { id: 'A2', label: 'Reihe A, Platz 2', selected: true },
    { id: 'A2', label: 'Reihe A, Platz 2', selected: false }
  ])
  await userEvent.keyboard('{Tab}')
  expect(document.activeElement).toBe(after)
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  expect(focused(element)).toBe('A2')
  after.remove()
})

test('the focus has a ring of pixels, whatever the size of the drawing and the css of the model', async () => {
  const css = 'polygon,polyline,g[aria-hidden]{stroke:none;transform:scale(9);opacity:0;stroke-width:0;display:none}'
  const { element } = await mountSeats(plan, css)
  await userEvent.keyboard('{Tab}')
  await expect.poll(() => marksIn(element)).toBe(2)
  const [halo, ring] = rootOf(element).querySelectorAll('svg > g:last-child > *')
  const [around, seat] = [ring!.getBoundingClientRect(), seatOf(element, 'A1').getBoundingClientRect()]
  expect(Math.round(seat.left - around.left)).toBe(4)
  expect(Math.round(around.bottom - seat.bottom)).toBe(4)
  const { stroke, strokeWidth, opacity, pointerEvents, vectorEffect } = getComputedStyle(ring!)
  expect([stroke, strokeWidth, opacity]).toEqual(['rgb(11, 85, 99)', '2px', '1'])
  expect([pointerEvents, vectorEffect]).toEqual(['none', 'non-scaling-stroke'])
  expect(getComputedStyle(halo!).stroke).toBe('rgb(255, 255, 255)')
  document.documentElement.style.colorScheme = 'dark'
  expect(getComputedStyle(ring!).stroke).toBe('rgb(132, 205, 216)')
  document.documentElement.style.colorScheme = ''
  await userEvent.keyboard('{Tab}')
  await expect.poll(() => marksIn(element)).toBe(0)
})

test('screen readers hear a group of toggles, taken seats by name, and each seat once', async () => {
  const { element } = await mountSeats()
  const group = page.getByRole('group', { name: 'Saal 2' })
  await expect.element(group).toBeInTheDocument()
  const names = Array.from(rootOf(element).querySelectorAll('[role=button]:not([aria-hidden])'), (seat) =>
    seat.getAttribute('aria-label')
  )
  expect(names).toEqual(['Reihe A, Platz 1', 'Reihe A, Platz 2', 'A3', 'B1', 'B3', 'C1', 'C2', 'C3'])
  const taken = seatOf(element, 'B2')
  expect([taken.getAttribute('role'), taken.getAttribute('aria-label')]).toEqual(['img', 'Reihe B, Platz 2, belegt'])
  expect([taken.hasAttribute('tabindex'), taken.hasAttribute('aria-pressed')]).toEqual([false, false])
  expect(Number(getComputedStyle(taken).opacity)).toBeLessThan(0.5)
  expect(rootOf(element).querySelector('[aria-label=Bühne]')?.getAttribute('role')).toBe('graphics-symbol')
  expect(rootOf(element).querySelectorAll('[role=graphics-object]')).toHaveLength(1)
  expect(await axeViolations(element)).toEqual([])
  element.selectedSeats = ['A1', 'C3']
  expect(await axeViolations(element)).toEqual([])
})

test('a click chooses, on each mark of a seat; not on a taken one, and not at the end of a drag', async () => {
  const { element, selections } = await mountSeats()
  const press = (id: string, moved: number, mark: Element = seatOf(element, id)) => {
    const at = middleOf(mark)
    const init = { bubbles: true, composed: true, detail: 1 }
    mark.dispatchEvent(new PointerEvent('pointerdown', { ...init, ...at }))
    mark.dispatchEvent(new PointerEvent('click', { ...init, ...at, clientX: at.clientX + moved }))
  }
  await userEvent.click(page.getByRole('button', { name: 'Reihe A, Platz 2' }))
  expect(pressed(element)).toEqual(['A2'])
  const marks = rootOf(element).querySelectorAll('[data-seat=C3]')
  // Texts are no marks.
  expect(marks).toHaveLength(2)
  press('C3', 0, marks[1])
  expect(pressed(element)).toEqual(['A2', 'C3', 'C3'])
  press('C3', 0, marks[0])
  press('B2', 0)
  press('B1', 40)
  expect(pressed(element)).toEqual(['A2'])
  press('B1', 2)
  expect(element.selectedSeats).toEqual(['A2', 'B1'])
  expect(selections().map(({ id, selected }) => `${String(id)} ${String(selected)}`)).toEqual([
    'A2 true',
    'C3 true',
    'C3 false',
    'B1 true'
  ])
})

test('a cancelled event leaves the seat as it was, and the page may set others instead', async () => {
  const { element, selections } = await mountSeats()
  const one = (event: Event) => {
    event.preventDefault()
    element.selectedSeats = [(event as CustomEvent<{ id: string }>).detail.id]
  }
  element.addEventListener('seat-select', (event) => event.preventDefault(), { once: true })
  await userEvent.click(page.getByRole('button', { name: 'Reihe A, Platz 1' }))
  expect(seatOf(element, 'A1').getAttribute('aria-pressed')).toBe('false')
  expect(element.selectedSeats).toBeNull()
  element.addEventListener('seat-select', one)
  await userEvent.keyboard('{ArrowRight}{Enter}{ArrowRight}{Enter}')
  expect(pressed(element)).toEqual(['A3'])
  expect(selections()).toHaveLength(3)
})

test('selectedSeats is a property by value: it fires nothing, and what the drawing has not or somebody has taken shows nothing', async () => {
  const { element, selections } = await mountSeats()
  element.setAttribute('selected-seats', 'A1')
  element.setAttribute('selectedseats', 'A1')
  expect([pressed(element), marksIn(element)]).toEqual([[], 0])
  const given = ['A1', 'Z9', 'B2', 'constructor']
  element.selectedSeats = given
  expect(pressed(element)).toEqual(['A1'])
  await expect.poll(() => marksIn(element)).toBe(5)
  element.selectedSeats = ['A1', 'Z9', 'B2', 'constructor']
  expect(element.selectedSeats).toBe(given)
  for (const wrong of ['A2', { 0: 'A2' }, 7]) {
    element.selectedSeats = wrong as never
    expect(pressed(element)).toEqual([])
  }
  element.selectedSeats = ['A2']
  element.selectedSeats = null
  expect(pressed(element)).toEqual([])
  await expect.poll(() => marksIn(element)).toBe(0)
  expect(selections()).toEqual([])
})

test('the choice is kept when another drawing is loaded, but for seats that are taken there, and set before the start', async () => {
  const { backend, element, events } = await mountSeats()
  element.selectedSeats = ['A1', 'A2', 'B1']
  const reload = async (svg: string, eventId: string) => {
    events.length = 0
    await backend.respond({ [model]: modelResponse(svg) })
    element.eventId = eventId
    await expect.poll(() => events.map(({ type }) => type)).toEqual(['model-load'])
  }
  const seat = (id: string, more = '') => `<rect data-seat="${id}" ${more} width="6" height="6"/>`
  await reload(drawing(seat('A1') + seat('A2', 'data-seat-taken=""')), '7')
  expect(pressed(element)).toEqual(['A1'])
  expect(element.selectedSeats).toEqual(['A1', 'B1'])
  await reload(plan, '8')
  expect(pressed(element)).toEqual(['A1', 'B1'])
  element.remove()
  await new Promise((settle) => setTimeout(settle, 20))
  events.length = 0
  document.body.append(element)
  // An element that is put back has its drawing.
  await expect.poll(() => marksIn(element)).toBe(10)
  expect(pressed(element)).toEqual(['A1', 'B1'])
  // A hidden element has no size, so that its seats are drawn when the page shows it.
  element.style.display = 'none'
  element.selectedSeats = ['C2']
  await expect.poll(() => marksIn(element)).toBe(0)
  element.style.display = ''
  const place = () => rootOf(element).querySelector('svg > g:last-child > polygon')?.getBoundingClientRect().left
  await expect.poll(place).toBe(seatOf(element, 'C2').getBoundingClientRect().left)
  expect(events).toEqual([])
  expect(await backend.requests(model)).toHaveLength(3)
})

test('another person does not find what the one before has chosen; what the page has set stays', async () => {
  const { element, events } = await mountSeats()
  const loaded = async (change: () => void) => {
    events.length = 0
    change()
    await expect.poll(() => events.map(({ type }) => type)).toContain('model-load')
  }
  await userEvent.click(page.getByRole('button', { name: 'Reihe A, Platz 1' }))
  await loaded(() => (element.sessionToken = 'of another'))
  expect([element.selectedSeats, pressed(element)]).toEqual([null, []])
  element.selectedSeats = ['A2']
  await loaded(() => (element.sessionToken = 'of a third'))
  expect(pressed(element)).toEqual(['A2'])
})

test('a drawing without marks has no buttons, and one with none that counts neither', async () => {
  const hidden =
    '<defs><rect data-seat="A1" width="9" height="9"/></defs><g aria-hidden="true"><rect data-seat="A2"/></g>'
  for (const inside of ['<rect width="9" height="9"/>', hidden, '<image data-seat="A1"/><rect data-seat=""/>']) {
    const { element } = await mountSeats(drawing(inside))
    const svg = rootOf(element).querySelector('svg')!
    expect(svg.getAttribute('role')).toBe('img')
    expect(svg.querySelectorAll('[role], [tabindex], [data-seat]')).toHaveLength(0)
  }
})

test('a mark in a mark is part of the outer one, and a drawing with seats is no image', async () => {
  const inside = '<g data-seat="T1"><rect data-seat="A1" width="9" height="9"/><title>Tisch 1</title></g>'
  const { element } = await mountSeats(drawing(inside, 'role="img" aria-label="Sitzplan"'))
  expect(rootOf(element).querySelectorAll('[role=button]')).toHaveLength(1)
  await userEvent.click(rootOf(element).querySelector('rect')!)
  expect(element.selectedSeats).toEqual(['T1'])
  expect(await axeViolations(element)).toEqual([])
})

test.each([
  ['64 characters', 'x'.repeat(64), 1],
  ['plain text with signs', 'Parkett “links” & Loge, Nr. 5/2 – ä ✓', 1],
  ['65 characters', 'x'.repeat(65), 0],
  ['markup', '<b>A1</b>', 0],
  ['a control character', 'A\u00071', 0],
  ['a line break', 'A\n1', 0],
  ['text that is turned round', 'A\u202E1', 0],
  ['nothing', '  ', 0]
])('an id of %s', async (_, id, count) => {
  const rect = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
  rect.setAttribute('data-seat', id)
  rect.setAttribute('data-seat-label', id.replaceAll('x', 'xxxx'))
  const { element } = await mountSeats(drawing(rect.outerHTML))
  const seats = rootOf(element).querySelectorAll('[role=button]')
  expect(seats).toHaveLength(count)
  expect(rootOf(element).querySelectorAll('[data-seat]')).toHaveLength(count)
})

test('five thousand seats are five listeners, and a key moves by one', async () => {
  const row = (y: number) =>
    Array.from({ length: 100 }, (_, x) => `<use data-seat="${y}-${x}" href="#c" x="${x}" y="${y}"/>`).join('')
  const listen = vi.spyOn(EventTarget.prototype, 'addEventListener')
  const rows = Array.from({ length: 50 }, (_, y) => row(y)).join('')
  const { element } = await mountSeats(drawing(`<symbol id="c"><rect width=".8" height=".8"/></symbol>${rows}`))
  const { calls, contexts } = listen.mock
  const ofDrawing = calls.filter((_, no) => contexts[no] instanceof SVGElement || contexts[no] instanceof ShadowRoot)
  expect(ofDrawing.map(([type]) => type).toSorted()).toEqual(['click', 'focusin', 'focusout', 'keydown', 'pointerdown'])
  await userEvent.keyboard('{Tab}{ArrowDown}{ArrowRight}{Enter}')
  expect(pressed(element)).toEqual(['1-1'])
  element.selectedSeats = Array.from({ length: 100 }, (_, x) => `9-${x}`)
  expect(pressed(element)).toHaveLength(100)
})
