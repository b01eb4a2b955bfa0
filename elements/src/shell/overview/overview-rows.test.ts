import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { today } from '@customer-center/contract/dates'
import type { RightName } from '@customer-center/contract/rights'
import { axeViolations } from '../../../testing/axe.ts'
import { failure, foreign, type MockResponse, mountLoggedIn, success } from '../../../testing/mock-backend.ts'
import { watchDownloads } from '../../../testing/tabs.ts'

const call = 'GET /api/overview'
/** At this hour it is the same day in every time zone. */
const now = new Date('2026-11-20T11:00:00Z')
const inDays = (days: number): string => today(new Date(now.getTime() + days * 86_400_000))

const seminar = {
  eventId: 'V-7',
  caption: 'Datenschutz im Betrieb',
  from: '2099-12-04',
  to: '2099-12-04',
  location: 'Salzburg, Staatsbrücke 1',
  persons: 2,
  webinarLink: null
}
const overdue = { no: '2026-10018', amount: '1992.00', currency: 'EUR', dueDate: '2026-10-08' }
const news = {
  person: 'Mag. Anna Huber',
  customer: 'Huber Bau GmbH',
  nextEvent: '2099-12-04',
  lastEvent: '2026-11-05',
  lastInvoice: '2026-09-24',
  lastVisit: '2026-11-15',
  contacts: 26,
  nextEvents: [seminar],
  openInvoices: { count: 1, sums: [{ currency: 'EUR', amount: '1992.00' }], first: overdue },
  newDocuments: [{ eventId: 7, caption: 'Arbeitsrecht kompakt', count: 4 }],
  readyJobs: 0
}
const nothing = {
  ...news,
  nextEvent: null,
  nextEvents: [],
  openInvoices: { count: 0, sums: [], first: null },
  newDocuments: [],
  readyJobs: 0
}

const rows = page.getByRole('list', { name: 'Heute' }).getByRole('listitem')
const row = (index: number) => rows.nth(index)
const tile = (heading: string, name: RegExp) =>
  page.getByRole('navigation', { name: heading }).getByRole('link', { name })

async function open(answer: MockResponse, right: RightName = 'admin') {
  return mountLoggedIn(right, { ...foreign, features: ['overview', 'calendar'] }, { [call]: answer })
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }))

test('three rows name the next event, what is to be paid and what is new, each with the way there', async () => {
  const { element } = await open(success(news))
  await expect.element(row(0)).toMatchTextContent('Fr, 04.12.2099 Datenschutz im Betrieb · Salzburg · 2 Teilnehmer')
  await expect.element(row(1)).toMatchTextContent('1.992,00 € offen fällig seit 08.10.2026 · Rechnung 2026-10018')
  await expect.element(row(2)).toMatchTextContent('4 Unterlagen Arbeitsrecht kompakt')
  await expect.element(page.getByText('Huber Bau GmbH · Mag. Anna Huber')).toBeVisible()
  await expect.element(tile('Übersicht', /^Rechnungen/)).toMatchTextContent('1 offen')
  await expect.element(tile('Übersicht', /^Skripte/)).toMatchTextContent('4 neu')
  expect(await axeViolations(element)).toEqual([])
  await page.getByRole('link', { name: 'Rechnung ansehen: Rechnung 2026-10018' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Rechnungen' })).toBeVisible()
  history.back()
  await page.getByRole('link', { name: 'Unterlagen ansehen: Arbeitsrecht kompakt' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Skripte' })).toBeVisible()
})

test('one click puts the next event into the calendar', async () => {
  const downloads = watchDownloads()
  const { backend } = await open(success(news))
  await backend.respond({ 'GET /api/calendar/event': success({ DOK_NAME: 'Event 7.ics', DOK_DATEN: btoa('BEGIN') }) })
  await page.getByRole('button', { name: 'In den Kalender: Datenschutz im Betrieb' }).click()
  await expect.poll(() => downloads.map(({ name }) => name)).toEqual(['Event 7.ics'])
  const [request] = await backend.requests('GET /api/calendar/event')
  expect(request?.query).toEqual({ eventId: 'V-7' })
})

const webinarLink = 'https://webinar.example/7'
const join = page.getByRole('link', { name: /^Teilnehmen: Datenschutz/ })

test.each([
  ['today', { from: inDays(0), to: null }, /^Heute Datenschutz/],
  [
    'since yesterday, until tomorrow',
    { from: inDays(-1), to: inDays(1) },
    /^Heute, bis \d{2}\.\d{2}\.\d{4} Datenschutz/
  ]
])('an event that runs %s is joined from here', async (_, days, start) => {
  await open(success({ ...news, nextEvents: [{ ...seminar, ...days, webinarLink }] }))
  await expect.element(row(0)).toMatchTextContent(start)
  await expect.element(join).toHaveAttribute('href', webinarLink)
  await expect.element(join).toHaveAttribute('rel', 'noopener')
})

test.each([
  ['to come', { from: inDays(1), to: inDays(2), webinarLink }],
  ['that runs without a link', { from: inDays(0), to: inDays(0), webinarLink: null }],
  ['that runs with a script as its link', { from: inDays(0), to: inDays(0), webinarLink: 'javascript:alert(1)' }]
])('an event %s cannot be joined', async (_, event) => {
  await open(success({ ...news, nextEvents: [{ ...seminar, ...event }] }))
  await expect.element(page.getByRole('button', { name: /^In den Kalender/ })).toBeVisible()
  await expect.element(join).not.toBeInTheDocument()
})

test.each([
  [1, 'morgen'],
  [2, 'in 2 Tagen'],
  [99, 'in 99 Tagen'],
  [100, null],
  [0, null],
  [-1, null]
])('the next event says how many days are left, of at most 99: %i', async (left, words) => {
  await open(success({ ...news, nextEvents: [{ ...seminar, from: inDays(left), to: inDays(left + 3) }] }))
  await expect.element(row(0)).toMatchTextContent('Datenschutz')
  const lead = row(0).element().querySelector('.kc-lead')?.textContent
  expect(lead?.replaceAll('\u00A0', ' ').match(/ · (.*)/)?.[1] ?? null).toBe(words)
})

test('an event of several days has both its days', async () => {
  await open(success({ ...news, nextEvents: [{ ...seminar, to: '2099-12-06', location: null, persons: 1 }] }))
  await expect.element(row(0)).toMatchTextContent(/^Fr, 04\.12\.2099 – 06\.12\.2099 Datenschutz im Betrieb(In den|$)/)
})

test.each([
  ['overdue', inDays(-1), /fällig seit/, true],
  ['due today', inDays(0), /fällig am/, false],
  ['due later', inDays(9), /fällig am/, false],
  ['without a day to pay', null, /Rechnung 2026-10018/, false]
])('an invoice that is %s is loud only if it is overdue', async (_, dueDate, words, isLoud) => {
  const openInvoices = { ...news.openInvoices, first: { ...overdue, dueDate } }
  const { element } = await open(success({ ...news, openInvoices }))
  await expect.element(row(1)).toMatchTextContent(words)
  const colour = getComputedStyle(row(1).getByText(words).element()).color
  const soft = getComputedStyle(element.shadowRoot!.querySelector('.kc-details')!).color
  expect(colour !== soft).toBe(isLoud)
})

test('several open invoices are added up by currency', async () => {
  const sums = [
    { currency: 'CHF', amount: '200.50' },
    { currency: 'EUR', amount: 2310 }
  ]
  await open(success({ ...news, openInvoices: { count: '4', sums, first: overdue } }))
  await expect
    .element(row(1))
    .toMatchTextContent(
      '200,50 CHF + 2.310,00 € offen Rechnung 2026-10018 · 1.992,00 € fällig seit 08.10.2026 · 4 Rechnungen'
    )
})

test('the tiles of orders and webinars name what the row of the next event does not', async () => {
  const later = { ...seminar, eventId: 'V-8', from: inDays(21), to: inDays(22) }
  const online = { ...seminar, eventId: 'V-9', from: '2100-01-08', to: '2100-01-08', webinarLink }
  await open(success({ ...news, nextEvents: [seminar, later, online] }))
  await expect.element(tile('Übersicht', /^Bestellungen/)).toMatchTextContent(/danach 11\.12\.$/)
  await expect.element(tile('Übersicht', /^Webinare/)).toMatchTextContent('nächstes am 08.01.2100')
  const labels = rows.elements().map((one) => getComputedStyle(one, '::before').content)
  expect(labels).toEqual(['"Nächstes Event"', '"Offen"', '"Neu"'])
})

test.each([
  [181, /am 20\.05\.$/],
  [182, /am 21\.05\.2027$/],
  [-181, /am 23\.05\.$/],
  [-182, /am 22\.05\.2026$/]
])('a tile names a day without its year only if that is less than half a year away: %i days', async (days, words) => {
  await open(success({ ...nothing, nextEvent: inDays(days) }))
  await expect.element(tile('Übersicht', /^Bestellungen/)).toMatchTextContent(words)
})

test('what there is nothing of says so', async () => {
  await open(success(nothing))
  await expect.element(row(0)).toMatchTextContent('Kein Event geplant.')
  await expect.element(row(1)).toMatchTextContent('Alles bezahlt.')
  await expect.element(row(2)).toMatchTextContent('Nichts Neues seit Ihrem letzten Besuch.')
  await expect.element(tile('Übersicht', /^Rechnungen/)).toMatchTextContent(/letzte vom 24\.09\.$/)
})

test('the first visit says what will stand there', async () => {
  await open(success({ ...nothing, newDocuments: null, lastVisit: null, customer: null }))
  await expect.element(row(2)).toMatchTextContent('Was neu ist, steht ab jetzt hier.')
  await expect.element(page.getByText('Mag. Anna Huber', { exact: true })).toBeVisible()
})

test('documents of several events and confirmations that have been made share a row', async () => {
  const newDocuments = [...news.newDocuments, { eventId: 8, caption: null, count: 1 }, { eventId: 9, count: '2' }]
  await open(success({ ...news, newDocuments, readyJobs: 2 }))
  await expect
    .element(row(2))
    .toMatchTextContent('4 Unterlagen Arbeitsrecht kompakt · 3 zu weiteren Events · 2 Dokumente sind fertig')
  await page.getByRole('link', { name: '2 Dokumente sind fertig' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Bestätigungen' })).toBeVisible()
})

test('a confirmation that has been made is news by itself', async () => {
  await open(success({ ...nothing, readyJobs: '1' }))
  await expect.element(row(2)).toMatchTextContent('1 Dokument ist fertig')
  await expect.element(page.getByRole('link', { name: 'Dokumente ansehen' })).toBeVisible()
})

test.each(['contact', 'shoplight'] as const)('%s has no row of invoices', async (right) => {
  await open(success({ ...news, openInvoices: null, lastInvoice: null, contacts: null }), right)
  await expect.element(row(1)).toMatchTextContent('4 Unterlagen')
  expect(rows.elements()).toHaveLength(2)
})

test('an older backend’s shorter answer fills what it can', async () => {
  const { nextEvent, lastInvoice, lastVisit, person } = news
  await open(success({ person, nextEvent, lastInvoice, lastVisit, newDocuments: '3' }))
  await expect.element(row(0)).toMatchTextContent('Fr, 04.12.2099')
  await expect.element(row(1)).toMatchTextContent('Derzeit nicht verfügbar.')
  await expect.element(row(2)).toMatchTextContent('3 Unterlagen seit 15.11.2026')
  await expect.element(tile('Übersicht', /^Rechnungen/)).toMatchTextContent(/letzte vom 24\.09\.$/)
})

test('the contacts are counted on their tile, whether the overview or that page comes first', async () => {
  history.replaceState(null, '', '#/mydata')
  const { backend } = await open(success(news))
  await expect.element(tile('Meine Daten', /^Kontakte/)).toMatchTextContent('Kontakte26')
  await page.getByRole('link', { name: 'Übersicht' }).first().click()
  await expect.element(row(0)).toMatchTextContent('Datenschutz')
  expect(await backend.requests(call)).toHaveLength(1)
})

test('a person who may not open the contacts is not told their number, whatever the backend sends', async () => {
  await open(success(news), 'contact')
  await expect.element(tile('Übersicht', /^Bestätigungen/)).toMatchTextContent(/letzte vom 05\.11\.$/)
  await expect.element(tile('Übersicht', /^Meine Daten/)).toMatchTextContent(/^Meine Daten$/)
})

const long = 'Die Geschäftsführerhaftung und ihre Vermeidung im Konzern, mit Beispielen aus der Praxis und Mustern'
const answers: [string, RightName, object][] = [
  [
    'long captions and two actions',
    'admin',
    {
      ...news,
      nextEvents: [{ ...seminar, caption: long, to: '2099-12-06' }],
      newDocuments: [{ eventId: 1, caption: long, count: 12 }],
      readyJobs: 3
    }
  ],
  [
    'an event that runs',
    'admin',
    { ...news, nextEvents: [{ ...seminar, caption: long, from: inDays(-1), to: inDays(1), webinarLink }] }
  ],
  ['an event in some days', 'admin', { ...news, nextEvents: [{ ...seminar, from: inDays(99), to: inDays(99) }] }],
  ['nothing', 'admin', nothing],
  ['the right contact', 'contact', { ...news, openInvoices: null }],
  ['an older backend', 'shoplight', { person: 'Anna Huber' }]
]

const twoDue = {
  count: 12,
  sums: [{ currency: 'EUR', amount: '123498.00' }],
  due: [{ currency: 'EUR', amount: '101782.00' }],
  first: overdue
}

test('the part of the sum that is due comes from the backend', async () => {
  await open(success({ ...news, openInvoices: twoDue }))
  await expect
    .element(row(1))
    .toMatchTextContent('123.498,00 € offen davon 101.782,00 € fällig seit 08.10.2026 · 12 Rechnungen')
  await expect.element(page.getByRole('link', { name: 'Rechnungen ansehen' })).toBeVisible()
})

test.each(['1000px', '664px', '390px', '300px', '270px'])('money is never cut: at %s', async (width) => {
  document.body.style.inlineSize = width
  onTestFinished(() => void (document.body.style.inlineSize = ''))
  await open(success({ ...news, openInvoices: twoDue }))
  await expect.element(row(1)).toMatchTextContent('davon')
  const shown = [...row(1).element().querySelectorAll('.kc-lead, .kc-money > :first-child, .kc-money')]
  for (const one of shown) expect(one.scrollWidth).toBeLessThanOrEqual(one.clientWidth)
  const [, details, money] = shown
  expect(money!.getBoundingClientRect().bottom).toBeLessThanOrEqual(details!.getBoundingClientRect().bottom + 1)
})

test('a webinar of today comes before an event that began earlier, with its time', async () => {
  const nextEvents = [
    { ...seminar, from: inDays(-2), to: inDays(2) },
    { ...seminar, caption: 'Lohn online', from: inDays(0), to: inDays(0), starts: '09:00', webinarLink }
  ]
  await open(success({ ...news, nextEvents }))
  await expect.element(row(0)).toMatchTextContent('Heute · 09:00 Uhr Lohn online')
  await expect.element(page.getByRole('link', { name: /^Teilnehmen: Lohn online/ })).toBeVisible()
})

test.each<[RightName, string[]]>([
  ['admin', ['Nächstes Event', 'Offen', 'Neu']],
  ['contact', ['Nächstes Event', 'Neu']]
])('the rows and their labels are there before the answer, and stay where there is none: %s', async (right, labels) => {
  const { backend, element } = await open({ hang: true }, right)
  await expect.poll(() => backend.requests(call)).toHaveLength(1)
  const labelsOf = (root: HTMLElement) =>
    [...root.shadowRoot!.querySelectorAll<HTMLElement>('.kc-today li')].map((one) => one.dataset['label'])
  expect(labelsOf(element)).toEqual(labels)
  expect(element.shadowRoot!.querySelectorAll('.kc-today li > i')).toHaveLength(labels.length)
  element.remove()
  const { element: other } = await open(failure(500, 'Kaputt.'), right)
  await expect.element(row(labels.length - 1)).toMatchTextContent('Derzeit nicht verfügbar.')
  expect(labelsOf(other)).toEqual(labels)
})

for (const width of ['1000px', '390px', '300px'])
  test.each(answers)(`at ${width} nothing moves when the rows come: %s`, async (_, right, answer) => {
    const shifts: PerformanceEntry[] = []
    const observer = new PerformanceObserver((list) => shifts.push(...list.getEntries()))
    observer.observe({ type: 'layout-shift' })
    document.body.style.inlineSize = width
    onTestFinished(() => {
      observer.disconnect()
      document.body.style.inlineSize = ''
    })
    const { element } = await open(success(answer), right)
    await expect.element(rows.last()).toBeVisible()
    // Layout shifts are reported with the frame that they happened in.
    await new Promise((settle) => requestAnimationFrame(() => requestAnimationFrame(settle)))
    expect([...shifts, ...observer.takeRecords()]).toEqual([])
    expect(element.scrollWidth).toBeLessThanOrEqual(element.clientWidth)
  })

test.each(['390px', '1000px'])('the second way of a row is as large as a finger: at %s', async (width) => {
  document.body.style.inlineSize = width
  const { element } = await open(success({ ...news, readyJobs: 2 }))
  const link = page.getByRole('link', { name: '2 Dokumente sind fertig' })
  await expect.element(link).toBeVisible()
  const { left, top, height } = link.element().getBoundingClientRect()
  const middle = top + height / 2
  for (const away of [-20, 20])
    expect(element.shadowRoot!.elementFromPoint(left + 20, middle + away)).toBe(link.element())
})

test('a next event that is cancelled says so in place of its participants; the tile leads to one that takes place', async () => {
  const off = { ...seminar, state: 'cancelled', from: inDays(3), to: inDays(3) }
  const nextEvents = [off, { ...off, eventId: 8, from: inDays(4) }, { ...seminar, eventId: 9, from: inDays(9) }]
  await open(success({ ...news, nextEvents }))
  await expect.element(row(0)).toMatchTextContent('Mo, 23.11.2026 – abgesagt Datenschutz im Betrieb · Salzburg')
  expect(row(0).element().textContent).not.toContain('Teilnehmer')
  await expect.element(row(0).getByRole('button', { name: /^In den Kalender/ })).toBeVisible()
  await expect.element(page.getByRole('link', { name: /^Bestellungen.*danach 29\.11\.$/ }).first()).toBeVisible()
})
