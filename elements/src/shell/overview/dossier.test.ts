import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { installFakeTimers } from '../../../testing/fake-timers.ts'
import {
  failure,
  type MockResponse,
  type MockResponses,
  mountLoggedIn,
  success
} from '../../../testing/mock-backend.ts'
import { watchDownloads } from '../../../testing/tabs.ts'

const all = 'GET /api/overview/events'
const documents = 'GET /api/eventmanager/documentsbysubscriber'
const webinars = 'GET /api/eventmanager/webinarlink'
const invoices = 'GET /api/eventmanager/invoicebysubscriber'

const days = { from: '2026-03-02', to: '2026-03-02' }
const excel = { eventId: 7, no: 1, caption: 'Excel', location: 'Wien, Kai 1', state: null, ...days }
const counts = { persons: 1, waiting: 0, webinars: 1, documents: 2, confirmations: 1, invoices: 1 }
const eva = { caption: 'Eva Maier', participantId: 71, contactId: 501 }
const script = (caption: string) => ({ caption, documentHash: caption, dpoId: 1, dpdId: 1, fileName: `${caption}.pdf` })
const invoice = { companyNo: 1, controlNo: 1, no: 'R-1', date: '2026-03-09', documentHash: 'h1', amount: '99.00' }
const link = { WEB_BEZEICHNUNG: 'Excel', WEB_LINK: 'https://meet.example/1', WEB_GUELTIGBIS: '2099-01-01' }
const ofExcel = { events: [{ eventId: 7, no: 1 }] }
const lists = {
  [documents]: [{ ...excel, productType: 1, scripts: [script('Skriptum Mai'), script('Handout')] }],
  [webinars]: [{ ...link, ...ofExcel }],
  [invoices]: [{ ...invoice, currency: 'EUR', dueDate: '2026-04-01', isPaid: true, ...ofExcel }]
}

const heading = (name: string) => page.getByRole('heading', { level: 1, name })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T11:00:00Z') })
  history.replaceState(null, '', '#/overview?event=7-1')
})

const open = async (responses: MockResponses = {}, features: readonly string[] = []) =>
  mountLoggedIn(
    'admin',
    { features: ['overview', 'overview-events', 'calendar', ...features] },
    {
      'GET /api/overview': success({
        nextEvents: [],
        newDocuments: [],
        events: [{ ...excel, ...counts }],
        eventCount: 1
      }),
      [all]: success([{ ...excel, ...counts }]),
      'GET /api/eventmanager/ordersbysubscriber': success([
        { no: 1, date: '2026-01-02', orderedFrom: 'Eva', events: [{ ...excel, participants: [eva] }] }
      ]),
      'GET /api/eventmanager/eventsbysubscriber': success([
        {
          VER_BEZEICHNUNG: 'Excel',
          VER_ID: 7,
          VER_LFDNR: 1,
          VER_TEILNEHMERID: 71,
          VER_VON: days.from,
          VER_BIS: days.to
        }
      ]),
      'GET /api/customer': success({ KND_FIRMA: 1, KND_ID: 1001, KND_PVAID: 1 }),
      ...Object.fromEntries(Object.entries(lists).map(([call, rows]) => [call, success(rows)])),
      ...responses
    }
  )

/** Answers when half a second is over. */
const late = (data: unknown): MockResponse => ({ ...success(data), chunkDelayMs: 50 })

test('the focus stays in the heading while the event loads, and its name is announced', async () => {
  history.replaceState(null, '', '#/overview')
  const { element } = await open({ [all]: late([{ ...excel, ...counts }]) })
  const root = element.shadowRoot!
  const focused: (string | null)[] = []
  root.addEventListener('focusin', ({ target }) => focused.push((target as HTMLElement).textContent))
  await page.getByRole('region', { name: 'Ihre Events' }).getByRole('link', { name: 'Excel' }).click()
  await expect.poll(() => root.activeElement?.textContent).toBe('Excel')
  expect(focused.slice(-2)).toEqual(['Ihre Events', 'Excel'])
})

test('the lists of an event are shown together when the last has come; a list that fails holds back none', async () => {
  // After three seconds those that have come would be shown.
  installFakeTimers()
  const { backend } = await open({ [invoices]: late(lists[invoices]), [webinars]: { status: 500 } })
  await expect.element(page.getByText('Eva Maier')).toBeVisible()
  await expect.poll(() => backend.requests(documents)).toHaveLength(1)
  const shown = () =>
    page
      .getByRole('heading', { level: 2 })
      .elements()
      .map(({ textContent }) => textContent)
      .filter((name) => !name?.startsWith('Teilnehmer'))
  const seen = new Set<string>()
  await expect
    .poll(() => {
      seen.add(shown().join())
      return shown()
    })
    .toEqual(['Unterlagen · 2', 'Rechnung'])
  expect(seen).not.toContain('Unterlagen · 2')
  await expect.element(page.getByRole('button', { name: 'Erneut versuchen' })).toBeVisible()
})

test('a confirmation that was made in the dossier is there after a reload of a backend that keeps no jobs', async () => {
  const { reload } = await open({
    'GET /api/contact': success([
      {
        ASP_FIRMA: 1,
        ASP_ID: 1001,
        ASP_PVAID: 1,
        ASP_KONTAKTFIRMA: 1,
        ASP_KONTAKTID: 500,
        ASP_EMAIL: 'anna@example.at'
      }
    ]),
    'GET /api/eventmanager/letterparticipation': success({ letterNo: 4711 }),
    'POST /api/function/start': success({ jobId: '7' }),
    'GET /api/function/getasyncresult': success({ jobId: '7', status: 2, fileData: btoa('%PDF') })
  })
  const job = page.getByRole('button', { name: 'Öffnen: 02.03.2026 Excel (Eva Maier)' })
  await page.getByRole('button', { name: /^Bestätigung erstellen: Eva Maier/ }).click()
  await expect.element(job).toBeEnabled()
  reload()
  await expect.element(job).toBeEnabled()
})

test('a confirmation of another event is not shown in the dossier, nor one whose event no parameter names', async () => {
  const other = { ...excel, eventId: 8, caption: 'Word', ...counts }
  const { element } = await open(
    {
      [all]: success([{ ...excel, ...counts }, other]),
      'GET /api/eventmanager/letterparticipation': success({ letterNo: 4711 }),
      'POST /api/function/start': success({ jobId: '7' }),
      'GET /api/function/getasyncresult': success({ jobId: '7', status: 2, fileData: btoa('%PDF') }),
      'GET /api/function/list': success([
        { jobId: '6', functionName: 'StandardLetter', caption: 'Früher', status: 2, startedAt: '2026-11-20T10:00:00Z' }
      ])
    },
    ['jobs']
  )
  const job = page.getByRole('button', { name: /^Öffnen: 02.03.2026 Excel/ })
  await page.getByRole('button', { name: /^Bestätigung erstellen: Eva Maier/ }).click()
  await expect.element(job).toBeEnabled()
  await expect.element(page.getByText('Früher')).not.toBeInTheDocument()
  location.hash = '#/overview?event=8-1'
  await expect.element(heading('Word')).toBeVisible()
  await expect.poll(() => element.shadowRoot?.querySelector('.kc-dossier-shown')).toBeTruthy()
  await expect.element(job).not.toBeInTheDocument()
  location.hash = '#/overview?event=7-1'
  await expect.element(job).toBeVisible()
})

test('an unknown event has the way back, too', async () => {
  history.replaceState(null, '', '#/overview?event=7-9')
  await open()
  await expect.element(page.getByText('Dieses Event gibt es in Ihren Daten nicht.')).toBeVisible()
  await page.getByRole('link', { name: 'Zurück zur Übersicht' }).click()
  await expect.element(heading('Übersicht')).toBeVisible()
})

test('an invoice is sent to bookkeeping, and all documents are saved as one file, where the screens offer it', async () => {
  const saved = watchDownloads()
  const { backend } = await open(
    {
      'GET /api/contact': success([]),
      'GET /api/customer': success({ KND_FIRMA: 1, KND_ID: 1001, KND_PVAID: 1, KND_EMAIL: 'buero@example.at' }),
      'POST /api/dms/zip': success({ url: 'https://files.example/1' })
    },
    ['zip', 'invoice-mail']
  )
  await page.getByRole('button', { name: 'An Buchhaltung senden: Rechnung R-1' }).click()
  await expect.element(page.getByRole('checkbox', { name: /buero@example.at/ })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Alle 2 als ZIP: Excel' }).click()
  await expect
    .poll(() => backend.sentData('POST /api/dms/zip'))
    .toEqual([{ documentKeys: ['Skriptum Mai', 'Handout'], name: 'Unterlagen Excel 2026-03-02' }])
  // Behind this test the browser would follow the address, away from this page.
  await expect.poll(() => saved.map(({ url }) => url)).toEqual(['https://files.example/1'])
})

test('without these features the dossier sends and packs nothing', async () => {
  await open()
  await expect.element(page.getByText('Handout')).toBeVisible()
  await expect.element(page.getByText('R-1')).toBeVisible()
  await expect.element(page.getByRole('button', { name: /als ZIP|senden/ })).not.toBeInTheDocument()
})

test('links whose last day is over are there, counted with the others', async () => {
  await open({ [webinars]: success([...lists[webinars], { ...link, ...ofExcel, WEB_GUELTIGBIS: '2026-04-01' }]) })
  await expect.element(page.getByRole('heading', { level: 2, name: 'Webinar · 2' })).toBeVisible()
  await expect.element(page.getByText('abgelaufen', { exact: false })).toBeVisible()
})

test('while the lists come, the skeletons have as many rows as the event has participants, and as the lists tell', async () => {
  // After three seconds those that have come would be shown.
  installFakeTimers()
  const rows = { ...excel, ...counts, persons: 5, waiting: 1 }
  const { element } = await open({
    [all]: success([rows]),
    [webinars]: success([...lists[webinars], { ...link, ...ofExcel, WEB_GUELTIGBIS: '2026-04-01' }]),
    [invoices]: { hang: true }
  })
  const counted = () =>
    [...element.shadowRoot!.querySelectorAll('.kc-dossier > .kc-skeleton')].map(
      (one) => one.querySelectorAll('i').length
    )
  // Each has one more for its heading: 6 people; 2 documents, 2 links, 1 invoice.
  await expect.poll(counted).toEqual([7, 8])
})

/** The headings that are shown below that of the event. */
const headings = () =>
  page
    .getByRole('heading', { level: 2 })
    .elements()
    .map(({ textContent }) => textContent)

test.each([
  [invoices, ['Teilnehmer · 1', 'Unterlagen · 2', 'Webinar']],
  [webinars, ['Teilnehmer · 1', 'Unterlagen · 2', 'Rechnung']],
  // Without it no webinar can be asked for.
  ['GET /api/customer', ['Teilnehmer · 1', 'Unterlagen · 2', 'Rechnung']]
])(
  'after three seconds what has come is shown, and only what is awaited says that it takes long: %s',
  async (call, shown) => {
    const { advance } = installFakeTimers()
    const { element } = await open({
      [call]: { hang: true },
      [all]: success([{ ...excel, ...counts, documents: 9, webinars: 9, invoices: 9 }])
    })
    // Of the lists, one alone still has the nine rows that the event has told.
    const rows = () => element.shadowRoot!.querySelectorAll('.kc-dossier > .kc-skeleton:last-child > i').length
    await expect.poll(rows).toBe(3 + 2 + 10)
    expect(headings()).toEqual([])
    advance(3000)
    await expect.poll(headings).toEqual(shown)
    await expect.element(page.getByText('Eva Maier')).toBeVisible()
    const slow = [...element.shadowRoot!.querySelectorAll('.kc-dossier .kc-slow')]
    expect(slow.map((one) => [getComputedStyle(one).opacity, getComputedStyle(one).animationName])).toEqual([
      ['1', 'none']
    ])
  }
)

test('a list that fails after the others were shown says so, and is read again only when somebody asks for it', async () => {
  const { advance } = installFakeTimers()
  const { backend } = await open({ [invoices]: { ...failure(500, 'Wartung.'), chunkDelayMs: 150 } })
  const retry = page.getByRole('button', { name: 'Erneut versuchen' })
  await expect.poll(() => backend.requests(documents)).toHaveLength(1)
  await expect.poll(() => backend.requests(invoices)).toHaveLength(1)
  advance(3000)
  await expect.element(retry).toBeVisible()
  expect(await backend.requests(invoices)).toHaveLength(1)
  await backend.respond({ [invoices]: success(lists[invoices]) })
  await retry.click()
  await expect.poll(headings).toEqual(['Teilnehmer · 1', 'Unterlagen · 2', 'Webinar', 'Rechnung'])
  expect(await backend.requests(invoices)).toHaveLength(2)
})

test('without a network the lists that have been read are shown at once, and nothing is said to take long', async () => {
  history.replaceState(null, '', '#/overview')
  const { element } = await open({ 'GET /api/contact': success([]) })
  const search = page.getByRole('combobox', { name: 'Suchen' })
  await page.getByRole('button', { name: 'Suchen', exact: true }).click()
  await search.fill('R-1')
  await expect.element(page.getByRole('option', { name: /^Rechnung/ })).toBeVisible()
  await search.fill('excel')
  await expect.poll(() => page.getByRole('option').elements()).toHaveLength(4)
  // The mark may be on the row of a list that came before the first one, until somebody types.
  await search.fill('')
  await search.fill('excel')
  await expect.element(page.getByRole('option', { selected: true })).toMatchTextContent(/^Excel/)
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  dispatchEvent(new Event('offline'))
  onTestFinished(() => {
    isOnline.mockRestore()
    dispatchEvent(new Event('online'))
  })
  await userEvent.keyboard('{Enter}')
  await expect.poll(headings).toEqual(['Teilnehmer · 1', 'Unterlagen · 2', 'Rechnung'])
  const slow = [...element.shadowRoot!.querySelectorAll('.kc-dossier .kc-slow')]
  expect(slow.map((one) => getComputedStyle(one).display)).toEqual(['none'])
})
