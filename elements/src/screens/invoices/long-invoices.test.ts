import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { axeViolations } from '../../testing/axe.ts'
import { holdFirstResponse } from '../../testing/hold-responses.ts'
import { type MockResponses, mountLoggedIn, success } from '../../testing/mock-backend.ts'
import { watchDownloads } from '../../testing/tabs.ts'

beforeEach(() => {
  location.hash = '#/invoices'
  onTestFinished(() => void (location.hash = ''))
})

/** Makes ten invoices a year, the newest first. */
const invoices = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    companyNo: 1,
    controlNo: count - index,
    no: String(50_000 - index),
    date: `${2026 - Math.floor(index / 10)}-05-${String(28 - (index % 10)).padStart(2, '0')}`,
    documentHash: `key-${index}`
  }))

async function open(rows: readonly object[], answers: MockResponses = {}) {
  const { element } = await mountLoggedIn(
    'shopfull',
    {},
    { 'GET /api/eventmanager/invoicebysubscriber': success(rows), ...answers }
  )
  await expect.element(page.getByRole('table', { name: 'Rechnungen' })).toBeVisible()
  return element
}

const search = page.getByLabelText('Rechnungen durchsuchen')
const years = () =>
  page
    .getByRole('heading', { level: 2 })
    .elements()
    .map((one) => one.textContent)
const numbers = () =>
  page
    .getByRole('row')
    .elements()
    .flatMap((row) => row.querySelector('td[data-label=Rechnungsnummer]')?.textContent ?? [])

test('a search is there from the first row on, the headings of years are not for twenty rows', async () => {
  const element = await open(invoices(1))
  await expect.element(search).toBeVisible()
  element.remove()
  await open(invoices(20))
  expect(years()).toEqual([])
})

test('the search says Suchen inside, which a phone has room for, and all of it in its name', async () => {
  await open(invoices(1))
  await expect.element(search).toHaveAttribute('placeholder', 'Suchen')
  await expect.element(search).toHaveAccessibleName('Rechnungen durchsuchen')
})

test('the rows of one year are chosen, and the sentence that says that there are none leads back to all', async () => {
  await open(invoices(30))
  await page.getByRole('combobox', { name: 'Jahr' }).selectOptions('2025')
  await expect.poll(numbers).toHaveLength(10)
  expect(years()).toEqual([])
  await search.fill('2026')
  await expect.element(page.getByText('In dieser Auswahl gibt es „2026“ nicht.').nth(1)).toBeVisible()
  await page.getByRole('button', { name: 'Suche und Auswahl zurücksetzen' }).click()
  await expect.poll(numbers).toHaveLength(30)
})

test('a sort keeps a row as it is while its document is loading, also of rows that the backend names alike', async () => {
  const arrive = holdFirstResponse('/dms/getdoc')
  watchDownloads()
  const rows = invoices(3).map((one, index) => ({ ...one, controlNo: Math.min(index, 1) }))
  await open(rows, { 'GET /api/dms/getdoc': success({ DOK_NAME: 'r.pdf', DOK_DATEN: btoa('%PDF') }) })
  const download = page.getByRole('button', { name: 'Download: Rechnung 50000' })
  await download.click()
  await expect.element(download).toHaveAttribute('aria-busy', 'true')
  await page.getByRole('button', { name: 'Rechnungsnummer' }).click()
  await expect.poll(numbers).toEqual(['49998', '49999', '50000'])
  await expect.element(download).toHaveAttribute('aria-busy', 'true')
  arrive()
  await expect.element(download).not.toHaveAttribute('aria-busy')
})

test('the tools stay in sight while somebody scrolls', async () => {
  await open(invoices(40))
  scrollTo({ top: 1500, behavior: 'instant' })
  onTestFinished(() => scrollTo(0, 0))
  await expect.poll(() => search.element().getBoundingClientRect().top).toBeLessThan(100)
  expect(search.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(0)
})

test('a long list has its years as headings; axe finds nothing, wide and at 390 px', async () => {
  const element = await open([...invoices(21), { ...invoices(1)[0], no: '1', date: null }])
  expect(years()).toEqual(['2026', '2025', '2024', 'Ohne Datum'])
  expect(await axeViolations(element)).toEqual([])
  element.style.inlineSize = '390px'
  expect(await axeViolations(element)).toEqual([])
  expect(element.scrollWidth).toBeLessThanOrEqual(390)
})

test('the search finds words of number and date, highlights them, and announces how many there are', async () => {
  const element = await open(invoices(30))
  await expect.element(page.getByRole('status').first()).toMatchTextContent('30 Rechnungen')
  await search.fill('28.05 2025')
  await expect.poll(numbers).toEqual(['49990'])
  await expect.element(page.getByRole('status').first()).toMatchTextContent('1 von 30 Rechnungen')
  const marks = [...element.shadowRoot!.querySelectorAll('mark')].map((one) => one.textContent)
  expect(marks).toEqual(['28.05', '2025'])
  expect(await axeViolations(element)).toEqual([])
})

test('a search that finds nothing says so, and leads back to the whole list and its field', async () => {
  const element = await open(invoices(30))
  await search.fill('Kuchen')
  await expect.element(page.getByText('Kein Eintrag enthält „Kuchen“.').nth(1)).toBeVisible()
  await page.getByRole('button', { name: 'Suche zurücksetzen' }).click()
  await expect.poll(numbers).toHaveLength(30)
  await expect.element(search).toHaveValue('')
  await expect.poll(() => element.shadowRoot!.activeElement).toBe(search.element())
})

test('a header sorts by its column, numbers by their size, and turns round with the next click; years are for dates', async () => {
  await open(['9', '10', '100', null].map((no, index) => ({ ...invoices(30)[index * 9], no })))
  const header = page.getByRole('columnheader', { name: 'Rechnungsnummer' })
  await expect.element(header).not.toHaveAttribute('aria-sort')
  await header.getByRole('button').click()
  await expect.poll(numbers).toEqual(['9', '10', '100', '–'])
  await expect.element(header).toHaveAttribute('aria-sort', 'ascending')
  await header.getByRole('button').click()
  await expect.poll(numbers).toEqual(['100', '10', '9', '–'])
  await expect.element(header).toHaveAttribute('aria-sort', 'descending')
})

test('amounts are sorted by their size, credit notes first; those of one size keep their order, those without are last', async () => {
  const amounts = ['9.50', '-7.00', null, '-100.00', '1000.00', '-50.00', '9.50']
  await open(invoices(amounts.length).map((one, index) => ({ ...one, amount: amounts[index], currency: 'EUR' })))
  const header = page.getByRole('columnheader', { name: 'Betrag' })
  await header.getByRole('button').click()
  await expect.poll(numbers).toEqual(['49997', '49995', '49999', '50000', '49994', '49996', '49998'])
  await header.getByRole('button').click()
  await expect.poll(numbers).toEqual(['49996', '50000', '49994', '49999', '49995', '49997', '49998'])
})

test('a long list sorted by number has no years, sorted by date it has', async () => {
  await open(invoices(30))
  await page.getByRole('button', { name: 'Rechnungsnummer' }).click()
  await expect.poll(years).toEqual([])
  await page.getByRole('button', { name: 'Datum' }).click()
  await expect.poll(years).toEqual(['2024', '2025', '2026'])
  expect(numbers()[0]).toBe('49971')
})

test('a list of thousands is shown page by page and searched as a whole', async () => {
  const element = await open(invoices(3000))
  expect(numbers()).toHaveLength(500)
  await page.getByRole('button', { name: '500 weitere anzeigen' }).click()
  await expect.poll(numbers).toHaveLength(1000)
  await expect.poll(() => element.shadowRoot!.activeElement?.getAttribute('aria-label')).toMatch(/49500$/)
  await search.fill('47001')
  await expect.poll(numbers).toEqual(['47001'])
})

test('paper has all rows', async () => {
  await open(invoices(650))
  expect(numbers()).toHaveLength(500)
  dispatchEvent(new Event('beforeprint'))
  expect(numbers()).toHaveLength(650)
  dispatchEvent(new Event('afterprint'))
  await expect.poll(numbers).toHaveLength(500)
})
