import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { axeViolations } from '../../../testing/axe.ts'
import { account, atInvoices, due, invoice, openInvoices as open, rows } from '../../../testing/invoices.ts'
import { success } from '../../../testing/mock-backend.ts'
import { setPhoneViewport } from '../../../testing/phone-viewport.ts'
import { watchTabs } from '../../../testing/tabs.ts'

atInvoices()

const more = (no: string) => page.getByRole('button', { name: `Zahlungsdaten: Rechnung ${no}` })
const segment = (name: string) => page.getByRole('radio', { name })
const shown = () => page.getByRole('button', { name: /^Öffnen/ }).elements().length

test('all, open and paid invoices are chosen where the backend says what is paid, with the open sum of each currency', async () => {
  const unknown = invoice('4714')
  const { element } = await open([...rows, invoice('4713', due('99', 'CHF')), invoice('4715', due('0.50')), unknown])
  expect(
    page
      .getByRole('radio')
      .elements()
      .map((one) => one.parentElement?.textContent)
  ).toEqual(['Alle', 'Offen (3)', 'Bezahlt'])
  await expect.element(segment('Alle')).toBeChecked()
  await expect.element(page.getByText('1.235,00 € + 99,00 CHF offen')).toBeVisible()
  expect(shown()).toBe(5)
  await segment('Offen (3)').click({ force: true })
  await expect.poll(shown).toBe(3)
  segment('Offen (3)').element().focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(shown).toBe(1)
  await expect.element(page.getByText(/ offen(,|$)/)).not.toBeInTheDocument()
  expect(await axeViolations(element)).toEqual([])
})

test('without the state of any invoice there is nothing to choose, and a sum with an unknown amount is none', async () => {
  const { element } = await open([invoice('1'), invoice('2')])
  expect(page.getByRole('radio').elements()).toHaveLength(0)
  element.remove()
  await open([invoice('1', { isPaid: false }), invoice('2', due('5'))])
  await expect.element(segment('Offen (2)')).toBeInTheDocument()
  await expect.element(page.getByText(/ € offen(,|$)/)).not.toBeInTheDocument()
})

test('an open invoice says how it is paid, and each value is copied with one click, which is announced', async () => {
  const written: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void written.push(text))
  const { element } = await open(rows)
  await expect.element(more('4712')).not.toBeInTheDocument()
  await more('4711').click()
  await expect.element(more('4711')).toHaveAttribute('aria-expanded', 'true')
  await expect.element(page.getByText('AT61 1904 3002 3457 3201')).toBeVisible()
  expect(await axeViolations(element)).toEqual([])
  for (const label of ['Empfänger', 'IBAN', 'Betrag', 'Zahlungsreferenz'])
    await page.getByRole('button', { name: `${label} kopieren` }).click()
  await expect.poll(() => written).toEqual(['Akademie GmbH', 'AT611904300234573201', '1234,50', '2026/4711'])
  await expect.element(page.getByRole('status').filter({ hasText: 'Kopiert' })).toHaveLength(4)
  element.style.inlineSize = '390px'
  expect(element.scrollWidth).toBeLessThanOrEqual(390)
  expect(await axeViolations(element)).toEqual([])
})

test('the part of the open ones shows how each is paid, and each row closes it again', async () => {
  await open([...rows, invoice('4713', due('2', 'EUR', account))])
  await expect.element(page.getByText('AT61 1904 3002 3457 3201')).not.toBeInTheDocument()
  await segment('Offen').click({ force: true })
  await expect.poll(() => page.getByText('AT61 1904 3002 3457 3201').elements()).toHaveLength(2)
  await more('4711').click()
  await expect.element(more('4711')).toHaveAttribute('aria-expanded', 'false')
  await expect.element(more('4713')).toHaveAttribute('aria-expanded', 'true')
  await expect.element(page.getByText('AT61 1904 3002 3457 3201')).toBeVisible()
})

test('what was opened or closed in one part of the list changes nothing of the other part', async () => {
  const paymentData = page.getByText('AT61 1904 3002 3457 3201')
  await open([...rows, invoice('4713', due('2', 'EUR', account))])
  await more('4711').click()
  await expect.element(paymentData).toBeVisible()
  await segment('Offen').click({ force: true })
  await expect.poll(() => paymentData.elements()).toHaveLength(2)
  await more('4711').click()
  await expect.poll(() => paymentData.elements()).toHaveLength(1)
  await segment('Alle').click({ force: true })
  await expect.element(more('4713')).toHaveAttribute('aria-expanded', 'false')
  await expect.element(paymentData).not.toBeInTheDocument()
})

test('the sum and the row are two doors of one state, whose arrows point up, and nothing moves sideways', async () => {
  const { element } = await open(rows)
  const sum = page.getByRole('button', { name: /€\soffen/ })
  const leftOf = () =>
    page.getByRole('cell', { name: '1.234,50 €', exact: true }).element().getBoundingClientRect().left
  const turnOf = (door: typeof sum) => getComputedStyle(door.element().querySelector('svg')!).rotate
  const left = leftOf()
  for (const [first, second] of [
    [sum, more('4711')],
    [more('4711'), sum]
  ] as const) {
    await first.click()
    for (const door of [sum, more('4711')]) {
      await expect.element(door).toHaveAttribute('aria-expanded', 'true')
      expect(turnOf(door)).toBe('180deg')
    }
    expect(leftOf()).toBe(left)
    await second.click()
    for (const door of [sum, more('4711')]) {
      await expect.element(door).toHaveAttribute('aria-expanded', 'false')
      expect(turnOf(door)).toBe('none')
    }
  }
  expect(await axeViolations(element)).toEqual([])
})

test('the sum says what of it is due since when, and shows how it is paid in the part of the list that is shown', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T11:00:00Z') })
  const later = due('2', 'EUR', { dueDate: '2099-01-01' })
  const paymentData = page.getByRole('button', { name: /€\soffen/ })
  const { element } = await open([...rows, invoice('4713', later)])
  const sum = '1.236,50 € offen, davon 1.234,50 € fällig seit 03.11.2026'
  await expect.element(paymentData).toMatchTextContent(sum)
  await paymentData.click()
  await expect.element(segment('Alle')).toBeChecked()
  await expect.element(page.getByText('AT61 1904 3002 3457 3201')).toBeVisible()
  await paymentData.click()
  await expect.element(page.getByText('AT61 1904 3002 3457 3201')).not.toBeInTheDocument()
  element.remove()
  location.hash = '#/invoices'
  await open([invoice('4711', due('5'))])
  expect(document.querySelector('customer-center')!.shadowRoot!.querySelector('.kc-open-sum')).toMatchTextContent(
    '5,00 € offen, fällig seit 03.11.2026'
  )
  await expect.element(paymentData).not.toBeInTheDocument()
})

test('on a phone the tools are in one line and the parts with the open sum in another, above the first row', async () => {
  await setPhoneViewport('light')
  const { element } = await open([invoice('4710', due('1', 'EUR', { date: '2025-02-01' })), ...rows], {
    features: ['zip']
  })
  const root = element.shadowRoot!
  const middleOf = (selector: string) => {
    const { top, bottom } = root.querySelector(selector)!.getBoundingClientRect()
    return Math.round((top + bottom) / 2)
  }
  const tools = middleOf('.kc-list-tools')
  for (const one of ['.kc-search', '.kc-select', '.kc-sort-choice']) expect(middleOf(one)).toBe(tools)
  expect(middleOf('.kc-open-sum')).toBe(middleOf('.kc-segments'))
  const heading = root.querySelector('h1')!.getBoundingClientRect().top
  expect(root.querySelector('tbody tr')!.getBoundingClientRect().top - heading).toBeLessThan(190)
  expect(await axeViolations(element)).toEqual([])
})

test('with room for one row search, year, parts and the open sum are in it, and a chosen part moves none of them', async () => {
  const { element } = await open([invoice('4710', due('1', 'EUR', { date: '2025-02-01' })), ...rows])
  const root = element.shadowRoot!
  const tools = ['.kc-search', '.kc-select', '.kc-segments']
  const boxes = () => tools.map((one) => root.querySelector(one)!.getBoundingClientRect())
  const middles = (all: DOMRect[]) => all.map(({ top, bottom }) => Math.round((top + bottom) / 2))
  for (const width of [860, 1280, 1600]) {
    element.style.inlineSize = `${width}px`
    const before = boxes()
    const sum = root.querySelector('.kc-open-sum')!.getBoundingClientRect()
    expect({ width, rows: new Set(middles([...before, sum])).size }).toEqual({ width, rows: 1 })
    expect(sum.right).toBeLessThanOrEqual(root.querySelector('.kc-main')!.getBoundingClientRect().right + 0.5)
    await segment('Bezahlt').click({ force: true })
    await expect.element(segment('Bezahlt')).toBeChecked()
    expect(boxes().map(({ left, top }) => [left, top])).toEqual(before.map(({ left, top }) => [left, top]))
    await segment('Alle').click({ force: true })
    await expect.element(segment('Alle')).toBeChecked()
  }
})

test('a search without a hit offers no file of the list', async () => {
  await open(rows, { features: ['csv'] })
  const csv = page.getByRole('button', { name: 'Als CSV-Datei herunterladen' })
  await expect.element(csv).toBeVisible()
  await page.getByRole('searchbox').fill('xyzzy')
  await expect.element(csv).not.toBeInTheDocument()
})

test('on a phone the whole sum is the button of how it is paid, large enough for a finger, and files are named by words', async () => {
  await setPhoneViewport('light')
  await open(rows, { features: ['csv'] })
  const button = page.getByRole('button', { name: /€\soffen/ })
  await page.getByText('1.234,50 € offen').click()
  await expect.element(button).toHaveAttribute('aria-expanded', 'true')
  expect(button.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(40)
  await expect.element(page.getByText('CSV-Datei', { exact: true })).toBeVisible()
})

test('the acts on an invoice are three words in one row at every width, each high enough to hit', async () => {
  const { element } = await open(
    [invoice('2026-10018', due('1992', 'EUR', { ...account, dueDate: '2999-12-05', controlNo: 1 })), ...rows],
    { features: ['invoice-mail'] }
  )
  await expect.element(page.getByText('offen bis 05.12.2999')).toBeVisible()
  for (const width of [390, 600, 720, 740, 820, 1280]) {
    element.style.inlineSize = `${width}px`
    for (const row of element.shadowRoot!.querySelectorAll('tbody tr')) {
      const acts = [...row.querySelectorAll('.kc-actions button')]
      const boxes = acts.map((one) => one.getBoundingClientRect())
      expect([width, acts.map((one) => (one as HTMLElement).innerText)]).toEqual([
        width,
        ['Öffnen', 'Download', 'Senden']
      ])
      expect([width, new Set(boxes.map(({ top }) => top)).size]).toEqual([width, 1])
      for (const { height } of boxes) expect(height).toBeGreaterThanOrEqual(24)
    }
    expect(element.scrollWidth).toBeLessThanOrEqual(width)
  }
})

test('a page that may not write to the clipboard says what to do', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'))
  await open(rows)
  await more('4711').click()
  await page.getByRole('button', { name: 'IBAN kopieren' }).click()
  await expect.element(page.getByText('Bitte markieren und kopieren Sie den Text selbst.')).toBeVisible()
})

test('a click anywhere on a row opens its document', async () => {
  const tabs = watchTabs()
  await open(rows, {}, { 'GET /api/dms/getdoc': success({ DOK_NAME: 'R.pdf', DOK_DATEN: btoa('%PDF-1.7') }) })
  await page.getByRole('cell', { name: '4711' }).first().click()
  await expect.poll(() => tabs).toHaveLength(1)
})

test('an open invoice in euro has a code for banking apps, black on white in a dark scheme, too; one in francs has none', async () => {
  const { element } = await open([...rows, invoice('4713', due('99', 'CHF', account))])
  element.style.colorScheme = 'dark'
  await more('4711').click()
  await more('4713').click()
  await expect.element(page.getByText('Mit der Banking-App scannen')).toBeVisible()
  await expect.poll(() => element.shadowRoot!.querySelectorAll('.kc-payment-code path').length).toBe(1)
  const place = element.shadowRoot!.querySelector('.kc-payment-code > div')!
  const { backgroundColor } = getComputedStyle(place)
  const { fill } = getComputedStyle(place.querySelector('path')!)
  expect([backgroundColor, fill]).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)'])
  element.style.inlineSize = '390px'
  expect(element.scrollWidth).toBeLessThanOrEqual(390)
})
