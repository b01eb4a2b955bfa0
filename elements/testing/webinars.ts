import { expect, vi } from 'vitest'
import { page } from 'vitest/browser'
import { Right } from '@customer-center/contract/rights'
import { type MockResponse, mountLoggedIn, success } from './mock-backend.ts'

export const list = 'GET /api/eventmanager/webinarlink'
const customer = 'GET /api/customer'
const profile = 'GET /api/webshopuser/getcurrentwebshopuser'

/** A link as a backend sends it. */
export const webinar = (caption: string, more: object = {}) => ({
  WEB_BEZEICHNUNG: caption,
  WEB_LINK: 'https://webinar.example/raum/7?teilnehmer=1',
  WEB_GUELTIGBIS: null,
  WEB_ISTPDF: false,
  ...more
})

interface Opened {
  /** Whether the person sees the links of colleagues. */
  seesColleagues?: boolean
  customerSays?: MockResponse
  config?: Record<string, unknown>
}

/** Lets the next element begin with the screen, on 20 November 2026. */
export function beginWithWebinars(): void {
  // At this hour it is the same day in every time zone.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T11:00:00Z') })
  location.hash = '#/webinars'
}

export async function openWebinars(
  answer: MockResponse | MockResponse[],
  { seesColleagues = false, customerSays = success({ KND_FIRMA: 1, KND_ID: 1001 }), config = {} }: Opened = {}
) {
  const right = seesColleagues ? 'admin' : 'contact'
  const person = success({
    WSU_EMAIL: 'anna@example.at',
    WSU_RECHTE: Right[right],
    WSU_TEILNEHMERWECHSEL: seesColleagues
  })
  const { backend, element } = await mountLoggedIn(right, config, {
    [profile]: person,
    [list]: answer,
    [customer]: customerSays
  })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Webinare' })).toBeVisible()
  return { backend, element }
}
