import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { axeViolations } from '../../testing/axe.ts'
import { success } from '../../testing/mock-backend.ts'
import { beginWithWebinars, openWebinars as open, webinar } from '../../testing/webinars.ts'

beforeEach(beginWithWebinars)

test('links of one day of an event are together below it and what their captions share, those of no event by equal captions', async () => {
  const of = (id: number, caption: string, more: object = {}) =>
    webinar(caption, { WEB_VERID: id, WEB_BEGINN: '2999-03-02', ...more })
  const { element } = await open(
    success([
      of(1, 'Arbeitsrecht – Eva Maier', { WEB_GUELTIGBIS: '2999-12-31' }),
      webinar('Für alle'),
      of(2, 'Lohn'),
      of(1, 'Arbeitsrecht – Jan Novák'),
      of(1, 'Arbeitsrecht'),
      webinar('Für alle')
    ])
  )
  await expect.element(page.getByRole('heading', { level: 2, name: 'Sa, 02.03.2999 Arbeitsrecht' })).toBeVisible()
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
      .getByRole('heading', { level: 2 })
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

const persons = ['Eva Maier', 'Jan Novák', 'Ida Berger', 'Max Moser', 'Pia Huber']
const colleagues = ['Live: Lohn', ...persons.map((name) => `Live: Lohn – ${name}`)].map((caption) =>
  webinar(caption, { WEB_VERID: 1, WEB_BEGINN: '2999-03-02' })
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

test('links that all have words behind what they share stay in sight: those may be days of the event', async () => {
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
  const of = (caption: string) => webinar(caption, { WEB_VERID: 1, WEB_GUELTIGBIS: '2999-12-31' })
  const captions = ['Live: Lohn – Neu', 'Live: Lohn – Neu – Jan Novák', 'Folien: Lohn – Neu']
  const { element } = await open(
    success([...captions.map((one) => of(one)), webinar('Kurs', { WEB_GUELTIGBIS: '2999-12-31' }), webinar('Kurs')])
  )
  await expect.element(page.getByRole('heading', { level: 2, name: 'Lohn – Neu' })).toBeVisible()
  const entries = [...(element.shadowRoot?.querySelectorAll<HTMLElement>('[part=webinar] > div') ?? [])]
  const seen = (entry: HTMLElement) => {
    const hidden = [...entry.querySelectorAll('.kc-hidden')].map((one) => one.textContent)
    return hidden.reduce((shown, one) => shown.replace(one ?? '', '|'), entry.textContent ?? '')
  }
  expect(entries.map((one) => one.querySelector('p')?.textContent)).toEqual([...captions, 'Kurs', 'Kurs'])
  expect(entries.map(seen)).toEqual(['Live|', 'Live||Jan Novák', 'Folien|', 'Kurs', 'Kurs'])
  expect(await axeViolations(element)).toEqual([])
})
