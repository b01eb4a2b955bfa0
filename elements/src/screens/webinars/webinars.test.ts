import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { toGermanDate, today } from '@customer-center/contract/dates'
import { axeViolations, expectAccessible } from '../../../testing/axe.ts'
import { failure, foreign, success } from '../../../testing/mock-backend.ts'
import { beginWithWebinars, list, openWebinars as open, webinar } from '../../../testing/webinars.ts'

beforeEach(beginWithWebinars)

test('an entry has caption, gültig bis with its date where there is one, and a link that opens in a new tab without an opener', async () => {
  const { element } = await open(success([webinar('Arbeitsrecht', { WEB_GUELTIGBIS: '2026-12-31' }), webinar('Lohn')]))
  const link = page.getByRole('link', { name: 'zum Webinar: Arbeitsrecht (öffnet in einem neuen Tab)' })
  await expect.element(link).toMatchTextContent('zum Webinar')
  await expect.element(link).toHaveAttribute('target', '_blank')
  await expect.element(link).toHaveAttribute('rel', 'noopener')
  await expect.element(link).toHaveAttribute('href', 'https://webinar.example/raum/7?teilnehmer=1')
  await expect.element(page.getByText('Arbeitsrecht', { exact: true })).toBeVisible()
  expect(
    page
      .getByText(/^gültig bis/)
      .elements()
      .map((one) => one.textContent)
  ).toEqual(['gültig bis 31.12.2026'])
  await expectAccessible(element)
})

test.each([
  ['31.12.2026', '31.12.2026'],
  ['2026-11-20T23:30:00Z', '21.11.2026'],
  ['auf Widerruf', 'auf Widerruf']
])('the expiry date %s of any backend is shown as %s', async (date, shown) => {
  await open(success([webinar('Kurs', { WEB_GUELTIGBIS: date })]))
  await expect.element(page.getByText(`gültig bis ${shown}`, { exact: true })).toBeVisible()
})

test('a PDF link reads zum Skriptum, every other one zum Webinar', async () => {
  await open(success([webinar('A', { WEB_ISTPDF: true }), webinar('B'), webinar('C', { WEB_ISTPDF: null })]))
  await expect.element(page.getByText('zum Skriptum')).toBeVisible()
  const links = page.getByRole('link', { name: /öffnet in einem neuen Tab/ }).elements()
  expect(links.map((link) => link.textContent)).toEqual(['zum Skriptum', 'zum Webinar', 'zum Webinar'])
})

test.each([
  'javascript:alert(1)',
  ' JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://webinar.example/1',
  'ftp://webinar.example/1',
  'mailto:a@example.at',
  'https://',
  'http://[::bad'
])('%j is no link: its row says so', async (link) => {
  const { element } = await open(success([webinar('Kurs', { WEB_LINK: link })]))
  await expect.element(page.getByText('Link nicht nutzbar')).toBeVisible()
  expect(page.getByRole('link', { name: /öffnet in einem neuen Tab/ }).elements()).toHaveLength(0)
  expect(await axeViolations(element)).toEqual([])
})

test.each(['', null, 'null', ' '])('%j is none: only the caption is shown', async (link) => {
  await open(success([webinar('Kurs', { WEB_LINK: link })]), { config: foreign })
  await expect.element(page.getByText('Kurs', { exact: true })).toBeVisible()
  expect(page.getByRole('link', { name: /öffnet in einem neuen Tab/ }).elements()).toHaveLength(0)
  await expect.element(page.getByText('Link nicht nutzbar')).not.toBeInTheDocument()
})

test.each([
  ['//webinar.example/1', () => 'http://webinar.example/1'],
  ['/raum/7?t=1', (api: string) => new URL('/raum/7?t=1', api).href],
  ['raum/7', (api: string) => `${api}/raum/7`],
  [' ../raum ', (api: string) => new URL('raum', api).href]
])('the relative link %j counts from apiUrl', async (link, expected) => {
  const { backend } = await open(success([webinar('Kurs', { WEB_LINK: link })]))
  await expect.element(page.getByRole('link', { name: /^zum Webinar/ })).toHaveAttribute('href', expected(backend.api))
})

const dayFromToday = (days: number) => today(new Date(Date.now() + days * 86_400_000))

test('a webinar whose last day is over comes below the others and keeps its link, if the backend sends one', async () => {
  const { element } = await open(
    success([
      webinar('Vorbei', { WEB_GUELTIGBIS: dayFromToday(-1) }),
      webinar('Heute', { WEB_GUELTIGBIS: today() }),
      webinar('Immer')
    ])
  )
  await expect.element(page.getByRole('heading', { level: 2, name: 'Vergangen' })).toBeVisible()
  const captions = page.getByText(/^(Vorbei|Heute|Immer|Vergangen)$/).elements()
  expect(captions.map((one) => one.textContent)).toEqual(['Heute', 'Immer', 'Vergangen', 'Vorbei'])
  const links = page.getByRole('link', { name: /öffnet in einem neuen Tab/ }).elements()
  expect(links.map((one) => one.getAttribute('aria-label')?.split(' (')[0])).toEqual([
    'zum Webinar: Heute',
    'zum Webinar: Immer',
    'zum Webinar: Vorbei'
  ])
  const past = page.getByText('Vorbei', { exact: true }).element().closest('li')
  expect(past?.textContent).toBe(`Vorbeigültig bis ${toGermanDate(dayFromToday(-1))} · abgelaufenzum Webinar`)
  expect(await axeViolations(element)).toEqual([])
})

test('gültig bis stands out as a badge from a week before the last day to that day', async () => {
  const { element } = await open(
    success([-1, 0, 7, 8].map((days) => webinar(`Kurs ${days}`, { WEB_GUELTIGBIS: dayFromToday(days) })))
  )
  await expect.element(page.getByText('gültig bis 28.11.2026', { exact: true })).toBeVisible()
  const badges = [...element.shadowRoot!.querySelectorAll('.kc-badge.kc-failed')]
  expect(badges.map((one) => one.textContent)).toEqual(['gültig bis 20.11.2026', 'gültig bis 27.11.2026'])
  expect(await axeViolations(element)).toEqual([])
})

test('the event and its first day are asked for only where the configuration names them', async () => {
  const fieldCodes = { 'webinar.eventId': 'WEB_VERID', 'webinar.start': 'X_START' }
  const { backend } = await open(success([webinar('Kurs')]), { config: { fieldCodes } })
  await expect.element(page.getByText('Kurs', { exact: true })).toBeVisible()
  const [call] = await backend.requests(list)
  expect(call?.query['RES_FIELDS']).toBe('WEB_BEZEICHNUNG,WEB_LINK,WEB_GUELTIGBIS,WEB_ISTPDF,WEB_VERID,X_START')
})

test('without a past webinar there is no heading for them', async () => {
  await open(success([webinar('Kurs')]))
  await expect.element(page.getByText('Kurs', { exact: true })).toBeVisible()
  expect(page.getByRole('heading', { name: 'Vergangen' }).elements()).toHaveLength(0)
})

test('past webinars over several years are below the years in which they ended', async () => {
  const ends = Array.from({ length: 24 }, (_, index) => `${2025 - Math.floor(index / 12)}-03-01`)
  await open(success([...ends.map((end, index) => webinar(`Kurs ${index}`, { WEB_GUELTIGBIS: end })), webinar('Neu')]))
  await expect.element(page.getByText('Neu', { exact: true })).toBeVisible()
  const headings = page.getByRole('heading').elements().slice(-3)
  expect(headings.map((one) => `${one.localName} ${one.textContent}`)).toEqual(['h2 Vergangen', 'h3 2025', 'h3 2024'])
})

const names = 'WEB_BEZEICHNUNG,WEB_LINK,WEB_GUELTIGBIS,WEB_ISTPDF,WEB_VERID,WEB_BEGINN,WEB_STATUS,WEB_TEILNEHMER'

test('the call names the fields, and the company and person of the session’s customer', async () => {
  const { backend } = await open(success([webinar('Kurs')]))
  await expect.element(page.getByText('Kurs', { exact: true })).toBeVisible()
  const [call] = await backend.requests(list)
  expect(call?.query).toEqual({
    RES_FIELDS: names,
    company: '1',
    id: '1001'
  })
})

test('without the customer’s number the session decides', async () => {
  const { backend } = await open(success([webinar('Kurs')]), {
    customerSays: failure(403, 'Keine Berechtigung.')
  })
  await expect.element(page.getByText('Kurs', { exact: true })).toBeVisible()
  const [call] = await backend.requests(list)
  expect(call?.query).toEqual({ RES_FIELDS: names })
})

test('missing and odd values of any backend leave a sensible screen', async () => {
  await open(success([null, {}, webinar('Kurs', { WEB_GUELTIGBIS: 'null', WEB_LINK: 'null' })]), { config: foreign })
  await expect.element(page.getByText('Kurs', { exact: true })).toBeVisible()
  expect(page.getByRole('listitem').elements().length).toBeGreaterThanOrEqual(2)
  expect(document.body.textContent).not.toMatch(/Invalid|null|undefined|gültig/)
})

test('at 390 px nothing is wider than the element, with captions of 200 characters', async () => {
  const caption = 'Umsatzsteuervoranmeldungszeitraum'.repeat(7).slice(0, 200)
  const { element } = await open(success([webinar(caption)]))
  element.style.inlineSize = '390px'
  await expect.element(page.getByText(caption, { exact: true })).toBeVisible()
  expect(element.scrollWidth).toBeLessThanOrEqual(element.clientWidth)
})

test('a webinar of an event that is cancelled says so once, and has a link only if the backend sends one', async () => {
  const fieldCodes = { 'webinar.eventId': 'WEB_VERID', 'webinar.start': 'WEB_BEGINN', 'webinar.state': 'WEB_STATUS' }
  const off = { WEB_STATUS: 'cancelled', WEB_BEGINN: '2026-11-23', WEB_GUELTIGBIS: '2026-11-23' }
  const rows = [
    webinar('Beton', { ...off, WEB_LINK: null }),
    webinar('Statik', off),
    ...['Teil 1', 'Teil 2'].map((part) => webinar(`Lohn – ${part}`, { ...off, WEB_VERID: 7 })),
    webinar('Recht', { WEB_STATUS: 'confirmed' })
  ]
  const { element, backend } = await open(success(rows), { config: { fieldCodes } })
  await expect.element(page.getByText('Beton', { exact: true })).toBeVisible()
  const [call] = await backend.requests(list)
  expect(call?.query['RES_FIELDS']).toContain(',WEB_STATUS')
  expect(page.getByText('abgesagt', { exact: true }).elements()).toHaveLength(3)
  const links = page.getByRole('link', { name: /^zum Webinar/ }).elements()
  expect(links.map((link) => link.getAttribute('aria-label')?.split(' ')[2])).not.toContain('Beton')
  expect(links).toHaveLength(4)
  expect(await axeViolations(element)).toEqual([])
})

test('links of one day of an event are together below it and what their captions share, those of no event by equal captions', async () => {
  const of = (id: number, caption: string, more: object = {}) =>
    webinar(caption, { WEB_VERID: id, WEB_BEGINN: '2999-03-02', ...more })
  const { element } = await open(
    success([
      of(1, 'Arbeitsrecht', { WEB_TEILNEHMER: 'Eva Maier', WEB_GUELTIGBIS: '2999-12-31' }),
      webinar('Für alle'),
      of(2, 'Lohn'),
      of(1, 'Arbeitsrecht', { WEB_TEILNEHMER: 'Jan Novák' }),
      of(1, 'Arbeitsrecht'),
      webinar('Für alle')
    ])
  )
  await expect.element(page.getByRole('heading', { level: 3, name: 'Sa, 02.03.2999 Arbeitsrecht' })).toBeVisible()
  const captions = [...(element.shadowRoot?.querySelectorAll('[part=webinar] p:not([class])') ?? [])]
  expect(captions.map((one) => one.textContent)).toEqual([
    'Arbeitsrecht – Eva Maier',
    'Arbeitsrecht – Jan Novák',
    'Arbeitsrecht',
    'Lohn',
    'Für alle',
    'Für alle'
  ])
  expect(
    page
      .getByRole('heading', { level: 3 })
      .elements()
      .map((one) => one.textContent)
  ).toEqual(['Sa,\u00A002.03.2999 Arbeitsrecht', 'Für alle'])
  await expect.element(page.getByText('gültig bis 31.12.2999')).toBeVisible()
  expect(await axeViolations(element)).toEqual([])
})

test('the next webinar comes first; one without a day keeps its place behind those to come, and one that has begun is below them', async () => {
  const on = (caption: string, event: number, start: string | null, more: object = {}) =>
    webinar(caption, { WEB_VERID: event, WEB_BEGINN: start, WEB_GUELTIGBIS: '2999-12-31', ...more })
  const { element } = await open(
    success([
      on('Immer', 3, null),
      on('Lohn – Spät', 1, '2998-10-27'),
      on('Recht', 2, '2997-05-01'),
      on('Begonnen', 4, '2026-11-19'),
      on('Lohn – Bald', 1, '2997-01-02'),
      on('Aufzeichnung', 5, '2026-11-18', { WEB_GUELTIGBIS: null }),
      on('Läuft noch', 6, '2026-11-19', { WEB_GUELTIGBIS: '2026-11-21' })
    ])
  )
  await expect.element(page.getByRole('heading', { level: 2, name: 'Weiterhin verfügbar' })).toBeVisible()
  const lines = [...(element.shadowRoot?.querySelectorAll('[part=webinar] p:not([class]), h2') ?? [])]
  expect(lines.map((one) => one.textContent)).toEqual([
    'Kommende',
    'Läuft noch',
    'Lohn – Bald',
    'Recht',
    'Lohn – Spät',
    'Immer',
    'Weiterhin verfügbar',
    'Begonnen',
    'Aufzeichnung'
  ])
})

test.each(['1000px', '390px'])('a caption stays one text when a search marks a word in it: at %s', async (width) => {
  const { element } = await open(success([webinar('Live: Excel für alle')]))
  element.style.inlineSize = width
  const text = page.getByText('Live: Excel für alle', { exact: true })
  await expect.element(text).toBeVisible()
  const before = text.element().getBoundingClientRect().width
  await page.getByRole('searchbox').fill('excel')
  await expect.element(page.getByText('Excel', { exact: true })).toBeVisible()
  const box = page.getByText('Excel', { exact: true }).element().parentElement!
  expect(box.textContent).toBe('Live: Excel für alle')
  expect(box.tagName).toBe('SPAN')
  expect(Math.abs(box.getBoundingClientRect().width - before)).toBeLessThan(2)
})

const persons = ['Eva Maier', 'Jan Novák', 'Ida Berger', 'Max Moser', 'Pia Huber']

const colleagues = [null, ...persons].map((name) =>
  webinar('Live: Lohn', { WEB_VERID: 1, WEB_BEGINN: '2999-03-02', WEB_TEILNEHMER: name })
)

test('whoever sees the links of colleagues has them in a closed group, which the address and a search open', async () => {
  const { element } = await open(success([...colleagues, webinar('Kurs')]), { seesColleagues: true })
  const group = page.getByRole('button', { name: 'Weitere Teilnehmer 5', exact: true })
  await expect.element(group).toHaveAttribute('aria-expanded', 'false')
  await expect.element(group).toHaveAccessibleDescription('Sa,\u00A002.03.2999 Live: Lohn')
  const links = () => page.getByRole('link', { name: /öffnet in einem neuen Tab/ }).elements()
  expect(links()).toHaveLength(2)
  await group.click()
  await expect.element(page.getByRole('link', { name: /^zum Webinar: Live: Lohn – Jan Novák/ })).toBeVisible()
  expect(await axeViolations(element)).toEqual([])
  expect(location.hash).toBe('#/webinars?open=1-2999-03-02')
  await group.click()
  await page.getByRole('searchbox').fill('Lohn')
  await expect.element(group).toHaveAttribute('aria-expanded', 'true')
})

test('up to five links of an event all stand open', async () => {
  await open(success(colleagues.slice(0, 5)), { seesColleagues: true })
  await expect.element(page.getByRole('link', { name: /^zum Webinar: Live: Lohn – Max Moser/ })).toBeVisible()
  await expect.element(page.getByRole('button', { name: /Teilnehmer/ })).not.toBeInTheDocument()
})

test('colleagues are all participants for whoever takes no part, and no entry repeats the day of its group', async () => {
  const [own, ...others] = colleagues
  const { element } = await open(success([{ ...own, WEB_ISTPDF: true }, ...others]), { seesColleagues: true })
  await page.getByRole('button', { name: 'Teilnehmer 5', exact: true }).click()
  expect(element.shadowRoot?.querySelectorAll('[part=webinar]')).toHaveLength(6)
  expect(element.shadowRoot?.querySelectorAll('[part=webinar] .kc-date')).toHaveLength(0)
})

test('links with words behind what they share stay in sight, as the days of an event do', async () => {
  const days = [1, 2, 3, 4, 5, 6].map((day) => webinar(`Lohn – Tag ${day}`, { WEB_VERID: 1 }))
  await open(success(days), { seesColleagues: true })
  await expect.element(page.getByRole('link', { name: /^zum Webinar: Lohn – Tag 2/ })).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Teilnehmer/ })).not.toBeInTheDocument()
})

test('whoever sees no links of colleagues has all in sight', async () => {
  await open(success(colleagues))
  await expect.element(page.getByText('Jan Novák')).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Teilnehmer/ })).not.toBeInTheDocument()
})

test('an entry shows below the title of its group what only its caption says, the name first; all of it where that is nothing', async () => {
  const of = (caption: string, more: object = {}) =>
    webinar(caption, { WEB_VERID: 1, WEB_GUELTIGBIS: '2999-12-31', ...more })
  const { element } = await open(
    success([
      of('Live: Lohn – Neu'),
      of('Live: Lohn – Neu', { WEB_TEILNEHMER: 'Jan Novák' }),
      of('Live: Lohn – Neu – Tag 2', { WEB_TEILNEHMER: 'Jan Novák' }),
      of('Folien: Lohn – Neu'),
      webinar('Kurs', { WEB_GUELTIGBIS: '2999-12-31' }),
      webinar('Kurs')
    ])
  )
  await expect.element(page.getByRole('heading', { level: 3, name: 'Lohn – Neu' })).toBeVisible()
  const entries = [...(element.shadowRoot?.querySelectorAll<HTMLElement>('[part=webinar] > div') ?? [])]
  const seen = (entry: HTMLElement) => {
    const hidden = [...entry.querySelectorAll('.kc-hidden')].map((one) => one.textContent)
    return hidden.reduce((shown, one) => shown.replace(one ?? '', '|'), entry.textContent ?? '')
  }
  expect(entries.map((one) => one.querySelector('p')?.textContent)).toEqual([
    'Live: Lohn – Neu',
    'Live: Lohn – Neu – Jan Novák',
    'Live: Lohn – Neu – Tag 2 – Jan Novák',
    'Folien: Lohn – Neu',
    'Kurs',
    'Kurs'
  ])
  expect(entries.map(seen)).toEqual(['Live|', 'Live||Jan Novák', 'Live||Tag 2 – Jan Novák', 'Folien|', 'Kurs', 'Kurs'])
  expect(await axeViolations(element)).toEqual([])
})

test('groups are 24 px apart, and a webinar that is over is softer than one to come', async () => {
  const two = (id: number, until: string) =>
    ['Teil 1', 'Teil 2'].map((part) =>
      webinar(`Kurs ${id} – ${part}`, { WEB_VERID: id, WEB_BEGINN: until, WEB_GUELTIGBIS: until })
    )
  const { element } = await open(success([...two(1, '2999-03-02'), ...two(2, '2999-03-03'), ...two(3, '2026-01-02')]))
  await expect.element(page.getByRole('heading', { level: 2, name: 'Kommende' })).toBeVisible()
  const groups = [...element.shadowRoot!.querySelectorAll('.kc-webinar-group')]
  const [first, second] = groups.map((one) => one.getBoundingClientRect())
  expect(second!.top - first!.bottom).toBe(24)
  const [coming, , past] = groups.map((one) => getComputedStyle(one.querySelector('[part=webinar] > div')!).color)
  expect(past).not.toBe(coming)
})
