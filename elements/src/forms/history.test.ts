import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { axeViolations } from '../../testing/axe.ts'
import { openContactForm } from '../../testing/contact-form.ts'
import { fieldDescriptor } from '../../testing/field-descriptor.ts'
import { failure, foreign, mountLoggedIn, type MockResponse, success } from '../../testing/mock-backend.ts'

const call = 'GET /api/history'
const company = {
  'GET /api/customer': success({ KND_FIRMA: 1, KND_ID: 20417, KND_NACHNAME: 'Donauraum GmbH', VERSION: 7 }),
  'GET /api/webshop/customerfields': success([
    fieldDescriptor('KND_NACHNAME', 'Firmenname'),
    fieldDescriptor('KND_VERGLEICHSFELD1', 'Branche')
  ]),
  'GET /api/webshop/getPossibleValues': success({ KND_VERGLEICHSFELD1: [{ key: 'A', value: 'Anlagenbau' }] })
}
const entry = (changes: object[], more: object = {}) => ({
  changedAt: '2026-11-21T23:05:00Z',
  changedBy: 'Katharina Brenner',
  isCreation: false,
  changes,
  ...more
})
const renamed = entry([{ code: 'KND_NACHNAME', old: 'Donau GmbH', new: 'Donauraum GmbH' }])

const button = page.getByRole('button', { name: 'Verlauf' })
const entries = page.getByRole('listitem').filter({ hasText: /(?:Geändert|Angelegt) am/ })

beforeEach(() => history.replaceState(null, '', '#/mydata/companydata'))

async function open(answer: MockResponse | MockResponse[], features = ['history']) {
  const mounted = await mountLoggedIn('admin', { features }, { ...company, [call]: answer })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Unternehmen' })).toBeVisible()
  return mounted
}

test('is asked for only when it is opened, and says who changed what, in the words of the form', async () => {
  const changed = entry([
    { code: 'KND_VERGLEICHSFELD1', old: null, new: 'A' },
    { code: 'KND_TELEFON', old: '01 234', new: null },
    { code: 'KND_UNBEKANNT', old: 1, new: 2 }
  ])
  const { backend, element } = await open(success({ entries: [changed, { ...renamed, changedBy: null }], next: null }))
  await expect.element(button).toHaveAttribute('aria-expanded', 'false')
  expect(await backend.requests(call)).toHaveLength(0)
  await button.click()
  await expect.element(entries).toHaveLength(2)
  const texts = entries.elements().map(({ textContent }) => textContent?.replaceAll(/\s+/g, ' '))
  expect(texts[0]).toBe(
    'Geändert am 22.11.2026 um 00:05 Uhr von Katharina BrennerBrancheleer → geändert in AnlagenbauBezeichnung01 234 → geändert in leer'
  )
  expect(texts[1]).toContain('Geändert am 22.11.2026 um 00:05 Uhr durch den Anbieter')
  expect(texts[1]).toContain('Donau GmbH → geändert in Donauraum GmbH')
  expect(await axeViolations(element)).toEqual([])
})

test.each([
  ['as our server sends them', {}, [false, true], [0, 1]],
  ['as texts', foreign, ['false', 'true'], ['0', '1']],
  ['with numbers for flags', foreign, [0, 1], ['0', 1]]
])('flags and choices are shown in the words of the form: %s', async (_, config, flags, salutations) => {
  const changes = [
    { code: 'ASP_AKTIV', old: flags[0], new: flags[1] },
    { code: 'ASP_ANREDE', old: salutations[0], new: salutations[1] }
  ]
  const answer = success({ entries: [entry(changes)], next: null })
  history.replaceState(null, '', '#/mydata/contacts')
  await openContactForm({ config: { features: ['history'], ...config }, answers: { [call]: answer } })
  await button.click()
  await expect
    .element(entries)
    .toMatchTextContent(
      'Geändert am 22.11.2026 um 00:05 Uhr von Katharina BrennerAktivNein → geändert in JaAnredeHerr → geändert in Frau'
    )
})

test('names an invoice that was sent, and who sent it', async () => {
  const sent = entry([{ code: 'no', old: null, new: '2026-10018' }], { isCreation: true })
  await open(success({ entries: [sent], next: null }))
  await button.click()
  await expect
    .element(page.getByRole('listitem').filter({ hasText: 'Gesendet am' }))
    .toMatchTextContent('Gesendet am 22.11.2026 um 00:05 Uhr von Katharina BrennerRechnung gesendet2026-10018')
})

test('names a contact that the provider has assigned to the company', async () => {
  const came = entry([{ code: 'contact', old: null, new: 'Anna Huber' }], { changedBy: null })
  await open(success({ entries: [came], next: null }))
  await button.click()
  await expect
    .element(entries)
    .toMatchTextContent(
      'Geändert am 22.11.2026 um 00:05 Uhr durch den AnbieterAnsprechpartner des Unternehmensleer → geändert in Anna Huber'
    )
})

test('shows older changes on demand, also when that fails once', async () => {
  const pages = [
    success({ entries: [renamed], next: '41' }),
    failure(503),
    success({ entries: [entry([{ code: 'KND_NACHNAME', old: null, new: 'Donau GmbH' }])], next: null })
  ]
  const { backend } = await open(pages)
  await button.click()
  await page.getByRole('button', { name: 'Ältere Änderungen anzeigen' }).click()
  await expect.element(page.getByText('Der Verlauf konnte nicht geladen werden.')).toBeVisible()
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect.element(entries).toHaveLength(2)
  await expect.element(page.getByRole('button', { name: 'Ältere Änderungen anzeigen' })).not.toBeInTheDocument()
  const asked = await backend.requests(call)
  expect(asked.map(({ query }) => query)).toEqual([{}, { before: '41' }, { before: '41' }])
})

test('says that nothing was changed yet', async () => {
  await open(success({ entries: [], next: null }))
  await button.click()
  await expect.element(page.getByText('Es wurde noch nichts geändert.')).toBeVisible()
})

test('says that it could not be loaded, and loads on demand', async () => {
  await open([failure(503), success({ entries: [renamed], next: null })])
  await button.click()
  await expect.element(page.getByText('Der Verlauf konnte nicht geladen werden.')).toBeVisible()
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect.element(entries).toHaveLength(1)
})

test('wraps the longest values on a phone', async () => {
  await page.viewport(320, 700)
  const long = 'x'.repeat(200)
  const { element } = await open(
    success({ entries: [entry([{ code: 'KND_NACHNAME', old: long, new: long }])], next: null })
  )
  await button.click()
  await expect.element(entries).toHaveLength(1)
  expect(element.scrollWidth).toBeLessThanOrEqual(element.clientWidth)
})

test('is not offered by a backend that does not announce it', async () => {
  const { backend } = await open(success({ entries: [], next: null }), [])
  await expect.element(page.getByRole('button', { name: 'Speichern' })).toBeVisible()
  await expect.element(button).not.toBeInTheDocument()
  expect(await backend.requests(call)).toHaveLength(0)
})
