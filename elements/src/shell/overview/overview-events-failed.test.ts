import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { axeViolations } from '../../../testing/axe.ts'
import { failure, foreign, type MockResponse, mountLoggedIn, success, user } from '../../../testing/mock-backend.ts'

const all = 'GET /api/overview/events'
const news = { person: 'Anna Huber', nextEvents: [], newDocuments: [], openInvoices: null }
const events = Array.from({ length: 8 }, (_, index) => ({
  eventId: 20 + index,
  no: 1,
  caption: `Event ${index + 1}`,
  from: '2025-03-02',
  to: '2025-03-02',
  location: 'Wien',
  state: null,
  persons: 1
}))
const overloaded = failure(503, 'Überlastet.')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T11:00:00Z') })
  history.replaceState(null, '', '#/overview')
})

const open = async (overview: MockResponse, listed: MockResponse | MockResponse[]) =>
  mountLoggedIn(
    'admin',
    { features: ['overview', 'overview-events'] },
    { 'GET /api/overview': overview, [all]: listed }
  )

const section = page.getByRole('region', { name: 'Ihre Events' })
const failed = section.getByText('Die Events konnten nicht geladen werden.')
const retry = section.getByRole('button', { name: 'Erneut versuchen' })
const event = (no: number) => section.getByRole('link', { name: `Event ${no}`, exact: true })
const focused = () => document.querySelector('customer-center')?.shadowRoot?.activeElement?.textContent
const firstSix = success({ ...news, events: events.slice(0, 6), eventCount: 8 })

test('the row after those that were there gets the focus when all are shown', async () => {
  await open(firstSix, success(events))
  await section.getByRole('button', { name: 'Alle 8 zeigen' }).click()
  await expect.poll(focused).toBe('Event 7')
})

test('all events that cannot be read are reported below the first, with the focus in what repeats it', async () => {
  const { backend, element } = await open(firstSix, overloaded)
  await section.getByRole('button', { name: 'Alle 8 zeigen' }).click()
  await expect.element(failed).toBeVisible()
  await expect.element(event(6)).toBeVisible()
  await expect.poll(focused).toBe('Erneut versuchen')
  expect(await axeViolations(element)).toEqual([])
  await backend.respond({ [all]: success(events) })
  await retry.click()
  await expect.poll(focused).toBe('Event 7')
  await expect.element(failed).not.toBeInTheDocument()
})

test.each([
  ['that failed', overloaded],
  ['without rows and count', success(news)],
  ['without rows of several', success({ ...news, eventCount: 8 })]
])('after news %s the events are read; a failure is reported', async (_, overview) => {
  const { backend } = await open(overview, overloaded)
  await expect.element(failed).toBeVisible()
  await expect.element(page.getByText('Sie haben noch keine Events gebucht.')).not.toBeInTheDocument()
  await backend.respond({ [all]: success(events) })
  await retry.click()
  await expect.poll(focused).toBe('Event 1')
  expect(section.getByRole('link').elements()).toHaveLength(6)
})

test('news that count no event say so, and nothing is read', async () => {
  const { backend } = await open(success({ ...news, events: [], eventCount: 0 }), overloaded)
  await expect.element(section.getByText('Sie haben noch keine Events gebucht.')).toBeVisible()
  expect(await backend.requests(all)).toEqual([])
})

test('in front of another backend orders that cannot be read are reported', async () => {
  const orders = 'GET /api/eventmanager/ordersbysubscriber'
  const { backend } = await mountLoggedIn(
    'admin',
    { ...foreign, features: [] },
    { 'GET /api/webshopuser/getcurrentwebshopuser': user('admin'), [orders]: overloaded }
  )
  await expect.element(failed).toBeVisible()
  const participants = [{ caption: 'Eva Maier', participantId: 71 }]
  await backend.respond({
    [orders]: success([{ no: 1, date: '2025-01-02', orderedFrom: 'Eva', events: [{ ...events[0], participants }] }])
  })
  await retry.click()
  await expect.poll(focused).toBe('Event 1')
})
