import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { axeViolations, expectAccessible } from '../../../testing/axe.ts'
import { foreign, type MockResponse, mountLoggedIn, success } from '../../../testing/mock-backend.ts'
import { setPhoneViewport } from '../../../testing/phone-viewport.ts'
import { watchDownloads } from '../../../testing/tabs.ts'

const list = 'GET /api/eventmanager/ordersbysubscriber'

const event = (caption: string, more: object = {}) => ({
  caption,
  eventId: 7,
  no: 1,
  from: '2026-03-02',
  to: '2026-03-02',
  location: 'Linz',
  participants: [{ caption: 'Eva Maier' }, { caption: 'Dr. Jan Novák' }],
  ...more
})

const order = (no: number, more: object = {}) => ({
  no,
  date: '2026-02-14T09:30:00+01:00',
  orderedFrom: 'Eva Maier',
  events: [event(`Kurs ${no}`)],
  ...more
})

beforeEach(() => history.replaceState(null, '', '#/orders'))

async function open(answer: MockResponse | MockResponse[], config = {}) {
  const { backend, element } = await mountLoggedIn('shopfull', config, { [list]: answer })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Bestellungen' })).toBeVisible()
  return { backend, element }
}

const participants = () => page.getByRole('button', { name: /^Teilnehmer/ })

test('the columns are order number, order date and orderer, and each order lists date, caption and location of its events', async () => {
  const { element, backend } = await open(
    success([
      order(4711, { events: [event('Arbeitsrecht'), event('Steuern', { to: '2026-03-04', location: 'Wien' })] })
    ])
  )
  await expect.element(page.getByText('Arbeitsrecht')).toBeVisible()
  const headers = page.getByRole('columnheader').elements()
  expect(headers.map((header) => header.textContent)).toEqual(['Bestellnummer', 'Bestelldatum', 'Besteller'])
  const cells = page.getByRole('cell').elements().slice(0, 3)
  expect(cells.map((cell) => cell.textContent)).toEqual(['4711', '14.02.2026', 'Eva Maier'])
  const events = page.getByRole('list', { name: 'Events' }).getByRole('listitem').elements()
  expect(events.map((one) => [...one.querySelectorAll(':scope > :is(p, h2)')].map((part) => part.textContent))).toEqual(
    [
      ['02.03.2026', 'Arbeitsrecht', 'Linz'],
      ['02.03.2026 – 04.03.2026', 'Steuern', 'Wien']
    ]
  )
  expect(await axeViolations(element)).toEqual([])
  const [call] = await backend.requests(list)
  expect(call?.query).toEqual({})
})

test('Teilnehmer is collapsed at first, toggles by mouse and by keyboard, and says which event it belongs to', async () => {
  const { element } = await open(success([order(1), order(2)]))
  await expect
    .poll(() =>
      participants()
        .elements()
        .map((one) => one.getAttribute('aria-expanded'))
    )
    .toEqual(['false', 'false'])
  await expect.element(participants().nth(1)).toHaveAccessibleDescription('Kurs 2')
  expect(page.getByText('Dr. Jan Novák').elements()).toHaveLength(0)
  await participants().first().click()
  await expect.element(page.getByText('Dr. Jan Novák')).toBeVisible()
  expect(await axeViolations(element)).toEqual([])
  ;(participants().first().element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Dr. Jan Novák')).not.toBeVisible()
})

test('those who take part are counted and come first; the state of another booking is behind the name and is found', async () => {
  const states = ['booked', 'waiting', 'cancelled', 'rebooked', 'constructor', null, undefined]
  const people = states.map((state, index) => ({ caption: `Eva ${index}`, state }))
  const orders = Array.from({ length: 25 }, (_, no) => order(no))
  const { element } = await open(
    success([order(99, { events: [event('Steuern', { participants: people })] }), ...orders])
  )
  await participants().first().click()
  const items = () =>
    page
      .getByRole('list')
      .filter({ hasText: 'Eva 0' })
      .last()
      .getByRole('listitem')
      .elements()
      .map((one) => one.textContent)
  await expect
    .poll(items)
    .toEqual(['Eva 0', 'Eva 4', 'Eva 5', 'Eva 6', 'Eva 1 (Warteliste)', 'Eva 2 (storniert)', 'Eva 3 (umgebucht)'])
  await expect.element(participants().first()).toHaveAccessibleName('Teilnehmer 4 1 auf Warteliste')
  expect(await axeViolations(element)).toEqual([])
  await page.getByRole('searchbox').fill('storniert')
  await expect.poll(() => element.shadowRoot?.querySelectorAll('[part=order]').length).toBe(1)
  await expect.element(page.getByRole('cell', { name: '99', exact: true })).toBeVisible()
  await expect.element(page.getByText('storniert', { exact: true })).toBeVisible()
})

test('a booking in which nobody takes part any more says why beside its names', async () => {
  const people = ['cancelled', 'rebooked', 'cancelled'].map((state) => ({ caption: 'Eva Maier', state }))
  await open(success([order(1, { events: [event('Steuern', { participants: people })] })]))
  await expect.element(participants()).toHaveAccessibleName('Teilnehmer 0 2 storniert, 1 umgebucht')
})

test('nineteen orders with their events are no longer than 2,000 px on a desk, and each title is in one line', async () => {
  const title = 'Excel für Controlling und Rechnungswesen'
  const waiting = [{ caption: 'Eva Maier', state: 'waiting' }, { caption: 'Jan Novák' }]
  const days = { to: '2026-03-04', location: 'Salzburg, Staatsbrücke 1', participants: waiting }
  const orders = Array.from({ length: 19 }, (_, no) =>
    order(no, { events: no % 3 === 0 ? [event(title, days), event(title)] : [event(title)] })
  )
  const { element } = await open(success(orders))
  element.style.inlineSize = '1224px'
  const heading = page.getByRole('heading', { level: 2, name: title }).first()
  await expect.element(heading).toBeVisible()
  expect(element.shadowRoot!.querySelector('.kc-orders')!.getBoundingClientRect().height).toBeLessThan(2000)
  for (const one of element.shadowRoot!.querySelectorAll('.kc-ordered-event > h2'))
    expect(one.getBoundingClientRect().height).toBeLessThan(30)
})

test('on a phone number, date and orderer are one line, titles wrap, and a waiting list stands beside its participants', async () => {
  await setPhoneViewport('light')
  const title = 'Umsatzsteuer, Lohnverrechnung und Bilanzierung im grenzüberschreitenden Handel'
  const waiting = [{ caption: 'Eva Maier', state: 'waiting' }, { caption: 'Jan Novák' }]
  await open(success([order(700139, { events: [event(title, { participants: waiting })] })]))
  const boxOf = (one: ReturnType<typeof page.getByText>) => one.element().getBoundingClientRect()
  await expect.element(page.getByText('1 auf Warteliste')).toBeVisible()
  const [no, date, name] = ['700139', '14.02.2026', 'Eva Maier'].map((one) =>
    boxOf(page.getByText(one, { exact: true }))
  )
  expect(new Set([no!, date!, name!].map(({ top }) => Math.round(top))).size).toBe(1)
  expect(date!.left - no!.right).toBeLessThan(20)
  expect(boxOf(page.getByRole('heading', { name: title })).height).toBeGreaterThan(40)
  const { top, bottom } = boxOf(participants())
  const badge = boxOf(page.getByText('1 auf Warteliste'))
  expect([badge.top >= top, badge.bottom <= bottom]).toEqual([true, true])
})

test.each([
  ['2026-03-01T23:30:00Z', '02.03.2026'],
  ['2026-03-01T23:30:00+01:00', '01.03.2026'],
  ['2026-03-01', '01.03.2026'],
  ['01.03.2026', '01.03.2026'],
  ['gestern', 'gestern']
])('the order date %s of any backend is shown as %s', async (date, shown) => {
  await open(success([order(1, { date, events: [] })]))
  await expect.element(page.getByRole('cell').nth(1)).toMatchTextContent(shown)
})

test('the days of an ordered event are those of the provider, in whatever form each is sent', async () => {
  const form = { from: '02.03.2026', to: '2026-03-02T23:30:00Z' }
  await open(success([order(1, { events: [event('Steuern', form)] })]))
  await expect.element(page.getByText('02.03.2026 – 03.03.2026')).toBeVisible()
})

test('missing and odd values of any backend leave a sensible screen', async () => {
  const odd = {
    caption: null,
    from: 'bald',
    location: null,
    participants: [null, {}, { caption: [] }, { caption: ' ' }]
  }
  await open(
    success([null, {}, order(3, { date: 'gestern', orderedFrom: null, events: [null, event('', odd)] })]),
    foreign
  )
  await expect.element(page.getByRole('cell', { name: '3', exact: true })).toBeVisible()
  expect(participants().elements()).toHaveLength(0)
  expect(document.body.textContent).not.toMatch(/Invalid|null|undefined/)
})

test('at 390 px nothing is wider than the element, with names of 200 characters, and axe finds nothing', async () => {
  const name = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
    .repeat(3)
    .slice(0, 200)
  const { element } = await open(
    success([
      order(1, { orderedFrom: name, events: [event(name, { location: name, participants: [{ caption: name }] })] })
    ])
  )
  element.style.inlineSize = '390px'
  await participants().click()
  await expect.poll(() => page.getByText(name).elements()).toHaveLength(4)
  const right = element.getBoundingClientRect().right
  for (const one of page.getByText(name).elements())
    expect(one.getBoundingClientRect().right).toBeLessThanOrEqual(right)
  expect(element.scrollWidth).toBeLessThanOrEqual(element.clientWidth)
  // Further down the tools cover what is below them.
  scrollTo(0, 0)
  expect(await axeViolations(element)).toEqual([])
})

test('five hundred orders are all there, and build none of the participants that nobody has opened', async () => {
  const orders = Array.from({ length: 500 }, (_, no) => order(no, { events: [event('A'), event('B')] }))
  const { element } = await open(success(orders))
  const root = element.shadowRoot as ShadowRoot
  // A search by role reads every row, which takes seconds.
  await expect.poll(() => root.querySelectorAll('[part=order]').length).toBe(500)
  expect(root.querySelectorAll('.kc-participants')).toHaveLength(0)
})

test('the booked events to come are above the list by date, each once with all who take part', async () => {
  const on = (from: string, more: object) => ({ from, to: from, ...more })
  const waiting = [{ caption: 'Eva Maier', state: 'waiting' }]
  const { element } = await open(
    success([
      order(1, { events: [event('Später', on('2999-05-04', { eventId: 1 })), event('Vorbei')] }),
      order(2, {
        events: [
          event('Bald', on('2998-01-02', { eventId: 2, location: null, participants: [{ caption: 'Jan Novák' }] })),
          event('Später', on('2999-05-04', { eventId: 1, participants: [{ caption: 'Ivo Berg' }, ...waiting] })),
          event('Warteliste', on('2997-01-01', { eventId: 3, participants: waiting }))
        ]
      })
    ])
  )
  await expect.element(page.getByRole('button', { name: 'Kommende Events 2' })).toHaveAttribute('aria-expanded', 'true')
  const coming = [...(element.shadowRoot?.querySelectorAll('[part=coming-event]') ?? [])]
  expect(coming.map((one) => [...one.querySelectorAll('p')].map((line) => line.textContent))).toEqual([
    ['Di,\u00A002.01.2998', 'Bald', '', '1\u00A0Teilnehmer'],
    ['Sa,\u00A004.05.2999', 'Später', 'Linz', '3\u00A0Teilnehmer']
  ])
  const table = page.getByRole('table', { name: 'Bestellungen' }).element()
  expect(coming[0]!.compareDocumentPosition(table) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0)
  expect(await axeViolations(element)).toEqual([])
})

test('the days of an event are in one line on a desk, above and in the list', async () => {
  const days = { from: '2999-09-26', to: '2999-09-28' }
  const { element } = await open(success([order(1, { events: [event('Recht', days)] })]))
  await expect.element(page.getByText('Do, 26.09.2999 – 28.09.2999')).toBeVisible()
  for (const part of element.shadowRoot!.querySelectorAll('.kc-coming .kc-date, .kc-when'))
    expect(part.getBoundingClientRect().height).toBeLessThan(25)
})

test('the rows of events to come are equally high, whatever the length of their titles, which a phone shows whole', async () => {
  const on = { from: '2999-05-04', to: '2999-05-04' }
  const long = 'Umsatzsteuer, Lohnverrechnung und Bilanzierung im grenzüberschreitenden Handel'
  const events = [event('Kurz', { ...on, eventId: 1 }), event(long, { ...on, eventId: 2 })]
  const { element } = await open(success([order(1, { events })]))
  await expect.element(page.getByTitle(long).first()).toBeVisible()
  for (const width of [1280, 820]) {
    element.style.inlineSize = `${width}px`
    const rows = [...element.shadowRoot!.querySelectorAll('[part=coming-event]')]
    const [short = 0, other = 0] = rows.map((one) => one.getBoundingClientRect().height)
    // The first one may have a line above it.
    expect(Math.abs(short - other), `${width} px`).toBeLessThan(2)
  }
  element.style.inlineSize = '390px'
  const title = element.shadowRoot!.querySelector(`[part=coming-event] [title='${long}']`)!.parentElement!
  expect(title.scrollWidth).toBeLessThanOrEqual(title.clientWidth)
  expect(title.scrollHeight).toBeLessThanOrEqual(title.clientHeight)
  expect(title.getClientRects()[0]!.height).toBeGreaterThan(40)
})

test('an event to come can be taken into a calendar, one that is over or in which nobody takes part cannot', async () => {
  const downloads = watchDownloads()
  const ahead = { from: '2999-05-04', to: '2999-05-05' }
  const cancelled = [{ caption: 'Eva Maier', state: 'cancelled' }]
  const events = [
    event('Vorbei'),
    event('Später', { ...ahead, eventId: 'V-9' }),
    event('Abgesagt', { ...ahead, participants: cancelled }),
    event('Ohne Namen', { ...ahead, participants: undefined })
  ]
  const { backend } = await open(success([order(1, { events })]), { features: ['calendar'] })
  await backend.respond({ 'GET /api/calendar/event': success({ DOK_NAME: 'Event V-9.ics', DOK_DATEN: btoa('BEGIN') }) })
  await page.getByRole('button', { name: 'In den Kalender: Später' }).click()
  await expect
    .poll(() => downloads.map(({ name, type }) => [name, type]))
    .toEqual([['Event V-9.ics', 'text/calendar;charset=utf-8']])
  await expect.element(page.getByText('Download: Event V-9.ics')).toBeVisible()
  const [call] = await backend.requests('GET /api/calendar/event')
  expect(call?.query).toEqual({ eventId: 'V-9', no: '1' })
  expect(page.getByRole('button', { name: /^In den Kalender/ }).elements()).toHaveLength(2)
  for (const caption of ['Vorbei', 'Abgesagt'])
    await expect.element(page.getByRole('button', { name: `In den Kalender: ${caption}` })).not.toBeInTheDocument()
})

test.each([
  ['a search', async () => page.getByRole('searchbox').fill('kurs')],
  ['a year', async () => page.getByRole('combobox', { name: 'Jahr' }).selectOptions('2026')]
])('the events to come give way to what %s finds, and the field above both stays where it is', async (_, filter) => {
  const ahead = event('Später', { from: '2999-05-04', to: '2999-05-04' })
  await open(success([order(1, { events: [ahead], date: '2025-02-03' }), order(2)]))
  const coming = page.getByRole('button', { name: /^Kommende Events/ })
  await expect.element(coming).toBeVisible()
  const top = () => page.getByRole('searchbox').element().getBoundingClientRect().top
  const before = top()
  expect(before).toBeLessThan(coming.element().getBoundingClientRect().top)
  await filter()
  await expect.element(page.getByText('1 von 2 Bestellungen', { exact: true }).first()).toBeVisible()
  await expect.element(coming).not.toBeInTheDocument()
  expect(top()).toBe(before)
})

test('an event that is cancelled says so in its order and among those to come, and has nothing for the calendar; another state says nothing', async () => {
  const ahead = { from: '2999-05-04', to: '2999-05-05' }
  const events = [
    event('Beton', { ...ahead, state: 'cancelled' }),
    event('Statik', { ...ahead, eventId: 8, state: 'confirmed' }),
    event('Lohn', { ...ahead, eventId: 9, state: 'verschoben' })
  ]
  const { element } = await open(success([order(1, { events })]), { features: ['calendar'] })
  await expect.element(page.getByRole('heading', { name: 'Beton abgesagt', exact: true })).toBeVisible()
  for (const caption of ['Statik', 'Lohn'])
    await expect.element(page.getByRole('heading', { name: caption, exact: true })).toBeVisible()
  const coming = [...(element.shadowRoot?.querySelectorAll('[part=coming-event]') ?? [])]
  expect(
    coming.map((one) => [...one.querySelectorAll('div > p, .kc-persons')].map((part) => part.textContent))
  ).toEqual([
    ['Beton', ' abgesagt'],
    ['Statik', '2\u00A0Teilnehmer'],
    ['Lohn', '2\u00A0Teilnehmer']
  ])
  await expect.element(page.getByRole('button', { name: 'In den Kalender: Statik' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'In den Kalender: Beton' })).not.toBeInTheDocument()
  await expectAccessible(element)
})

test.each([[[]], [undefined], [null], [[null]]])('an order whose events are gone says so: %j', async (events) => {
  await open(success([order(4711, { events })]), foreign)
  await expect.element(page.getByText('Zu dieser Bestellung gibt es keine Events mehr.')).toBeVisible()
})

test('on paper each event has the names of its participants, and afterwards what was closed is closed', async () => {
  const { element } = await open(success([order(1), order(2)]))
  await expect.element(participants().first()).toHaveAttribute('aria-expanded', 'false')
  const count = () => element.shadowRoot!.querySelectorAll('.kc-participants li').length
  dispatchEvent(new Event('beforeprint'))
  expect(count()).toBe(4)
  for (const names of element.shadowRoot!.querySelectorAll('.kc-participants'))
    expect(names.getBoundingClientRect().height).toBeGreaterThan(0)
  dispatchEvent(new Event('afterprint'))
  await expect.element(participants().first()).toHaveAttribute('aria-expanded', 'false')
  await expect.element(page.getByText('Dr. Jan Novák')).not.toBeInTheDocument()
})
