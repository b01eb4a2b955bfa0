import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { axeViolations } from '../../../testing/axe.ts'
import { failure, mountLoggedIn, type MockResponse, success } from '../../../testing/mock-backend.ts'

const list = 'GET /api/sessions'
const here = { sessionId: 'a', device: 'Firefox auf Windows', lastUsedAt: '2026-11-22T12:00:00Z', isCurrent: true }
const phone = { sessionId: 'b', device: 'Safari auf iPhone', lastUsedAt: '2026-11-21T23:05:00Z', isCurrent: false }
const unknown = { sessionId: 'c', device: null, lastUsedAt: '2026-11-20T08:00:00+01:00', isCurrent: false }

const heading = page.getByRole('heading', { name: 'Angemeldete Geräte' })
const endOf = (device: string) => page.getByRole('button', { name: `${device} abmelden`, exact: true })

beforeEach(() => history.replaceState(null, '', '#/mydata/userprofile'))

async function open(sessions: MockResponse | MockResponse[], features: string[] = ['sessions']) {
  const ends = { 'POST /api/sessions/end': success(null), 'POST /api/sessions/endothers': success(null) }
  const mounted = await mountLoggedIn('contact', { features }, { [list]: sessions, ...ends })
  await expect.element(page.getByRole('textbox', { name: 'E-Mail' })).toBeVisible()
  return mounted
}

test('a device can be logged out, this one not, and the list says then who is left', async () => {
  const { backend, element } = await open([success([here, phone]), success([here])])
  await expect.element(heading).toBeVisible()
  await expect.element(page.getByText('Dieses Gerät')).toBeVisible()
  await expect.element(page.getByText('Zuletzt verwendet am 22.11.2026 um 00:05 Uhr')).toBeVisible()
  await expect.element(endOf('Firefox auf Windows')).not.toBeInTheDocument()
  await endOf('Safari auf iPhone').click()
  await expect.element(page.getByText('Safari auf iPhone')).not.toBeInTheDocument()
  await expect.poll(() => element.shadowRoot?.activeElement).toBe(heading.element())
  expect(await backend.sentData('POST /api/sessions/end')).toEqual([{ sessionId: 'b' }])
})

test('with more than one other device all can be logged out at once', async () => {
  const { backend } = await open([success([here, phone, unknown]), success([here])])
  await expect.element(endOf('Unbekanntes Gerät')).toBeVisible()
  await page.getByRole('button', { name: 'Alle anderen Geräte abmelden' }).click()
  await expect.element(page.getByText('Safari auf iPhone')).not.toBeInTheDocument()
  expect(await backend.requests('POST /api/sessions/endothers')).toHaveLength(1)
  expect(await backend.requests('POST /api/sessions/end')).toHaveLength(0)
})

test('of many devices three are shown, and all after a click', async () => {
  const more = [1, 2, 3].map((no) => ({ ...phone, sessionId: `d${no}`, device: `Tablet ${no}` }))
  await open(success([here, phone, ...more]))
  await expect.element(endOf('Tablet 1')).toBeVisible()
  await expect.element(endOf('Tablet 3')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Alle 5 Geräte anzeigen' }).click()
  await expect.element(endOf('Tablet 3')).toBeVisible()
})

test('a device that could not be logged out stays in the list, and a sentence says so', async () => {
  const { backend } = await open(success([here, phone]))
  await backend.respond({ 'POST /api/sessions/end': failure(503) })
  await endOf('Safari auf iPhone').click()
  await expect.element(page.getByRole('alertdialog')).toMatchTextContent('Das Gerät konnte nicht abgemeldet werden.')
  await page.getByRole('button', { name: 'OK' }).click()
  await expect.element(endOf('Safari auf iPhone')).toBeVisible()
})

test('a backend that does not announce the feature is never asked for it', async () => {
  const { backend } = await open(success([here]), [])
  await expect.element(heading).not.toBeInTheDocument()
  expect(await backend.requests(list)).toHaveLength(0)
})

test.each([404, 405, 501])('a feature that is announced and answered with %d is hidden', async (status) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  await open(failure(status))
  await expect.poll(() => warn.mock.calls.flat().filter((text) => String(text).includes("'sessions'"))).toHaveLength(1)
  await expect.element(heading).not.toBeInTheDocument()
})

test('axe finds nothing on the list of devices', async () => {
  const { element } = await open(success([here, phone, unknown]))
  await expect.element(endOf('Unbekanntes Gerät')).toBeVisible()
  expect(await axeViolations(element)).toEqual([])
})
