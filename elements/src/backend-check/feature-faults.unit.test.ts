import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backendFeatures } from '@customer-center/contract/backend-feature'
import { readRuntimeConfig } from '@customer-center/contract/runtime-config'
import { type PassedAnswer, startProxy } from '../../testing/faulty-backend.ts'
import { startSample, type SampleBackend, tokenAt } from '../../testing/sample-backend.ts'
import { BackendCheck } from './backend-check.ts'
import { readCalls } from './read-calls.ts'

let sample: SampleBackend
let proxy: Awaited<ReturnType<typeof startProxy>>
let token: string

beforeAll(async () => {
  sample = await startSample()
  proxy = await startProxy(sample.api, true)
  token = await tokenAt(sample.api, 'katharina@example.com')
})
afterAll(() => {
  proxy.stop()
  sample.stop()
})

type Row = Record<string, unknown>
type Fault = (given: PassedAnswer) => void

const answers = readFileSync(new URL('../../../scripts/lib/server-answers.json', import.meta.url), 'utf8')

/** Answers of our server, and an evaluation that runs at once, for calls that the sample backend lacks. */
const ofOurServer: Readonly<Record<string, { readonly answer: object }>> = {
  ...(JSON.parse(answers) as object),
  'GET /evaluation': { answer: { responseData: [{ AUS_FIRMA: 1, AUS_ID: 0, AUS_BEZEICHNUNG: 'Besuche' }] } }
}
const settings = {
  features: Object.keys(backendFeatures),
  routeRights: { 'confirmations/evaluation': ['admin'] }
}

/** Reads a backend with all features; `fault` spoils the answers to one call. */
async function checkWith(call: string, fault: Fault, config: object = settings) {
  const asked: string[] = []
  proxy.spoil({
    answer: (given, request) => {
      const ours = ofOurServer[request.call]
      asked.push(request.call)
      if (ours && given.status === 404) Object.assign(given, { status: 200, body: structuredClone(ours.answer) })
      if (request.call === call) fault(given)
    }
  })
  const check = BackendCheck.at(proxy.api, readRuntimeConfig(config), token)
  await readCalls(check, { modelId: 'saal', eventId: 'EX' })
  const found = check.calls.flatMap((one) =>
    one.findings.map((finding) => [finding.level, one.call, finding.member, finding.kind])
  )
  return { check, found, asked }
}

const features = [
  'GET /sessions',
  'GET /passkeys',
  'GET /emailchange',
  'GET /calendar/feed',
  'GET /history',
  'GET /contactaccess',
  'GET /function/list',
  'GET /eventmanager/lettersbyevent',
  'GET /overview',
  'GET /overview/events',
  'GET /calendar/event',
  'GET /csv/contacts',
  'GET /csv/orders',
  'GET /csv/invoices'
]

test('the answers of our server to the calls of features hold, and so does a drawing', async () => {
  const { check, found } = await checkWith('', () => undefined)
  expect(found).toEqual([])
  const made = check.calls.filter(({ notAsked }) => notAsked === null).map(({ call }) => call)
  expect(made).toEqual(expect.arrayContaining([...features, 'GET /eventmodel', 'GET /evaluation/pdf']))
})

test('features that the configuration does not announce are neither asked for nor named', async () => {
  const { check, asked } = await checkWith('', () => undefined, {})
  expect(asked.filter((call) => features.includes(call))).toEqual([])
  expect(check.calls.filter(({ call }) => features.includes(call))).toEqual([])
})

const data =
  (change: (data: never) => unknown): Fault =>
  ({ body }) => {
    body['responseData'] = change(body['responseData'] as never)
  }
const row = (members: Row) => data((one: Row) => ({ ...one, ...members }))
const rows = (members: Row) => data((list: Row[]) => list.map((one) => ({ ...one, ...members })))
const inside = (name: string, members: Row) =>
  data((one: Row) => ({ ...one, [name]: (one[name] as Row[]).map((each) => ({ ...each, ...members })) }))
const status = (code: number): Fault => {
  return (given) => void (given.status = code)
}

const faults: [what: string, call: string, fault: Fault, member: string, kind: string, level?: string][] = [
  ['a call that is missing', 'GET /sessions', status(404), 'HTTP status', 'no-call'],
  ['an object for the sessions', 'GET /sessions', data((list: Row[]) => ({ list })), 'responseData', 'no-list'],
  ['sessions without an id', 'GET /sessions', rows({ sessionId: null }), 'sessionId', 'needed'],
  ['a time in words', 'GET /sessions', rows({ lastUsedAt: 'gestern' }), 'lastUsedAt', 'no-date'],
  ['an own session by a word', 'GET /sessions', rows({ isCurrent: 'ja' }), 'isCurrent', 'no-flag'],
  ['a list for the time of a passkey', 'GET /passkeys', rows({ createdAt: [2026] }), 'createdAt', 'unreadable'],
  ['passkeys without an id', 'GET /passkeys', rows({ passkeyId: null }), 'passkeyId', 'left-out', 'warning'],
  ['a change of an address that fails', 'GET /emailchange', status(500), 'HTTP status', 'failed'],
  ['a calendar that exists by a word', 'GET /calendar/feed', row({ exists: 'ja' }), 'exists', 'no-flag'],
  [
    'a history without an envelope of pages',
    'GET /history',
    data(({ entries }: Row) => entries),
    'responseData',
    'no-row'
  ],
  ['an object for the changes', 'GET /history', row({ entries: { first: 1 } }), 'entries', 'no-list'],
  ['changes without a time', 'GET /history', inside('entries', { changedAt: null }), 'entries.changedAt', 'needed'],
  [
    'a text for the fields of a change',
    'GET /history',
    inside('entries', { changes: 'Ort' }),
    'entries.changes',
    'no-list'
  ],
  ['an access without a state', 'GET /contactaccess', row({ state: null }), 'state', 'needed'],
  ['a login by a word', 'GET /contactaccess', row({ hadLogin: 'ja' }), 'hadLogin', 'no-flag'],
  ['a state of a job in words', 'GET /function/list', rows({ status: 'fertig' }), 'status', 'unreadable'],
  ['a state of a job that is unknown', 'GET /function/list', rows({ status: 9 }), 'status', 'unknown-value', 'warning'],
  ['a start in words', 'GET /function/list', rows({ startedAt: 'vorhin' }), 'startedAt', 'no-date'],
  [
    'a text for ids',
    'GET /eventmanager/lettersbyevent',
    row({ participantIds: 'B1;B2' }),
    'participantIds',
    'no-values'
  ],
  ['confirmations without a number', 'GET /eventmanager/lettersbyevent', row({ letterNo: null }), 'letterNo', 'needed'],
  ['an overview in a list', 'GET /overview', data((one) => [one]), 'responseData', 'no-row'],
  ['news of nobody', 'GET /overview', row({ person: null }), 'person', 'needed'],
  ['a next event in words', 'GET /overview', inside('nextEvents', { from: 'morgen' }), 'nextEvents.from', 'no-date'],
  ['a number for open invoices', 'GET /overview', row({ openInvoices: 3 }), 'openInvoices', 'no-row'],
  [
    'a count in words',
    'GET /overview',
    data(({ openInvoices, ...one }: Row) => ({ ...one, openInvoices: { ...(openInvoices as Row), count: 'eine' } })),
    'openInvoices.count',
    'unreadable'
  ],
  [
    'a day of the first invoice in words',
    'GET /overview',
    data(({ openInvoices, ...one }: { openInvoices: { first: Row } }) => ({
      ...one,
      openInvoices: { ...openInvoices, first: { ...openInvoices.first, dueDate: 'bald' } }
    })),
    'openInvoices.first.dueDate',
    'no-date'
  ],
  ['events without an id', 'GET /overview/events', rows({ eventId: null }), 'eventId', 'needed'],
  ['a count of people in words', 'GET /overview/events', rows({ persons: 'zwei' }), 'persons', 'unreadable'],
  ['a calendar without its file', 'GET /calendar/event', row({ DOK_DATEN: null }), 'DOK_DATEN', 'needed'],
  ['a list of contacts in broken base64', 'GET /csv/contacts', row({ DOK_DATEN: 'QQ*' }), 'DOK_DATEN', 'no-file'],
  ['a list of orders that is refused', 'GET /csv/orders', status(403), 'HTTP status', 'http-status'],
  ['an evaluation in broken base64', 'GET /evaluation/pdf', row({ fileData: 'JVBERi*' }), 'fileData', 'no-file'],
  ['a model without a drawing', 'GET /eventmodel', row({ MOD_SVG: null }), 'MOD_SVG', 'needed'],
  ['an object for a drawing', 'GET /eventmodel', row({ MOD_SVG: { svg: '<svg/>' } }), 'MOD_SVG', 'unreadable']
]

test.each(faults)('%s', async (_, call, fault, member, kind, level = 'fault') => {
  const { found } = await checkWith(call, fault)
  expect(found).toContainEqual([level, call, member, kind])
  expect(new Set(found.map(([, other]) => other)).size).toBe(1)
})

test('a call that needs a more recent login is no fault', async () => {
  const { found, check } = await checkWith('GET /csv/contacts', (given) => {
    given.status = 401
    given.body = { responseData: null, responseResult: { HTTPReturnCode: 401, RESTReturnCode: 112, Errors: ['Alt.'] } }
  })
  expect(found).toEqual([])
  const notAsked = 'it needs a login that is not so long ago'
  expect(check.calls).toContainEqual({ call: 'GET /csv/contacts', findings: [], notAsked })
})
