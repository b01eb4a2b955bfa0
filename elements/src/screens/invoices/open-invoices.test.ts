import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { axeViolations } from '../../testing/axe.ts'
import { holdFirstResponse } from '../../testing/hold-responses.ts'
import { failure, type MockResponses, mountLoggedIn, refusal, success } from '../../testing/mock-backend.ts'
import { setPhoneViewport } from '../../testing/phone-viewport.ts'
import { watchTabs } from '../../testing/tabs.ts'

const list = 'GET /api/eventmanager/invoicebysubscriber'
const contacts = 'GET /api/contact'
const mail = 'POST /api/eventmanager/invoicemail'
const invoice = (no: string, more: object = {}) => ({
  companyNo: 1,
  controlNo: Number(no),
  no,
  date: '2026-10-14',
  documentHash: `key-${no}`,
  ...more
})
const account = { payee: 'Akademie GmbH', iban: 'AT611904300234573201', paymentReference: '2026/4711' }
const due = (amount: string, currency = 'EUR', more: object = {}) => ({
  amount,
  currency,
  isPaid: false,
  dueDate: '2026-11-03',
  ...more
})
const rows = [invoice('4711', due('1234.50', 'EUR', account)), invoice('4712', { amount: '12.00', isPaid: true })]
const person = (pvaid: number, name: string, right: number, more: object = {}) => ({
  ASP_PVAID: pvaid,
  ASP_VORNAME: 'Eva',
  ASP_NACHNAME: name,
  ASP_SHOPRECHTE: right,
  ASP_AKTIV: true,
  ASP_SHOPEMAIL: `${name.toLowerCase()}@example.at`,
  ...more
})
const people = [
  person(1, 'Maier', 2),
  person(2, 'Huber', 1),
  person(3, 'Teilnehmer', 3),
  person(4, 'Inaktiv', 2, { ASP_AKTIV: false }),
  person(5, 'Ohne', 2, { ASP_SHOPEMAIL: null })
]
const recipients = {
  [contacts]: success(people),
  'GET /api/customer': success({ KND_FIRMA: 1, KND_ID: 7, KND_EMAIL: 'buchhaltung@example.at' })
}

beforeEach(() => {
  location.hash = '#/invoices'
  onTestFinished(() => void (location.hash = ''))
})

async function open(invoices: readonly object[], config = {}, responses: MockResponses = {}) {
  const mounted = await mountLoggedIn('shopfull', config, { [list]: success(invoices), ...responses })
  await expect.element(page.getByRole('table', { name: 'Rechnungen' })).toBeVisible()
  return mounted
}

const more = (no: string) => page.getByRole('button', { name: `Zahlungsdaten: Rechnung ${no}` })
const send = (no: string) => page.getByRole('button', { name: `An Buchhaltung senden: Rechnung ${no}` })
const segment = (name: string) => page.getByRole('radio', { name })
const shown = () => page.getByRole('button', { name: /^Öffnen/ }).elements().length

async function openMail(responses: MockResponses = {}) {
  const mounted = await open(
    rows,
    { features: ['invoice-mail'], idempotencyKeys: true },
    { ...recipients, ...responses }
  )
  await send('4711').click()
  await expect.element(page.getByRole('checkbox', { name: /Huber/ })).toBeVisible()
  return mounted
}

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
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void written.push(text))
  onTestFinished(() => copied.mockRestore())
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

test('the part of the open ones shows how each is paid', async () => {
  await open(rows)
  await expect.element(page.getByText('AT61 1904 3002 3457 3201')).not.toBeInTheDocument()
  await segment('Offen').click({ force: true })
  await expect.element(page.getByText('AT61 1904 3002 3457 3201')).toBeVisible()
  await expect.element(more('4711')).not.toBeInTheDocument()
})

test('the sum says what of it is due since when, and shows how it is paid in the part of the list that is shown', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T11:00:00Z') })
  onTestFinished(() => void vi.useRealTimers())
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

test('a page that may not write to the clipboard says what to do', async () => {
  const refused = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'))
  onTestFinished(() => refused.mockRestore())
  await open(rows)
  await more('4711').click()
  await page.getByRole('button', { name: 'IBAN kopieren' }).click()
  await expect.element(page.getByText('Bitte markieren und selbst kopieren.')).toBeVisible()
})

test('a click anywhere on a row opens its document', async () => {
  const tabs = watchTabs()
  await open(rows, {}, { 'GET /api/dms/getdoc': success({ DOK_NAME: 'R.pdf', DOK_DATEN: btoa('%PDF-1.7') }) })
  await page.getByRole('cell', { name: '4711' }).first().click()
  await expect.poll(() => tabs).toHaveLength(1)
})

test('an invoice is sent to the company and to chosen contacts who may see invoices, and says to how many', async () => {
  const { backend, element } = await openMail({ [mail]: success({ sent: 2 }) })
  const names = page
    .getByRole('checkbox')
    .elements()
    .map((one) => one.parentElement?.textContent)
  expect(names).toEqual([
    'Unternehmen buchhaltung@example.at',
    'Eva Huber huber@example.at',
    'Eva Maier maier@example.at'
  ])
  expect(page.getByRole('dialog').getByRole('textbox').elements()).toHaveLength(0)
  expect(await axeViolations(element)).toEqual([])
  await page.getByRole('checkbox', { name: /Maier/ }).click()
  await page.getByRole('button', { name: 'Senden', exact: true }).click()
  await expect.element(page.getByRole('status').filter({ hasText: 'an 2 Empfänger gesendet.' })).toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  const [request] = await backend.requests(mail)
  expect(JSON.parse(request?.body ?? '')).toEqual({
    data: { companyNo: 1, controlNo: 4711, recipients: [1], toCompany: true }
  })
  expect(request?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/)
})

test('nobody is offered by an address from before: the recipients are read anew each time', async () => {
  const { backend } = await openMail()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await backend.respond({ 'GET /api/customer': success({ KND_FIRMA: 1, KND_ID: 7, KND_EMAIL: 'neu@example.at' }) })
  const release = holdFirstResponse('/customer')
  await send('4711').click()
  await expect.element(page.getByRole('dialog').getByRole('status', { name: 'Wird geladen …' })).toBeVisible()
  release()
  await expect.element(page.getByRole('checkbox', { name: /neu@example\.at/ })).toBeChecked()
})

test('nobody chosen sends nothing, and Escape leads back to the button', async () => {
  const { backend, element } = await openMail()
  await page.getByRole('checkbox', { name: /Unternehmen/ }).click()
  await expect.element(page.getByRole('button', { name: 'Senden', exact: true })).toBeDisabled()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.poll(() => element.shadowRoot?.activeElement).toBe(send('4711').element())
  expect(await backend.requests(mail)).toEqual([])
})

test('as many people as the call takes can be chosen', async () => {
  const many = Array.from({ length: 12 }, (_, index) => person(index + 1, `Name${index + 10}`, 2))
  await openMail({ [contacts]: success([...many, person(99, 'Huber', 1)]) })
  for (const one of many.slice(0, 10)) await page.getByRole('checkbox', { name: new RegExp(one.ASP_NACHNAME) }).click()
  await expect.element(page.getByRole('checkbox', { name: /Name21/ })).toBeDisabled()
  await expect.element(page.getByText('Mehr als 10 Personen auf einmal sind nicht möglich.')).toBeVisible()
})

test('a refusal is shown in the server’s words, and the choice stays', async () => {
  const sentence = 'Eine der E-Mail-Adressen wurde in den letzten 24 Stunden neu eingetragen oder geändert.'
  await openMail({ [mail]: refusal(110, [sentence]) })
  await page.getByRole('checkbox', { name: /Maier/ }).click()
  await page.getByRole('button', { name: 'Senden', exact: true }).click()
  await expect.element(page.getByRole('alertdialog')).toHaveAccessibleDescription(sentence)
  await page.getByRole('button', { name: 'OK' }).click()
  await expect.element(page.getByRole('checkbox', { name: /Maier/ })).toBeChecked()
})

test('a backend that announces the mail and lacks it shows it no more', async () => {
  await openMail({ [mail]: failure(501, 'Das kann der Server nicht.') })
  await page.getByRole('button', { name: 'Senden', exact: true }).click()
  await expect.element(page.getByRole('alertdialog')).toHaveAccessibleDescription('Das kann der Server nicht.')
  await page.getByRole('button', { name: 'OK' }).click()
  await expect.element(send('4711')).not.toBeInTheDocument()
  await expect.element(send('4712')).not.toBeInTheDocument()
})
