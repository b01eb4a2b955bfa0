import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { axeViolations } from '../../testing/axe.ts'
import { type MockResponse, mountLoggedIn, success } from '../../testing/mock-backend.ts'

const list = 'GET /api/eventmanager/ordersbysubscriber'

const event = (caption: string, more: object = {}) => ({
  caption,
  eventId: 7,
  no: 1,
  from: '2026-03-02',
  to: '2026-03-02',
  location: 'Linz',
  participants: [{ caption: 'Eva Maier' }, { caption: 'Dr. Jan Novák' }],
  ...more
})
const order = (no: number, more: object = {}) => ({
  no,
  date: '2026-02-14T09:30:00+01:00',
  orderedFrom: 'Eva Maier',
  events: [event(`Kurs ${no}`)],
  ...more
})

beforeEach(() => {
  location.hash = '#/orders'
  onTestFinished(() => void (location.hash = ''))
})

async function open(answer: MockResponse | MockResponse[], config = {}) {
  const { backend, element } = await mountLoggedIn('shopfull', config, { [list]: answer })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Bestellungen' })).toBeVisible()
  return { backend, element }
}

test('an event that is cancelled says so in its order and among those to come, and stays for the calendar; another state says nothing', async () => {
  const ahead = { from: '2999-05-04', to: '2999-05-05' }
  const events = [
    event('Beton', { ...ahead, state: 'cancelled' }),
    event('Statik', { ...ahead, eventId: 8, state: 'confirmed' }),
    event('Lohn', { ...ahead, eventId: 9, state: 'verschoben' })
  ]
  const { element } = await open(success([order(1, { events })]), { features: ['calendar'] })
  await expect.element(page.getByRole('heading', { name: 'Beton abgesagt', exact: true })).toBeVisible()
  for (const caption of ['Statik', 'Lohn'])
    await expect.element(page.getByRole('heading', { name: caption, exact: true })).toBeVisible()
  const coming = [...(element.shadowRoot?.querySelectorAll('[part=coming-event]') ?? [])]
  expect(
    coming.map((one) => [...one.querySelectorAll('div > p, .kc-persons')].map((part) => part.textContent))
  ).toEqual([
    ['Beton', ' abgesagt'],
    ['Statik', '2\u00A0Teilnehmer'],
    ['Lohn', '2\u00A0Teilnehmer']
  ])
  await expect.element(page.getByRole('button', { name: 'In den Kalender: Beton' })).toBeVisible()
  expect(await axeViolations(element)).toEqual([])
  element.style.inlineSize = '390px'
  expect(await axeViolations(element)).toEqual([])
})

test.each([[[]], [undefined], [null], [[null]]])('an order whose events are gone says so: %j', async (events) => {
  await open(success([order(4711, { events })]))
  await expect.element(page.getByText('Zu dieser Bestellung gibt es keine Events mehr.')).toBeVisible()
})
