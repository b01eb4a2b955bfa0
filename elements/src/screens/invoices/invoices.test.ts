import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { axeViolations, expectAccessible } from '../../../testing/axe.ts'
import { holdFirstResponse } from '../../../testing/hold-responses.ts'
import { invoice } from '../../../testing/invoices.ts'
import { submitLogin } from '../../../testing/login-form.ts'
import { failure, mount, mountLoggedIn, success, type MockResponses } from '../../../testing/mock-backend.ts'
import { watchDownloads, watchTabs } from '../../../testing/tabs.ts'

const list = 'GET /api/eventmanager/invoicebysubscriber'

const file = 'GET /api/dms/getdoc'

beforeEach(() => history.replaceState(null, '', '#/invoices'))

async function open(
  answers: Parameters<Awaited<ReturnType<typeof mountLoggedIn>>['backend']['respond']>[0],
  config = {}
) {
  const { backend, element } = await mountLoggedIn('shopfull', config, answers)
  await expect.element(page.getByRole('heading', { level: 1, name: 'Rechnungen' })).toBeVisible()
  return { backend, element }
}

test('a row has number, date and buttons; axe finds nothing, wide and at 390 px', async () => {
  const { element } = await open({ [list]: success([invoice('4711'), invoice('4712')]) })
  const row = page.getByRole('row', { name: /4711/ })
  await expect.element(row.getByRole('cell', { name: '14.10.2026' })).toBeVisible()
  await expect.element(row.getByRole('button', { name: 'Öffnen: Rechnung 4711' })).toBeVisible()
  const heads = page.getByRole('columnheader').elements()
  expect(heads.slice(0, 2).map((head) => head.textContent)).toEqual(['Rechnungsnummer', 'Datum'])
  await expectAccessible(element)
})

test('the words of a row are soft until the pointer is in the row or the focus is on the word', async () => {
  const { element } = await open({ [list]: success([invoice('1'), invoice('2')]) })
  element.style.cssText = '--kc-accent: rgb(1, 2, 3); --kc-text-soft: rgb(9, 8, 7)'
  const word = page.getByRole('button', { name: 'Öffnen: Rechnung 1' })
  const color = () => getComputedStyle(word.element()).color
  await expect.poll(color).toBe('rgb(9, 8, 7)')
  await page.getByRole('cell', { name: '14.10.2026' }).first().hover()
  await expect.poll(color).toBe('rgb(1, 2, 3)')
  await page.getByRole('heading', { level: 1 }).hover()
  await expect.poll(color).toBe('rgb(9, 8, 7)')
  const root = element.shadowRoot!
  root.querySelector<HTMLElement>('input[type=search]')!.focus()
  for (let steps = 0; root.activeElement !== word.element() && steps < 12; steps++) await userEvent.tab()
  await expect.poll(color).toBe('rgb(1, 2, 3)')
})

test("in a narrow column number, date and amount share a line, the state is below, without the columns' names, and no number breaks", async () => {
  const due = { amount: '1992.00', currency: 'EUR', dueDate: '2026-10-28', isPaid: false, fileSize: 57_000 }
  const { element } = await open({ [list]: success([invoice('202610018', due)]) })
  element.style.inlineSize = '350px'
  const row = page.getByRole('row', { name: /202610018/ })
  await expect.element(row).toBeVisible()
  const [number, date, amount, state] = row.getByRole('cell').elements()
  const box = (cell: Element | undefined) => cell!.getBoundingClientRect()
  expect(box(amount).top).toBe(box(number).top)
  expect(box(date).left).toBeGreaterThan(box(number).right)
  expect(box(amount).left).toBeGreaterThanOrEqual(box(date).right)
  expect(box(state).top).toBeGreaterThanOrEqual(Math.max(box(number).bottom, box(date).bottom))
  for (const cell of [number, date, amount, state]) expect(getComputedStyle(cell!, '::before').content).toBe('none')
  const digits = page.getByText('202610018', { exact: true }).element().getClientRects()
  expect(digits).toHaveLength(1)
})

test('an invoice without a document says that it follows, in place of its buttons; one without a date has no "Invalid Date"', async () => {
  await open({
    [list]: success([invoice('1', { documentHash: null, date: null }), { no: '2' }, { no: '3', date: 'null' }])
  })
  await expect.element(page.getByRole('row', { name: /^1/ })).toMatchTextContent('1–wird nachgereicht')
  expect(page.getByRole('button', { name: /^Öffnen/ }).elements()).toHaveLength(0)
})

const pair = {
  documentHash: 'pdf-1',
  documents: [
    { caption: 'Rechnung', documentHash: 'pdf-1', fileName: 'R-1.pdf' },
    { caption: 'E-Rechnung', documentHash: 'xml-1', fileName: 'R-1.xml' }
  ]
}

const xml = '<?xml version="1.0"?><Invoice onload="x"/>'
const offered = page.getByRole('alertdialog').getByRole('link', { name: 'R-1.xml' })

test('an e-invoice beside the PDF has a button of its own, and is saved as it is, with a type that no browser runs', async () => {
  const saved = watchDownloads()
  const { backend } = await open({
    [list]: success([invoice('1', pair)]),
    [file]: success({ DOK_NAME: 'R-1.xml', DOK_DATEN: btoa(xml) })
  })
  await expect.element(page.getByRole('button', { name: 'Öffnen: Rechnung 1' })).toBeVisible()
  await page.getByRole('button', { name: 'Download: Rechnung 1 (XML)' }).click()
  await expect.poll(() => saved).toHaveLength(1)
  expect(saved[0]).toMatchObject({ name: 'R-1.xml', type: 'application/octet-stream' })
  expect(await saved[0]?.content).toBe(xml)
  expect((await backend.requests(file))[0]?.query).toMatchObject({ documentKey: 'xml-1' })
})

test('an e-invoice alone is offered for saving by Öffnen, too, and never shown', async () => {
  const tabs = watchTabs()
  await open({
    [list]: success([invoice('1', { documentHash: 'xml-1', fileName: 'R-1.xml' })]),
    [file]: success({ DOK_NAME: 'R-1.xml', DOK_DATEN: btoa(xml) })
  })
  await page.getByRole('button', { name: 'Öffnen: Rechnung 1' }).click()
  await expect.element(offered).toHaveAttribute('download', 'R-1.xml')
  expect(tabs.map((tab) => tab.closed)).toEqual([true])
})

test('on iOS an e-invoice is requested first and then offered for saving', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('iPhone')
  const tabs = watchTabs()
  await open({
    [list]: success([invoice('1', pair)]),
    [file]: success({ DOK_NAME: 'R-1.xml', DOK_DATEN: btoa(xml) })
  })
  await expect.element(page.getByRole('button', { name: 'Öffnen (XML): Rechnung 1' })).toBeDisabled()
  await page.getByRole('button', { name: 'Anfordern (XML): Rechnung 1' }).click()
  await page.getByRole('button', { name: 'Öffnen (XML): Rechnung 1' }).click()
  await expect.element(offered).toHaveAttribute('download', 'R-1.xml')
  expect(tabs.map((tab) => tab.closed)).toEqual([true])
})

test('the ZIP file has PDF and e-invoice, and its button counts invoices', async () => {
  const { backend } = await open(
    { [list]: success([invoice('1', pair), invoice('2')]), 'POST /api/dms/zip': success({ url: 'about:blank' }) },
    { features: ['zip'] }
  )
  await page.getByRole('button', { name: 'Alle 2 als ZIP' }).click()
  await expect.poll(() => backend.requests('POST /api/dms/zip')).toHaveLength(1)
  const [request] = await backend.requests('POST /api/dms/zip')
  expect(JSON.parse(request?.body ?? '')).toMatchObject({ data: { documentKeys: ['pdf-1', 'xml-1', 'key-2'] } })
})

test('the date of an invoice is read in any form of a backend, and shown as it is if it is none', async () => {
  const dates = ['14.10.2026', '2026-10-14T22:30:00Z', 'in Kürze']
  await open({ [list]: success(dates.map((date, index) => invoice(`471${index}`, { date }))) })
  const cell = (no: string) =>
    page
      .getByRole('row', { name: new RegExp(no) })
      .getByRole('cell')
      .nth(1)
  await expect.element(cell('4710')).toMatchTextContent('14.10.2026')
  await expect.element(cell('4711')).toMatchTextContent('15.10.2026')
  await expect.element(cell('4712')).toMatchTextContent('in Kürze')
})

test('an invoice is fetched with the stamp of the configuration and saved under its number', async () => {
  const saved = watchDownloads()
  const answers = {
    [list]: success([invoice('4711')]),
    [file]: success({ DOK_NAME: null, DOK_DATEN: btoa('%PDF-1.7') })
  }
  const { backend } = await open(answers, { invoiceStampNo: '12' })
  await page.getByRole('button', { name: 'Download: Rechnung 4711' }).click()
  await expect.poll(() => saved).toHaveLength(1)
  expect(saved[0]).toMatchObject({ name: 'Rechnung 4711.pdf', type: 'application/pdf' })
  expect(await saved[0]?.content).toBe('%PDF-1.7')
  const [call] = await backend.requests(file)
  expect(call?.query).toEqual({ RES_FIELDS: 'DOK_INFO,DOK_DATEN,DOK_NAME', documentKey: 'key-4711', stampNo: '12' })
})

test('no alert covers the login of somebody who has logged out while a document was loading', async () => {
  await import('../../parts/dialogs/alert-message.tsx')
  const arrive = holdFirstResponse('/dms/getdoc')
  const { backend } = await open({ [list]: success([invoice('4711')]), [file]: failure(401) })
  await page.getByRole('button', { name: 'Download: Rechnung 4711' }).click()
  await expect.poll(() => backend.requests(file)).toHaveLength(1)
  await page.getByRole('button', { name: 'Abmelden' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Anmeldung' })).toBeVisible()
  arrive()
  await backend.respond({ 'POST /api/getToken': failure(401, 'Nicht angemeldet.') })
  await submitLogin()
  await expect.element(page.getByRole('alert')).toMatchTextContent('Nicht angemeldet.')
  expect(page.getByRole('alertdialog').elements()).toHaveLength(0)
})

test('the list is saved as a file for spreadsheets where the backend announces that', async () => {
  const downloads = watchDownloads()
  const answers = {
    [list]: success([invoice('4711')]),
    'GET /api/csv/invoices': success({ DOK_NAME: 'Rechnungen.csv', DOK_DATEN: btoa('a;b') })
  }
  await open(answers, { features: ['csv'] })
  await page.getByRole('button', { name: 'Als CSV-Datei herunterladen' }).click()
  await expect.poll(() => downloads.map(({ name }) => name)).toEqual(['Rechnungen.csv'])
})

test('a backend that does not announce files for spreadsheets offers none, and none is made of nothing', async () => {
  await open({ [list]: success([invoice('4711')]) })
  await expect.element(page.getByRole('row', { name: /4711/ })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Als CSV-Datei herunterladen' })).not.toBeInTheDocument()
})

test('the invoices that are shown, of all years or of one, are saved as one file, where there are several; axe finds nothing, wide and at 390 px', async () => {
  const saved = watchDownloads()
  const dates = ['2026-10-14', '14.01.2026', '2025-12-31', '2025-01-01T00:30:00+01:00', '2024-05-05', null]
  const rows = dates.map((date, index) => invoice(String(index), { date, fileName: 'r.pdf', fileSize: 62_400 }))
  const { backend, element } = await open(
    { [list]: success(rows), 'POST /api/dms/zip': success({ url: 'https://files.example/1' }) },
    { features: ['zip'] }
  )
  await expect.element(page.getByRole('button', { name: 'Alle 6 als ZIP' })).toBeVisible()
  expect(page.getByText('PDF · 62\u00a0kB').elements()).toHaveLength(6)
  await expectAccessible(element)
  const year = page.getByRole('combobox', { name: 'Jahr' })
  await year.selectOptions('2024')
  await expect.element(page.getByRole('row', { name: /05.05.2024/ })).toBeVisible()
  expect(page.getByRole('button', { name: /herunterladen$/ }).elements()).toHaveLength(0)
  await year.selectOptions('2025')
  await page.getByRole('button', { name: 'Alle 2 aus 2025 als ZIP' }).click()
  await expect.poll(() => saved.map(({ url }) => url)).toEqual(['https://files.example/1'])
  expect(await backend.sentData('POST /api/dms/zip')).toEqual([
    { documentKeys: ['key-2', 'key-3'], name: 'Rechnungen 2025' }
  ])
})

test('amounts are figures, and what is due says since when; without them there are no such columns', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T11:00:00Z') })
  const euros = (amount: unknown, dueDate: string, isPaid = false) => ({ amount, currency: 'EUR', dueDate, isPaid })
  const rows = [
    invoice('4711', euros('1234.50', '2026-11-03')),
    invoice('4712', euros('99.00', '2026-11-20')),
    invoice('4713', euros(12, '2026-11-03', true)),
    invoice('4714', euros('-20.00', '2026-11-03')),
    invoice('4715', { amount: '7.5', currency: 'Euro' }),
    invoice('4716')
  ]
  const { backend, element } = await open({ [list]: success(rows) })
  const cellOf = (no: string, column: number) =>
    page
      .getByRole('row', { name: new RegExp(no) })
      .getByRole('cell')
      .nth(column)
  const amountOf = (no: string) => cellOf(no, 2)
  const stateOf = (no: string) => cellOf(no, 3)
  await expect.element(amountOf('4711')).toMatchTextContent('1.234,50 €')
  await expect.element(stateOf('4711')).toMatchTextContent('fällig seit 03.11.2026')
  await expect.element(amountOf('4712')).toMatchTextContent('99,00 €')
  await expect.element(stateOf('4712')).toMatchTextContent('offen bis 20.11.2026')
  await expect.element(amountOf('4713')).toMatchTextContent('12,00 €')
  await expect.element(stateOf('4713')).toMatchTextContent('bezahlt')
  await expect.element(amountOf('4714')).toMatchTextContent('-20,00 €')
  await expect.element(stateOf('4714')).toMatchTextContent('offen')
  await expect.element(amountOf('4715')).toMatchTextContent('7,50')
  await expect.element(amountOf('4716')).toMatchTextContent('–')
  expect(await axeViolations(element)).toEqual([])
  await page.getByRole('button', { name: 'Betrag' }).click()
  await expect.poll(() => page.getByRole('row').elements()[1]?.textContent).toContain('4714')
  element.remove()
  await backend.respond({ [list]: success([invoice('4717')]) })
  mount({ ...backend.attributes, 'session-token': 'host-token' })
  await expect.element(page.getByRole('row', { name: /4717/ })).toBeVisible()
  await expect.element(page.getByRole('columnheader', { name: 'Betrag' })).not.toBeInTheDocument()
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

async function openMany(rows: readonly object[], answers: MockResponses = {}) {
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
  const element = await openMany(invoices(1))
  await expect.element(search).toBeVisible()
  element.remove()
  await openMany(invoices(20))
  expect(years()).toEqual([])
})

test('the search says Suchen inside, which a phone has room for, and all of it in its name', async () => {
  await openMany(invoices(1))
  await expect.element(search).toHaveAttribute('placeholder', 'Suchen')
  await expect.element(search).toHaveAccessibleName('Rechnungen durchsuchen')
})

test('the rows of one year are chosen, and the sentence that says that there are none leads back to all', async () => {
  await openMany(invoices(30))
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
  await openMany(rows, { 'GET /api/dms/getdoc': success({ DOK_NAME: 'r.pdf', DOK_DATEN: btoa('%PDF') }) })
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
  await openMany(invoices(40))
  scrollTo({ top: 1500, behavior: 'instant' })
  await expect.poll(() => search.element().getBoundingClientRect().top).toBeLessThan(100)
  expect(search.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(0)
})

test('a long list has its years as headings; axe finds nothing, wide and at 390 px', async () => {
  const element = await openMany([...invoices(21), { ...invoices(1)[0], no: '1', date: null }])
  expect(years()).toEqual(['2026', '2025', '2024', 'Ohne Datum'])
  await expectAccessible(element)
})

test('the search finds words of number and date, highlights them, and announces how many there are', async () => {
  const element = await openMany(invoices(30))
  await expect.element(page.getByRole('status').first()).toMatchTextContent('30 Rechnungen')
  await search.fill('28.05 2025')
  await expect.poll(numbers).toEqual(['49990'])
  await expect.element(page.getByRole('status').first()).toMatchTextContent('1 von 30 Rechnungen')
  const marks = [...element.shadowRoot!.querySelectorAll('mark')].map((one) => one.textContent)
  expect(marks).toEqual(['28.05', '2025'])
  expect(await axeViolations(element)).toEqual([])
})

test('a search that finds nothing says so, and leads back to the whole list and its field', async () => {
  const element = await openMany(invoices(30))
  await search.fill('Kuchen')
  await expect.element(page.getByText('Kein Eintrag enthält „Kuchen“.').nth(1)).toBeVisible()
  await page.getByRole('button', { name: 'Suche zurücksetzen' }).click()
  await expect.poll(numbers).toHaveLength(30)
  await expect.element(search).toHaveValue('')
  await expect.poll(() => element.shadowRoot!.activeElement).toBe(search.element())
})

test('a header sorts by its column, numbers by their size, and turns round with the next click; years are for dates', async () => {
  await openMany(['9', '10', '100', null].map((no, index) => ({ ...invoices(30)[index * 9], no })))
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
  await openMany(invoices(amounts.length).map((one, index) => ({ ...one, amount: amounts[index], currency: 'EUR' })))
  const header = page.getByRole('columnheader', { name: 'Betrag' })
  await header.getByRole('button').click()
  await expect.poll(numbers).toEqual(['49997', '49995', '49999', '50000', '49994', '49996', '49998'])
  await header.getByRole('button').click()
  await expect.poll(numbers).toEqual(['49996', '50000', '49994', '49999', '49995', '49997', '49998'])
})

test('a long list sorted by number has no years, sorted by date it has', async () => {
  await openMany(invoices(30))
  await page.getByRole('button', { name: 'Rechnungsnummer' }).click()
  await expect.poll(years).toEqual([])
  await page.getByRole('button', { name: 'Datum' }).click()
  await expect.poll(years).toEqual(['2024', '2025', '2026'])
  expect(numbers()[0]).toBe('49971')
})

test('a list of thousands is shown page by page and searched as a whole', async () => {
  const element = await openMany(invoices(3000))
  expect(numbers()).toHaveLength(500)
  await page.getByRole('button', { name: '500 weitere anzeigen' }).click()
  await expect.poll(numbers).toHaveLength(1000)
  await expect.poll(() => element.shadowRoot!.activeElement?.getAttribute('aria-label')).toMatch(/49500$/)
  await search.fill('47001')
  await expect.poll(numbers).toEqual(['47001'])
})

test('paper has all rows', async () => {
  await openMany(invoices(650))
  expect(numbers()).toHaveLength(500)
  dispatchEvent(new Event('beforeprint'))
  expect(numbers()).toHaveLength(650)
  dispatchEvent(new Event('afterprint'))
  await expect.poll(numbers).toHaveLength(500)
})
