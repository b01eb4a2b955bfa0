import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { holdFirstResponse } from '../../../testing/hold-responses.ts'
import { account, atInvoices, due, invoice, openInvoices } from '../../../testing/invoices.ts'
import { failure, type MockResponses, success } from '../../../testing/mock-backend.ts'

atInvoices()

const act = page.getByRole('button', { name: 'Offene Posten drucken' })
const company = { 'GET /api/customer': success({ KND_FIRMA: 1, KND_ID: 20417, KND_NACHNAME: 'Donauraum GmbH' }) }
const later = { dueDate: '2099-01-01' }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T11:00:00Z') })
})

/** Opens the invoices; returns what is on the paper, as lines, each time that it is printed. */
async function opened(rows: readonly object[], responses: MockResponses = company) {
  const papers: string[][] = []
  const { element } = await openInvoices(rows, {}, responses)
  const root = element.shadowRoot!
  const print = vi.spyOn(window, 'print').mockImplementation(() => {
    const paper = root.querySelector('.kc-main > .kc-open-items')!
    const lines = [...paper.querySelectorAll('h1, p, tr, dl > div')]
    papers.push(lines.map((line) => [...(line.childElementCount ? line.children : [line])].map(textOf).join(' | ')))
  })
  return { papers, print, root }
}

/** Opens the invoices and presses the button. */
async function printed(...parameters: Parameters<typeof opened>) {
  const all = await opened(...parameters)
  await act.click()
  await expect.poll(() => all.papers).toHaveLength(1)
  return all
}
const textOf = ({ textContent }: Element) => textContent.replaceAll('\u00A0', ' ').replaceAll('\n', ' / ')

test('the open items are all open invoices by their last day to pay, with sums for each currency, accounts, company and person', async () => {
  const { papers } = await printed([
    invoice('4714', due('99', 'CHF', later)),
    invoice('4711', due('1234.50', 'EUR', account)),
    invoice('4713', due('2', 'EUR', { dueDate: null })),
    invoice('4712', { amount: '12.00', isPaid: true })
  ])
  expect(papers[0]).toEqual([
    'Offene Posten',
    'Donauraum GmbH, Kundennummer 20417',
    'Stand 20.11.2026',
    'Rechnungsnummer | Datum | Fällig am | Zahlungsreferenz | Status | Offener Betrag',
    '4711 | 14.10.2026 | 03.11.2026 | 2026/4711 | fällig | 1.234,50 €',
    '4714 | 14.10.2026 | 01.01.2099 | 4714 | offen | 99,00 CHF',
    '4713 | 14.10.2026 | – | 4713 | offen | 2,00 €',
    'Summe offen | 99,00 CHF | 1.236,50 €',
    'davon fällig | 1.234,50 €',
    'Zahlbar an | Akademie GmbH / AT61 1904 3002 3457 3201',
    'Gedruckt von anna@example.at'
  ])
})

test('an open credit note is subtracted, and is never due', async () => {
  const { papers } = await printed([invoice('1', due('100')), invoice('2', due('-30'))])
  expect(papers[0]?.slice(3)).toEqual([
    'Rechnungsnummer | Datum | Fällig am | Status | Offener Betrag',
    '1 | 14.10.2026 | 03.11.2026 | fällig | 100,00 €',
    '2 | 14.10.2026 | 03.11.2026 | Gutschrift | -30,00 €',
    'Summe offen | 70,00 €',
    'davon fällig | 100,00 €',
    'Gedruckt von anna@example.at'
  ])
})

test('with an unknown amount there is no sum, and without the company the list is printed all the same', async () => {
  const rows = [invoice('1', due('5')), invoice('2', { isPaid: false })]
  const { papers } = await printed(rows, { 'GET /api/customer': failure(403, 'Keine Berechtigung.') })
  expect(papers[0]?.[1]).toBe('')
  expect(papers[0]).toContain('2 | 14.10.2026 | – | offen | –')
  expect(papers[0]).toContain('Summe offen | –')
})

test('the list is on paper alone, goes with the print, and can be printed again', async () => {
  const { papers, root } = await printed([invoice('1', due('5'))])
  expect(root.querySelector('.kc-open-items')).not.toBeVisible()
  dispatchEvent(new Event('afterprint'))
  await expect.poll(() => root.querySelector('.kc-open-items')).toBeNull()
  await act.click()
  await expect.poll(() => papers).toHaveLength(2)
})

test('where a browser tells of no end of the print, the next act on the page ends it', async () => {
  const { papers, root } = await printed([invoice('1', due('5'))])
  await userEvent.keyboard('{Shift}')
  await expect.poll(() => root.querySelector('.kc-open-items')).toBeNull()
  for (const press of [() => act.click(), () => userEvent.keyboard('{Enter}')]) {
    const before = papers.length
    await press()
    await expect.poll(() => papers).toHaveLength(before + 1)
  }
})

test('while the list waits for the name of the company, its button is busy, and a second press does nothing', async () => {
  const arrive = holdFirstResponse('/customer')
  const { papers } = await opened([invoice('1', due('5'))])
  await act.click()
  await expect.element(act).toHaveAttribute('aria-busy', 'true')
  await act.click({ force: true })
  arrive()
  await expect.poll(() => papers).toHaveLength(1)
  await expect.element(act).not.toHaveAttribute('aria-busy')
  expect(papers[0]?.[1]).toBe('Donauraum GmbH, Kundennummer 20417')
})

test('without a network the list is printed at once, without the name, and not once more when the network is back', async () => {
  const { papers, root } = await opened([invoice('1', due('5'))])
  dispatchEvent(new Event('offline'))
  onTestFinished(() => void dispatchEvent(new Event('online')))
  await act.click()
  await expect.poll(() => papers).toHaveLength(1)
  expect(papers[0]?.slice(0, 2)).toEqual(['Offene Posten', ''])
  dispatchEvent(new Event('online'))
  // The paper is still there, since this print sends no event of its end.
  await expect.poll(() => root.querySelector('.kc-open-items')?.textContent).toContain('Donauraum GmbH')
  expect(papers).toHaveLength(1)
})

test('a list that waits for its name goes with the element, and does not print when that comes back', async () => {
  const { print, root } = await opened([invoice('1', due('5'))], { 'GET /api/customer': { hang: true } })
  const { host } = root
  const place = host.parentElement!
  await act.click()
  await expect.poll(() => root.querySelector('.kc-open-items')).not.toBeNull()
  host.remove()
  await expect.poll(() => root.querySelector('.kc-open-items')).toBeNull()
  place.append(host)
  await expect.element(act).toBeVisible()
  await expect.element(act).not.toHaveAttribute('aria-busy')
  expect(root.querySelector('.kc-open-items')).toBeNull()
  expect(print).not.toHaveBeenCalled()
})

test('where nothing is open, or nobody says what is, there is no list to print', async () => {
  const { element } = await openInvoices([invoice('1', { amount: '5', isPaid: true })])
  await expect.element(act).not.toBeInTheDocument()
  element.remove()
  await openInvoices([invoice('1', { amount: '5' })])
  await expect.element(act).not.toBeInTheDocument()
})
