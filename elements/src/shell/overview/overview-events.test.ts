import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { RightName } from '@customer-center/contract/rights'
import { axeViolations } from '../../../testing/axe.ts'
import { installFakeTimers } from '../../../testing/fake-timers.ts'
import { failure, foreign, type MockResponses, mountLoggedIn, success, user } from '../../../testing/mock-backend.ts'

const now = new Date('2026-11-20T11:00:00Z')
const overview = 'GET /api/overview'
const all = 'GET /api/overview/events'
const orders = 'GET /api/eventmanager/ordersbysubscriber'
const documents = 'GET /api/eventmanager/documentsbysubscriber'
const webinars = 'GET /api/eventmanager/webinarlink'
const invoices = 'GET /api/eventmanager/invoicebysubscriber'
const attended = 'GET /api/eventmanager/eventsbysubscriber'

const row = (eventId: number, no: number, from: string, more: object = {}) => ({
  eventId,
  no,
  caption: 'Excel',
  from,
  to: from,
  location: 'Wien, Kai 1',
  state: null,
  persons: 2,
  waiting: 0,
  webinars: 0,
  documents: 0,
  confirmations: 0,
  invoices: 0,
  ...more
})
const news = { person: 'Anna Huber', nextEvents: [], newDocuments: [], openInvoices: null }
const features = ['overview', 'overview-events', 'calendar', 'bulk-confirmations']

const event = (eventId: number, no: number, from: string, participants: object[]) => ({
  eventId,
  no,
  caption: 'Excel',
  from,
  to: from,
  location: 'Wien, Kai 1',
  participants
})
const eva = { caption: 'Eva Maier', participantId: 71, contactId: 501 }
const script = (caption: string) => ({ caption, documentHash: caption, dpoId: 1, dpdId: 1, fileName: `${caption}.pdf` })
const scripts = (no: number, caption: string) => ({
  eventId: 7,
  no,
  caption: 'Excel',
  participantId: null,
  from: '2026-03-02',
  to: '2026-03-02',
  location: null,
  productType: 1,
  videoOnDemand: false,
  scripts: [script(caption)]
})
const invoice = (controlNo: number, events: object[] | undefined) => ({
  companyNo: 1,
  controlNo,
  no: `R-${controlNo}`,
  date: '2026-03-09',
  documentHash: `h${controlNo}`,
  amount: '99.00',
  currency: 'EUR',
  dueDate: '2026-04-01',
  isPaid: true,
  ...(events && { events })
})
const participation = (no: number, participantId: number | null) => ({
  VER_BEZEICHNUNG: 'Excel',
  VER_ID: 7,
  VER_LFDNR: no,
  VER_TEILNEHMERID: participantId,
  VER_VON: '2026-03-02',
  VER_BIS: '2026-03-02'
})

/** Two dates of one event with the same title, of which each list has rows. */
const lists: MockResponses = {
  [orders]: success([
    {
      no: 1,
      date: '2026-01-02',
      orderedFrom: 'Eva',
      events: [event(7, 1, '2026-03-02', [eva, { caption: 'Jan Novák', participantId: 72, contactId: 502 }])]
    },
    {
      no: 2,
      date: '2026-01-03',
      orderedFrom: 'Eva',
      events: [event(7, 2, '2099-03-02', [{ caption: 'Ida Berger', state: 'cancelled' }])]
    }
  ]),
  [documents]: success([scripts(1, 'Skriptum Mai'), scripts(2, 'Skriptum Herbst')]),
  [webinars]: success([]),
  [invoices]: success([
    invoice(1, [{ eventId: 7, no: 1 }]),
    invoice(2, [{ eventId: 7, no: 2 }]),
    invoice(3, undefined)
  ]),
  [attended]: success([participation(1, 71)]),
  'GET /api/customer': success({ KND_FIRMA: 1, KND_ID: 1001, KND_PVAID: 1 })
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now })
  history.replaceState(null, '', '#/overview')
})

async function open(answer: object, responses: MockResponses = {}, right: RightName = 'admin') {
  return mountLoggedIn(right, { features }, { [overview]: success({ ...news, ...answer }), ...lists, ...responses })
}

const section = page.getByRole('region', { name: 'Ihre Events' })
const items = section.getByRole('listitem').filter({ has: page.getByRole('link') })

test('each event is a row with its day, place, people and marks; a mark is absent where there is nothing', async () => {
  const events = [
    row(7, 2, '2099-03-02', { webinars: 1, documents: 2 }),
    row(8, 1, '2099-04-02', { caption: 'Lohn', persons: 1 }),
    row(7, 1, '2026-03-02', { persons: 0, documents: 1, confirmations: 2, invoices: 1 })
  ]
  const { element } = await open({ events, eventCount: 3 })
  await expect
    .element(items.nth(0))
    .toMatchTextContent(/^Mo,\s02\.03\.2099ExcelWien · 2 TeilnehmerWebinar2 Unterlagen$/)
  await expect.element(items.nth(1)).toMatchTextContent(/^Do,\s02\.04\.2099LohnWien · 1 TeilnehmerKalender$/)
  await expect
    .element(items.nth(2))
    .toMatchTextContent(/^Mo,\s02\.03\.2026ExcelWien1 Unterlage2 Bestätigungen1 Rechnung$/)
  for (const item of items.elements()) expect(item.getBoundingClientRect().height).toBe(64)
  expect(await axeViolations(element)).toEqual([])
})

test('a row has its year only where that is half a year away and no heading has it', async () => {
  const events = [
    row(1, 1, '2026-12-30', { to: '2027-01-02', persons: 0 }),
    row(2, 1, '2027-05-20', { to: '2027-05-21', persons: 0 }),
    row(3, 1, '2026-11-18', { persons: 0 }),
    row(4, 1, '2026-03-02', { persons: 0 })
  ]
  const older = [
    row(5, 1, '2025-03-03', { persons: 0 }),
    row(6, 1, '2024-03-04', { to: '2025-06-20', persons: 0 }),
    row(7, 1, '0001-01-01', { to: '2023-06-20', persons: 0 })
  ]
  await open({ events, eventCount: 7 }, { [all]: success([...events, ...older]) })
  await expect.element(items.nth(0)).toMatchTextContent(/^Mi,\s30\.12\. – 02\.01\.Excel/)
  await expect.element(items.nth(1)).toMatchTextContent(/^Do,\s20\.05\.2027 – 21\.05\.2027Excel/)
  await expect.element(items.nth(2)).toMatchTextContent(/^Mi,\s18\.11\.Excel/)
  await expect.element(items.nth(3)).toMatchTextContent(/^Mo,\s02\.03\.2026Excel/)
  await section.getByRole('button', { name: 'Alle 7 zeigen' }).click()
  await expect.element(section.getByRole('heading', { name: '2025' })).toBeVisible()
  await expect.element(items.nth(1)).toMatchTextContent(/^Do,\s20\.05\.2027/)
  await expect.element(items.nth(3)).toMatchTextContent(/^Mo,\s02\.03\.Excel/)
  await expect.element(items.nth(4)).toMatchTextContent(/^Mo,\s03\.03\.Excel/)
  await expect.element(items.nth(5)).toMatchTextContent(/^Mo,\s04\.03\.2024 – 20\.06\.2025Excel/)
  await expect.element(items.nth(6)).toMatchTextContent(/20\.06\.2023Excel/)
})

test('all events are read when somebody asks for them, by year', async () => {
  const events = Array.from({ length: 8 }, (_, index) => row(20 + index, 1, `202${5 - (index > 5 ? 1 : 0)}-03-02`))
  const { backend } = await open({ events: events.slice(0, 6), eventCount: 8 }, { [all]: success(events) })
  await expect.element(items.nth(5)).toBeVisible()
  expect(await backend.requests(all)).toEqual([])
  await section.getByRole('button', { name: 'Alle 8 zeigen' }).click()
  await expect.element(section.getByRole('heading', { name: '2024' })).toBeVisible()
  expect(items.elements()).toHaveLength(8)
})

test('a row opens the dossier, which has what belongs to this date alone; the way back closes it', async () => {
  const events = [row(7, 1, '2026-03-02'), row(7, 2, '2099-03-02', { persons: 0 })]
  const { element } = await open({ events, eventCount: 2 }, { [all]: success(events) })
  await items.nth(0).getByRole('link').click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Excel' })).toBeVisible()
  expect(location.hash).toBe('#/overview?event=7-1')
  await expect.element(page.getByText('Skriptum Mai')).toBeVisible()
  await expect.element(page.getByText('R-1', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Jan Novák')).toBeVisible()
  for (const other of ['Skriptum Herbst', 'R-2', 'R-3', 'Ida Berger'])
    await expect.element(page.getByText(other, { exact: true })).not.toBeInTheDocument()
  // Only a participant whose keys are there, and whose participation counts, can be confirmed.
  await expect.element(page.getByRole('button', { name: /^Bestätigung erstellen: Eva Maier/ })).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Bestätigung erstellen: Jan/ })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: /^Für 1 Teilnehmer/ })).toBeVisible()
  expect(await axeViolations(element)).toEqual([])
  history.back()
  await expect.element(items.nth(0)).toBeVisible()
  expect(location.hash).toBe('#/overview')
})

test('a link leads to the dossier, and one of an unknown event says so', async () => {
  history.replaceState(null, '', '#/overview?event=7-1')
  const { element } = await open({ events: [], eventCount: 0 }, { [all]: success([row(7, 1, '2026-03-02')]) })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Excel' })).toBeVisible()
  await page.getByRole('link', { name: 'Zurück zur Übersicht' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Übersicht' })).toBeVisible()
  element.remove()
  history.replaceState(null, '', '#/overview?event=7-9')
  await open({ events: [], eventCount: 0 }, { [all]: success([row(7, 1, '2026-03-02')]) })
  await expect.element(page.getByText('Dieses Event gibt es in Ihren Daten nicht.')).toBeVisible()
})

test('a confirmation is requested with the keys of the participant', async () => {
  history.replaceState(null, '', '#/overview?event=7-1')
  const { backend } = await open(
    {},
    {
      [all]: success([row(7, 1, '2026-03-02')]),
      'GET /api/eventmanager/letterparticipation': success({ letterNo: 4711 }),
      'POST /api/function/start': success({ jobId: '7' }),
      'GET /api/function/getasyncresult': success({ jobId: '7', status: 2, fileData: btoa('%PDF') })
    }
  )
  await page.getByRole('button', { name: /^Bestätigung erstellen: Eva Maier/ }).click()
  await expect.element(page.getByRole('cell', { name: '02.03.2026 Excel (Eva Maier)', exact: true })).toBeVisible()
  await expect.poll(() => backend.requests('POST /api/function/start')).toHaveLength(1)
  const [started] = (await backend.sentData('POST /api/function/start')) as { parameter: string }[]
  expect(Object.fromEntries(new URLSearchParams(started!.parameter))).toEqual({
    letterNo: '4711',
    format: 'PDF',
    company: '1',
    id: '1001',
    contactCompany: '1',
    contactId: '501',
    eventId: '7',
    participantId: '71'
  })
})

test('whoever may open neither orders nor invoices sees neither, and makes the own confirmation', async () => {
  history.replaceState(null, '', '#/overview?event=7-1')
  const refused = failure(403, 'Keine Berechtigung.')
  const { backend } = await open(
    {},
    {
      [all]: success([row(7, 1, '2026-03-02', { persons: 1, invoices: null })]),
      'GET /api/webshopuser/getcurrentwebshopuser': success({
        WSU_EMAIL: 'anna@example.at',
        WSU_RECHTE: 3,
        WSU_TEILNEHMERWECHSEL: false
      }),
      'GET /api/contact': success([
        {
          ASP_FIRMA: 1,
          ASP_ID: 1001,
          ASP_PVAID: 1,
          ASP_KONTAKTFIRMA: 1,
          ASP_KONTAKTID: 501,
          ASP_VORNAME: 'Anna',
          ASP_NACHNAME: 'Huber',
          ASP_SHOPEMAIL: 'anna@example.at'
        }
      ]),
      [orders]: refused,
      [invoices]: refused
    },
    'contact'
  )
  await expect.element(page.getByRole('button', { name: /^Bestätigung erstellen: Anna Huber/ })).toBeVisible()
  await expect.element(page.getByText('Skriptum Mai')).toBeVisible()
  expect(await backend.requests(orders)).toEqual([])
  expect(await backend.requests(invoices)).toEqual([])
})

test('in front of another backend the rows are joined by their numbers from the lists of the screens, each read once', async () => {
  const { backend } = await mountLoggedIn(
    'admin',
    { ...foreign, features: [] },
    { ...lists, 'GET /api/webshopuser/getcurrentwebshopuser': user('admin') }
  )
  await expect.element(items.nth(0)).toMatchTextContent(/^Mo,\s02\.03\.2099ExcelWien1 Unterlage1 Rechnung$/)
  await expect
    .element(items.nth(1))
    .toMatchTextContent(/^Mo,\s02\.03\.2026ExcelWien · 2 Teilnehmer1 Unterlage1 Bestätigung1 Rechnung$/)
  await page.getByRole('link', { name: 'Bestellungen' }).first().click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Bestellungen' })).toBeVisible()
  expect(await backend.requests(orders)).toHaveLength(1)
})

test('what an idle overview reads for its events ends when somebody goes on, but for the list of the next screen', async () => {
  const aborted: string[] = []
  const real = window.fetch
  window.fetch = (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input)
    init?.signal?.addEventListener('abort', () => aborted.push(`GET ${pathname.slice(pathname.indexOf('/api'))}`))
    return real(input, init)
  }
  onTestFinished(() => void (window.fetch = real))
  const hang = { hang: true }
  const { backend } = await mountLoggedIn(
    'admin',
    { ...foreign, features: [] },
    {
      ...lists,
      'GET /api/webshopuser/getcurrentwebshopuser': user('admin'),
      [orders]: { ...success([{ no: 4711, events: [] }]), chunkDelayMs: 100 },
      [documents]: hang,
      [invoices]: hang
    }
  )
  const asked = async () => (await backend.requests()).map(({ call }) => call)
  await expect.poll(asked).toEqual(expect.arrayContaining([orders, documents, invoices]))
  const { advance } = installFakeTimers()
  await page.getByRole('link', { name: 'Bestellungen' }).first().click()
  await expect.element(page.getByText('4711')).toBeVisible()
  advance(5000)
  // Other lists may still be on their way, too.
  await expect.poll(() => aborted).toEqual(expect.arrayContaining([documents, invoices]))
  expect(aborted).not.toContain(orders)
  expect(await backend.requests(orders)).toHaveLength(1)
})
