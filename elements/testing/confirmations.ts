import { vi } from 'vitest'
import { page } from 'vitest/browser'
import { BusinessError } from '@customer-center/contract/envelope'
import { contact, list } from './contacts.ts'
import { type MockBackend, type MockResponses, mountLoggedIn, refusal, success } from './mock-backend.ts'

export const visited = 'GET /api/eventmanager/eventsbysubscriber'
export const inPeriod = 'GET /api/eventmanager/eventsbyparticipant'
export const participationLetter = 'GET /api/eventmanager/letterparticipation'
export const hourRecordLetter = 'GET /api/eventmanager/lettertimesheet'
export const start = 'POST /api/function/start'
export const result = 'GET /api/function/getasyncresult'
export const evaluationList = 'GET /api/evaluation'

/** An event of a participant as a backend sends it. */
export const event = (id: number, caption: string, from = '2026-03-02', to = from) => ({
  VER_BEZEICHNUNG: caption,
  VER_ID: id,
  VER_LFDNR: 1,
  VER_TEILNEHMERID: 900 + id,
  VER_VON: from,
  VER_BIS: to
})

const person = (pvaid: number, firstName: string, lastName: string) =>
  contact(pvaid, firstName, lastName, { ASP_SHOPEMAIL: `${firstName.toLowerCase()}@example.at` })

export const anna = person(1, 'Anna', 'Huber')
export const eva = person(2, 'Eva', 'Maier')

const pdf = btoa('%PDF-1.7 a letter')
export const jobRequested = success({ jobId: '7', status: 0, fileData: null })
export const jobWorking = success({ jobId: '7', status: 1, fileData: null })
export const jobFinished = success({ jobId: '7', status: 2, fileData: pdf })
export const jobFailed = success({ jobId: '7', status: 3, fileData: null })

export const jobFailedWith = (sentence: string) =>
  refusal(BusinessError.notAvailable, [sentence], { jobId: '7', status: 3, fileData: null })

/** The evaluations as a backend offers them. */
export const offer = [
  { AUS_FIRMA: 1, AUS_ID: 31, AUS_BEZEICHNUNG: 'Events und Stunden' },
  { AUS_FIRMA: 1, AUS_ID: 32, AUS_BEZEICHNUNG: 'Kosten' }
]

/** The responses if nothing fails. */
const defaultResponses = {
  [list]: success([anna, eva]),
  [visited]: success([event(11, 'Arbeitsrecht'), event(12, 'Lohn', '2026-04-01', '2026-04-03')]),
  [inPeriod]: success([event(11, 'Arbeitsrecht'), event(12, 'Lohn', '2026-04-01', '2026-04-03')]),
  [participationLetter]: success({ letterNo: 4711 }),
  [hourRecordLetter]: success({ letterNo: 4712 }),
  [start]: success({ jobId: '7' }),
  [result]: jobFinished,
  [evaluationList]: success(offer)
}

/** Opens a screen of the confirmations; `changing` says whether Anna may choose somebody else. */
export async function openConfirmations(
  route: 'participation' | 'education' | 'evaluation',
  responses: MockResponses = {},
  { changing = true, config = {} }: { changing?: boolean; config?: Record<string, unknown> } = {}
) {
  // At this hour it is the same day in every time zone.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T11:00:00Z') })
  location.hash = `#/confirmations/${route}`
  const right = changing ? 'admin' : 'contact'
  return mountLoggedIn(right, config, { [profile]: own(right, changing), ...defaultResponses, ...responses })
}

const profile = 'GET /api/webshopuser/getcurrentwebshopuser'
const own = (right: 'admin' | 'contact', changing: boolean) =>
  success({ WSU_EMAIL: 'anna@example.at', WSU_RECHTE: right === 'admin' ? 1 : 3, WSU_TEILNEHMERWECHSEL: changing })

export async function startedFunctions(backend: MockBackend) {
  const calls = await backend.requests(start)
  return calls.map(({ body }) => {
    const { data } = JSON.parse(body) as { data: { functionName: string; parameter: string; async: boolean } }
    return { ...data, parameter: [...new URLSearchParams(data.parameter)].map((pair) => pair.join('=')) }
  })
}

export const participant = page.getByRole('combobox', { name: 'Teilnehmer' })
export const create = page.getByRole('button', { name: 'Erstellen', exact: true })
export const alert = page.getByRole('alertdialog')
export const state = (text: string) => page.getByText(text, { exact: true })
