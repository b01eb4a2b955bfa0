import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { list as contacts, manyContacts } from '../../testing/contacts.ts'
import { type MockResponse, mountLoggedIn, success } from '../../testing/mock-backend.ts'

const rows = Array.from({ length: 60 }, (_, index) => index + 1)
const slowly = (data: unknown, ms: number): MockResponse => ({ ...success(data), chunkDelayMs: ms / 10 })
const answersAfter = (ms: number) => ({
  [contacts]: slowly(manyContacts(60), ms),
  'GET /api/eventmanager/invoicebysubscriber': slowly(
    rows.map((no) => ({
      companyNo: 1,
      controlNo: no,
      no: `4711-${no}`,
      date: '2026-10-14',
      documentHash: `key-${no}`
    })),
    ms
  ),
  'GET /api/eventmanager/documentsbysubscriber': slowly([], ms),
  'GET /api/eventmanager/ordersbysubscriber': slowly([], ms),
  'GET /api/eventmanager/webinarlink': slowly([], ms),
  'GET /api/customer': success({ KND_FIRMA: 1, KND_ID: 1001 })
})

interface LayoutShift extends PerformanceEntry {
  readonly value: number
}

interface Shifts {
  /** Leaves out what moves from now on, until the screen that a person has asked for is shown. */
  readonly beginRequest: () => void
  readonly endRequest: () => void
  /** Returns the sum of all others. */
  readonly sum: () => number
}

/** Counts what moves from now on without somebody's doing. In a frame, as here, Chromium does not tell of the input itself. */
function countShifts(): Shifts {
  let sum = 0
  const requests: { readonly begin: number; end: number }[] = []
  const count = (entries: PerformanceEntryList) => {
    for (const { value, startTime } of entries as LayoutShift[])
      if (!requests.some(({ begin, end }) => startTime >= begin && startTime <= end)) sum += value
  }
  const observer = new PerformanceObserver((found) => count(found.getEntries()))
  observer.observe({ type: 'layout-shift' })
  onTestFinished(() => observer.disconnect())
  return {
    beginRequest: () => void requests.push({ begin: performance.now(), end: Infinity }),
    endRequest() {
      const last = requests.at(-1)
      if (last) last.end = performance.now()
    },
    sum() {
      count(observer.takeRecords())
      return sum
    }
  }
}

const frames = async (count: number): Promise<void> => {
  for (let frame = 0; frame < count; frame++) await new Promise(requestAnimationFrame)
}

test.each([
  [200, 1280],
  [1000, 1280],
  [3000, 1280],
  [1000, 390]
])('with answers after %i ms nothing moves on the way through the lists, at %i px', async (ms, width) => {
  await page.viewport(width, 844)
  const { element } = await mountLoggedIn('admin', { links: { imprint: 'https://shop.example/' } }, answersAfter(ms))
  const footer = document.createElement('footer')
  footer.textContent = 'Die Seite geht hier weiter.'
  footer.style.cssText = 'block-size: 200px; background: #ccc'
  document.body.append(footer)
  onTestFinished(() => footer.remove())
  const root = element.shadowRoot!
  const content = async (name: string) => {
    await expect.element(page.getByRole('heading', { name, level: 1 })).toBeInTheDocument()
    await expect.poll(() => root.querySelector('.kc-main .kc-skeleton')).toBeNull()
    // Shifts are reported with the frames after them.
    await frames(4)
  }
  await content('Übersicht')
  const shifts = countShifts()
  const tile = (name: string) => page.getByRole('link', { name }).last()
  for (const name of ['Rechnungen', 'Skripte', 'Bestellungen', 'Webinare']) {
    shifts.beginRequest()
    await tile(name).click()
    await expect.element(page.getByRole('heading', { name, level: 1 })).toBeInTheDocument()
    // The screen is drawn with the next frame.
    await frames(2)
    shifts.endRequest()
    await content(name)
    history.back()
    await content('Übersicht')
  }
  location.hash = '#/mydata/contacts'
  await content('Kontakte')
  expect(shifts.sum()).toBeLessThanOrEqual(0.05)
})

test.each([1280, 600, 390])('with late answers nothing moves in an event’s dossier, at %i px', async (width) => {
  await page.viewport(width, 844)
  const event = { eventId: 7, no: 1, caption: 'Excel für Fortgeschrittene in der Buchhaltung', location: 'Wien' }
  const days = { from: '2099-03-02', to: '2099-03-02' }
  const events = [{ eventId: 7, no: 1 }]
  const counts = { persons: 3, waiting: 0, webinars: 1, documents: 2, confirmations: 0, invoices: 1 }
  const participants = ['Eva Maier', 'Jan Novák', 'Ida Berger'].map((caption) => ({ caption }))
  const scripts = ['Skriptum', 'Handout'].map((caption) => ({ caption, documentHash: caption, fileName: 'a.pdf' }))
  history.replaceState(null, '', '#/overview?event=7-1')
  const { element } = await mountLoggedIn(
    'admin',
    { features: ['overview-events', 'calendar', 'zip'], links: { imprint: 'https://shop.example/' } },
    {
      'GET /api/overview/events': slowly([{ ...event, ...days, ...counts }], 1500),
      'GET /api/customer': slowly({ KND_FIRMA: 1, KND_ID: 1001 }, 1500),
      'GET /api/eventmanager/ordersbysubscriber': slowly(
        [{ no: 1, events: [{ ...event, ...days, participants }] }],
        1500
      ),
      'GET /api/eventmanager/documentsbysubscriber': slowly([{ ...event, ...days, productType: 1, scripts }], 1500),
      'GET /api/eventmanager/webinarlink': slowly([{ ...event, events, videolink: 'https://meet.example/1' }], 1500),
      'GET /api/eventmanager/invoicebysubscriber': slowly([{ no: 'R-1', documentHash: 'h', events }], 800),
      'GET /api/eventmanager/eventsbysubscriber': slowly([], 2500)
    }
  )
  const root = element.shadowRoot!
  await expect.poll(() => root.querySelector('.kc-dossier-back')).not.toBeNull()
  await frames(4)
  const shifts = countShifts()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Excel' })).toBeInTheDocument()
  await expect.poll(() => root.querySelector('.kc-main .kc-skeleton')).toBeNull()
  await expect.element(page.getByText('Ida Berger')).toBeInTheDocument()
  await expect.element(page.getByText('Handout')).toBeInTheDocument()
  await frames(4)
  expect(shifts.sum()).toBe(0)
})
