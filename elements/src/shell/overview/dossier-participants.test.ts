import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { holdFirstResponse } from '../../../testing/hold-responses.ts'
import { foreign, type MockResponses, mountLoggedIn, failure, success, user } from '../../../testing/mock-backend.ts'

const overview = 'GET /api/overview'
const all = 'GET /api/overview/events'
const orders = 'GET /api/eventmanager/ordersbysubscriber'
const documents = 'GET /api/eventmanager/documentsbysubscriber'
const invoices = 'GET /api/eventmanager/invoicebysubscriber'
const attended = 'GET /api/eventmanager/eventsbysubscriber'
const attendedByAnna = `${attended}?contactCompany=1&contactId=501`
const confirmable = 'GET /api/eventmanager/lettersbyevent'
const loggedIn = 'GET /api/webshopuser/getcurrentwebshopuser'

const config = { features: ['overview', 'overview-events', 'calendar', 'bulk-confirmations'] }
const withoutOrders = { ...config, allowedRoutes: ['overview', 'confirmations', 'confirmations/participation'] }

const event = { eventId: 7, no: 1, caption: 'Excel', from: '2026-03-02', to: '2026-03-02', location: null, state: null }
const row = { ...event, persons: 2, waiting: 0, webinars: 0, documents: 0, confirmations: 2, invoices: 0 }
const participation = (participantId: number | null, eventId = 7) => ({
  VER_BEZEICHNUNG: eventId === 7 ? 'Excel' : 'Lohn',
  VER_ID: eventId,
  VER_LFDNR: 1,
  VER_TEILNEHMERID: participantId,
  VER_VON: '2026-03-02',
  VER_BIS: '2026-03-02'
})
const contact = (id: number, firstName: string, email: string) => ({
  ASP_FIRMA: 1,
  ASP_ID: 1001,
  ASP_PVAID: id,
  ASP_KONTAKTFIRMA: 1,
  ASP_KONTAKTID: id,
  ASP_VORNAME: firstName,
  ASP_NACHNAME: 'Huber',
  ASP_SHOPEMAIL: email
})

/** Anna is logged in; Jan is a colleague, whose participation is 71. */
const lists: MockResponses = {
  [overview]: success({ person: 'Anna Huber', nextEvents: [], newDocuments: [], openInvoices: null, events: [row] }),
  [all]: success([row]),
  [orders]: success([]),
  'GET /api/eventmanager/webinarlink': success([]),
  [attended]: success([participation(71), participation(72)]),
  [attendedByAnna]: success([]),
  [confirmable]: success({ letterNo: 4711, participantIds: [71, 72], names: ['Jan Huber', 'Ida Berger'] }),
  'GET /api/customer': success({ KND_FIRMA: 1, KND_ID: 1001, KND_PVAID: 1 }),
  'GET /api/contact': success([contact(502, 'Jan', 'jan@example.at'), contact(501, 'Anna', 'anna@example.at')])
}

const people = page.getByRole('region', { name: /^Teilnehmer/ })
const confirmOf = (name: string) => page.getByRole('button', { name: new RegExp(`^Bestätigung erstellen: ${name}`) })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T11:00:00Z') })
  history.replaceState(null, '', '#/overview?event=7-1')
})

test('whoever may not open the orders sees the colleagues who attended, and is none of them', async () => {
  await mountLoggedIn('admin', withoutOrders, lists)
  await expect.element(people.getByText('Jan Huber')).toBeVisible()
  await expect.element(people.getByText('Ida Berger')).toBeVisible()
  await expect.element(people.getByRole('button', { name: /^Für alle 2 Teilnehmer/ })).toBeVisible()
  await expect.element(people.getByText('Anna Huber')).not.toBeInTheDocument()
  await expect.element(confirmOf('')).not.toBeInTheDocument()
})

test('whoever attended beside colleagues confirms the own participation', async () => {
  const { backend } = await mountLoggedIn('admin', withoutOrders, {
    ...lists,
    [attendedByAnna]: success([participation(72)]),
    'GET /api/eventmanager/letterparticipation': success({ letterNo: 4711 }),
    'POST /api/function/start': success({ jobId: '7' }),
    'GET /api/function/getasyncresult': success({ jobId: '7', status: 2, fileData: btoa('%PDF') })
  })
  await confirmOf('Anna Huber').click()
  await expect.poll(() => backend.requests('POST /api/function/start')).toHaveLength(1)
  const [started] = (await backend.sentData('POST /api/function/start')) as { parameter: string }[]
  expect(Object.fromEntries(new URLSearchParams(started!.parameter))).toMatchObject({
    contactId: '501',
    participantId: '72'
  })
})

test('a confirmation of a participation without a number stays in the dossier once it is made', async () => {
  await mountLoggedIn('admin', withoutOrders, {
    ...lists,
    [attendedByAnna]: success([participation(null)]),
    'GET /api/eventmanager/letterparticipation': success({ letterNo: 4711 }),
    'POST /api/function/start': success({ jobId: '7' }),
    'GET /api/function/getasyncresult': success({ jobId: '7', status: 2, fileData: btoa('%PDF') })
  })
  await confirmOf('Anna Huber').click()
  await expect.element(page.getByRole('button', { name: 'Öffnen: 02.03.2026 Excel (Anna Huber)' })).toBeEnabled()
})

test('participants without an order are listed by name, and no count says that there are none', async () => {
  await mountLoggedIn('admin', config, lists)
  await expect.element(people.getByText('Jan Huber')).toBeVisible()
  await expect.element(people.getByText('Ida Berger')).toBeVisible()
  await expect.element(people.getByRole('heading')).toMatchTextContent(/^Teilnehmer$/)
})

test('those with an order and those without one are all listed, each once and with their state', async () => {
  const jan = { caption: 'Jan Huber', participantId: 71, contactCompany: 1, contactId: 502 }
  const eva = { caption: 'Eva Maier', participantId: 73, contactCompany: 1, contactId: 503, state: 'waiting' }
  const { element } = await mountLoggedIn('admin', config, {
    ...lists,
    [all]: success([{ ...row, persons: 2, waiting: 1 }]),
    [orders]: success([
      { no: 1, events: [{ ...event, participants: [{ ...jan, participantId: 70, state: 'cancelled' }, eva] }] },
      { no: 2, events: [{ ...event, participants: [jan] }] }
    ])
  })
  await expect.element(people.getByText('Ida Berger')).toBeVisible()
  const names = [...element.shadowRoot!.querySelectorAll('.kc-dossier section:first-of-type li p:first-child')]
  expect(names.map(({ textContent }) => textContent)).toEqual(['Jan Huber', 'Eva Maier (Warteliste)', 'Ida Berger'])
  await expect.element(people.getByRole('heading')).toMatchTextContent(/^Teilnehmer · 2$/)
  await expect.element(confirmOf('Jan Huber')).toBeVisible()
})

test('where a booking has no number of its participation, nobody is added by name', async () => {
  const jan = { caption: 'Jan Huber', contactCompany: 1, contactId: 502 }
  const { backend } = await mountLoggedIn('admin', config, {
    ...lists,
    [orders]: success([{ no: 2, events: [{ ...event, participants: [jan] }] }])
  })
  await expect.element(people.getByText('Jan Huber')).toBeVisible()
  await expect.element(people.getByRole('button', { name: /^Für alle 2 Teilnehmer/ })).toBeVisible()
  expect(people.getByText('Ida Berger').elements()).toEqual([])
  expect(await backend.requests(confirmable)).toEqual([])
})

test('whoever attended without a number of the participation is listed once, and with no name that might be their own', async () => {
  // The own participations come last: they are asked for with the number of the own contact.
  const release = holdFirstResponse('/contact')
  const { backend } = await mountLoggedIn('admin', withoutOrders, {
    ...lists,
    [attended]: success([participation(null), participation(71)]),
    [attendedByAnna]: success([participation(null)]),
    [confirmable]: success({ letterNo: 4711, participantIds: [71, 72], names: ['Jan Huber', 'Anna Huber'] })
  })
  await expect.poll(() => backend.requests(attended)).toHaveLength(1)
  for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame)
  release()
  await expect.element(people.getByText('Anna Huber')).toBeVisible()
  await expect.element(people.getByRole('button', { name: /^Für alle 2 Teilnehmer/ })).toBeVisible()
  expect(people.getByText('Jan Huber').elements()).toEqual([])
  expect(await backend.requests(confirmable)).toEqual([])
})

test('in front of another backend a person who acts for themselves alone asks for nobody else', async () => {
  history.replaceState(null, '', '#/overview')
  const { backend } = await mountLoggedIn(
    'contact',
    { ...foreign, features: [] },
    {
      ...lists,
      [loggedIn]: success({ WSU_EMAIL: 'anna@example.at', WSU_RECHTE: 3, WSU_TEILNEHMERWECHSEL: false }),
      'GET /api/contact': success([contact(501, 'Anna', 'anna@example.at')]),
      [attended]: success([participation(71), participation(71, 8), participation(72)]),
      [attendedByAnna]: success([participation(72)])
    }
  )
  const rows = page.getByRole('region', { name: 'Ihre Events' }).getByRole('link')
  await expect.element(rows).toHaveTextContent('Excel')
  await expect.element(page.getByText('1 Bestätigung', { exact: true })).toBeVisible()
  await rows.click()
  await expect.element(confirmOf('Anna Huber')).toBeVisible()
  for (const { query } of await backend.requests(attended))
    expect(query).toMatchObject({ contactCompany: '1', contactId: '501' })
})

test('a list that failed is read again when somebody comes back, and one that is forbidden is not', async () => {
  history.replaceState(null, '', '#/overview')
  const script = { caption: 'Skriptum', documentHash: 'h', dpoId: 1, dpdId: 1, fileName: 'Skriptum.pdf' }
  const { backend } = await mountLoggedIn(
    'admin',
    { ...foreign, features: [] },
    {
      ...lists,
      [loggedIn]: user('admin'),
      [documents]: [failure(500, 'Gestört.'), success([{ ...event, productType: 1, scripts: [script] }])],
      [invoices]: failure(403, 'Keine Berechtigung.')
    }
  )
  await expect.element(page.getByText('2 Bestätigungen', { exact: true })).toBeVisible()
  await expect.element(page.getByText('1 Unterlage', { exact: true })).not.toBeInTheDocument()
  await page.getByRole('link', { name: 'Bestellungen' }).first().click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Bestellungen' })).toBeVisible()
  history.back()
  await expect.element(page.getByText('1 Unterlage', { exact: true })).toBeVisible()
  expect(await backend.requests(orders)).toHaveLength(1)
})
