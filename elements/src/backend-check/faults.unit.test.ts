import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRuntimeConfig } from '@customer-center/contract/runtime-config'
import { type AnswerChange, type PassedAnswer, startProxy } from '../../testing/faulty-backend.ts'
import { startSample, type SampleBackend, tokenAt } from '../../testing/sample-backend.ts'
import { BackendCheck } from './backend-check.ts'
import { logIn } from './log-in.ts'
import { readCalls } from './read-calls.ts'

let sample: SampleBackend
let proxy: Awaited<ReturnType<typeof startProxy>>
const tokens = new Map<string, string>()

beforeAll(async () => {
  sample = await startSample()
  proxy = await startProxy(sample.api, true)
  for (const name of ['katharina', 'magdalena']) tokens.set(name, await tokenAt(sample.api, `${name}@example.com`))
})
afterAll(() => {
  proxy.stop()
  sample.stop()
})

type Row = Record<string, unknown>

/** Spoils the answers to one call. */
const at = (call: string, answer: (answer: PassedAnswer, query: URLSearchParams) => void): AnswerChange => ({
  answer: (given, request) => {
    if (request.call === call) answer(given, request.query)
  }
})
/** Spoils the data in the answers to one call. */
const data = (call: string, change: (data: never, query: URLSearchParams) => unknown) =>
  at(call, ({ body }, query) => {
    body['responseData'] = change(body['responseData'] as never, query)
  })
const row = (call: string, members: Row) => data(call, (one: Row) => ({ ...one, ...members }))
const rows = (call: string, members: Row) => data(call, (list: Row[]) => list.map((one) => ({ ...one, ...members })))
const without = (call: string, name: string) =>
  data(call, (list: Row[]) => list.map((one) => ({ ...one, [name]: undefined })))
const inside = (call: string, name: string, change: (list: Row[]) => unknown) =>
  data(call, (list: Row[]) => list.map((one) => ({ ...one, [name]: change(one[name] as Row[]) })))

const user = 'GET /webshopuser/getcurrentwebshopuser'
const customerFields = 'GET /webshop/customerfields'
const values = 'GET /webshop/getPossibleValues'
const scripts = 'GET /eventmanager/documentsbysubscriber'
const webinars = 'GET /eventmanager/webinarlink'
const orders = 'GET /eventmanager/ordersbysubscriber'
const invoices = 'GET /eventmanager/invoicebysubscriber'
const booked = 'GET /eventmanager/eventsbysubscriber'
const inPeriod = 'GET /eventmanager/eventsbyparticipant'
const hours = 'GET /eventmanager/lettertimesheet'
const letter = 'GET /eventmanager/letterparticipation'
let count = 0
/** Makes an answer that stays the first one, whatever the query asks for. */
const deaf = () => {
  let first: unknown
  return (list: unknown) => (first ??= list)
}

/** Faults of answers: what is wrong, the change, and the call, member and kind that are to be named. */
const faults: [what: string, change: AnswerChange, call: string, member: string, kind: string, person?: string][] = [
  ['the person has no address', row(user, { WSU_EMAIL: null }), user, 'WSU_EMAIL', 'needed'],
  ['the right is a word', row(user, { WSU_RECHTE: 'admin' }), user, 'WSU_RECHTE', 'unreadable'],
  ['the right is unknown', row(user, { WSU_RECHTE: 7 }), user, 'WSU_RECHTE', 'unknown-right'],
  ['a flag is a letter', row(user, { WSU_TEILNEHMERWECHSEL: 'J' }), user, 'WSU_TEILNEHMERWECHSEL', 'no-flag'],
  ['no company', data('GET /customer', () => null), 'GET /customer', 'responseData', 'no-row'],
  ['the company in a list', data('GET /customer', (one) => [one]), 'GET /customer', 'responseData', 'no-row'],
  ['the company without its id', row('GET /customer', { KND_ID: undefined }), 'GET /customer', 'KND_ID', 'needed'],
  [
    'a wrong code',
    data('GET /customer', ({ KND_PLZ, ...others }: Row) => ({ ...others, KND_POSTLEITZAHL: KND_PLZ })),
    'GET /customer',
    'KND_PLZ',
    'not-in-row'
  ],
  [
    'an object for a text',
    row('GET /customer', { KND_ORT: { name: 'Linz' } }),
    'GET /customer',
    'KND_ORT',
    'unreadable'
  ],
  ['a list for a version', row('GET /customer', { VERSION: [1] }), 'GET /customer', 'VERSION', 'unreadable'],
  [
    'an object for the list of fields',
    data(customerFields, (list) => ({ list })),
    customerFields,
    'responseData',
    'no-list'
  ],
  ['fields without a code', rows(customerFields, { constName: null }), customerFields, 'constName', 'needed'],
  [
    'fields with unknown codes alone',
    rows(customerFields, { constName: 'NAME' }),
    customerFields,
    'constName',
    'empty-form'
  ],
  [
    'a field that must be filled by a word',
    rows(customerFields, { requiredField: 'ja' }),
    customerFields,
    'requiredField',
    'no-flag'
  ],
  [
    'a text for the list of choices',
    row(values, { KND_VERGLEICHSFELD1: 'bau' }),
    values,
    'KND_VERGLEICHSFELD1',
    'no-list'
  ],
  [
    'choices without a key',
    row(values, { KND_VERGLEICHSFELD1: [{ value: 'Bau' }] }),
    values,
    'KND_VERGLEICHSFELD1.key',
    'needed'
  ],
  [
    'choices that are texts',
    row(values, { KND_VERGLEICHSFELD1: ['Bau'] }),
    values,
    'KND_VERGLEICHSFELD1',
    'no-member-row'
  ],
  [
    'contacts without an envelope',
    at('GET /contact', (one) => (one.body = one.body['responseData'] as never)),
    'GET /contact',
    'responseData',
    'no-envelope'
  ],
  [
    'contacts in another envelope',
    at('GET /contact', (one) => (one.body = { data: one.body['responseData'] })),
    'GET /contact',
    'responseData',
    'other-envelope'
  ],
  [
    'a page in place of contacts',
    at('GET /contact', (one) => (one.text = '<h1>Anmelden</h1>')),
    'GET /contact',
    'body',
    'not-json'
  ],
  [
    'JSON that ends early',
    at('GET /contact', (one) => (one.text = '{"responseData": [')),
    'GET /contact',
    'body',
    'not-json'
  ],
  [
    'ids that change between calls',
    data('GET /contact', (list: Row[]) => list.map((one) => ({ ...one, ASP_PVAID: (count += 1) }))),
    'GET /contact',
    'ASP_PVAID',
    'ids-change'
  ],
  ['contacts of another company', rows('GET /contact', { ASP_ID: 42 }), 'GET /contact', 'ASP_ID', 'other-company'],
  [
    'contacts without names',
    rows('GET /contact', { ASP_NACHNAME: null, ASP_VORNAME: null }),
    'GET /contact',
    'ASP_NACHNAME',
    'needed'
  ],
  [
    'contacts without keys',
    rows('GET /contact', { ASP_PVAID: null, ASP_KONTAKTID: null }),
    'GET /contact',
    'ASP_PVAID',
    'needed'
  ],
  [
    'a right that is unknown',
    rows('GET /contact', { ASP_SHOPRECHTE: 9 }),
    'GET /contact',
    'ASP_SHOPRECHTE',
    'unknown-right'
  ],
  ['an active contact by a word', rows('GET /contact', { ASP_AKTIV: 'ja' }), 'GET /contact', 'ASP_AKTIV', 'no-flag'],
  [
    'colleagues of a participant',
    data('GET /contact', (list: Row[]) => [...list, { ...list[0], ASP_PVAID: 7001 }]),
    'GET /contact',
    'ASP_PVAID',
    'others-contacts',
    'magdalena'
  ],
  [
    'all contacts for a participant, unless the query names one',
    data('GET /contact', (list: Row[], query) =>
      query.has('shopEmail') || query.has('pvaid') ? list : [...list, { ...list[0], ASP_PVAID: 7001 }]
    ),
    'GET /contact',
    'ASP_PVAID',
    'others-contacts',
    'magdalena'
  ],
  [
    'no own contact',
    rows('GET /contact', { ASP_SHOPEMAIL: 'x@example.com', ASP_EMAIL: null }),
    'GET /contact',
    'ASP_SHOPEMAIL',
    'no-own-contact'
  ],
  [
    'contacts without a person',
    rows('GET /contact', { ASP_KONTAKTID: null }),
    'GET /contact',
    'ASP_KONTAKTID',
    'needed'
  ],
  [
    'a filter that finds nothing',
    data('GET /contact', (list, query) => (query.has('pvaid') ? [] : list)),
    'GET /contact',
    'ASP_PVAID',
    'other-keys'
  ],
  ['an address without its number', rows('GET /address', { ADR_LFDNR: null }), 'GET /address', 'ADR_LFDNR', 'needed'],
  ['an address of another company', rows('GET /address', { ADR_ID: 42 }), 'GET /address', 'ADR_ID', 'other-company'],
  ['an address without a name', without('GET /address', 'ADR_NAME'), 'GET /address', 'ADR_NAME', 'needed'],
  [
    'an object for a list of events',
    data(scripts, (list: Row[]) => Object.fromEntries(list.entries())),
    scripts,
    'responseData',
    'no-list'
  ],
  ['a text for a list', inside(scripts, 'scripts', () => 'Skript.pdf'), scripts, 'scripts', 'no-list'],
  [
    'a script without its key',
    inside(scripts, 'scripts', (list) => list.map((one) => ({ ...one, documentHash: null }))),
    scripts,
    'scripts.documentHash',
    'needed'
  ],
  ['a day in words', rows(scripts, { from: '14. Jänner' }), scripts, 'from', 'no-date'],
  ['a day that does not exist', rows(scripts, { to: '2026-02-30' }), scripts, 'to', 'no-date'],
  ['a state of another language', rows(scripts, { videoOnDemand: 'yes' }), scripts, 'videoOnDemand', 'no-flag'],
  [
    'base64 that is broken',
    row('GET /dms/getdoc', { DOK_DATEN: 'JVBERi0x*' }),
    'GET /dms/getdoc',
    'DOK_DATEN',
    'no-file'
  ],
  [
    'a document without its file',
    row('GET /dms/getdoc', { DOK_DATEN: null }),
    'GET /dms/getdoc',
    'DOK_DATEN',
    'needed'
  ],
  [
    'a PDF that is none',
    row('GET /dms/getdoc', { DOK_DATEN: btoa('Rechnung') }),
    'GET /dms/getdoc',
    'DOK_DATEN',
    'no-pdf'
  ],
  [
    'a document that fails',
    at('GET /dms/getdoc', (one) => (one.status = 500)),
    'GET /dms/getdoc',
    'HTTP status',
    'failed'
  ],
  ['a link that runs code', rows(webinars, { WEB_LINK: 'javascript:alert(1)' }), webinars, 'WEB_LINK', 'no-link'],
  ['a webinar without a link', without(webinars, 'WEB_LINK'), webinars, 'WEB_LINK', 'needed'],
  ['an end in words', rows(webinars, { WEB_GUELTIGBIS: 'bald' }), webinars, 'WEB_GUELTIGBIS', 'no-date'],
  ['a day of another country', rows(orders, { date: '12/31/2026' }), orders, 'date', 'no-date'],
  [
    'an object for the events of an order',
    inside(orders, 'events', (list) => Object.fromEntries(list.entries())),
    orders,
    'events',
    'no-list'
  ],
  [
    'participants by name alone',
    inside(orders, 'events', (list) => list.map((one) => ({ ...one, participants: ['Eva'] }))),
    orders,
    'events.participants',
    'no-member-row'
  ],
  [
    'participants without a name',
    inside(orders, 'events', (list) => list.map((one) => ({ ...one, participants: [{ name: 'Eva' }] }))),
    orders,
    'events.participants.caption',
    'needed'
  ],
  ['an order without its number', without(orders, 'no'), orders, 'no', 'needed'],
  ['an amount with a comma', rows(invoices, { amount: '1.782,00' }), invoices, 'amount', 'refused-value'],
  ['a state in words', rows(invoices, { isPaid: 'offen' }), invoices, 'isPaid', 'no-flag'],
  ['a month that does not exist', rows(invoices, { dueDate: '14.13.2026' }), invoices, 'dueDate', 'no-date'],
  [
    'a code of failure beside data',
    at(invoices, ({ body }) => (body['responseResult'] = { HTTPReturnCode: 500 })),
    invoices,
    'HTTPReturnCode',
    'return-code'
  ],
  [
    'a sentence in place of data',
    at(invoices, (one) => (one.body = { responseData: null, responseResult: { Errors: ['Gesperrt.'] } })),
    invoices,
    'Errors',
    'sentence-for-data'
  ],
  [
    'running numbers that change',
    data(invoices, (list: Row[]) => list.map((one) => ({ ...one, controlNo: (count += 1) }))),
    invoices,
    'controlNo',
    'ids-change'
  ],
  ['events without an id', without(booked, 'VER_ID'), booked, 'VER_ID', 'needed'],
  ['events without a participation', rows(booked, { VER_TEILNEHMERID: null }), booked, 'VER_TEILNEHMERID', 'needed'],
  ['events of the person, whoever is asked for', data(booked, deaf()), booked, 'contactId', 'not-filtered'],
  ['events of all times, whichever are asked for', data(inPeriod, deaf()), inPeriod, 'to', 'not-filtered'],
  ['a day as a number', rows(booked, { VER_VON: 1_768_348_800 }), booked, 'VER_VON', 'no-date'],
  ['a call that is missing', at(inPeriod, (one) => (one.status = 404)), inPeriod, 'HTTP status', 'no-call'],
  ['no number of the letter', data(hours, () => ({ number: 2 })), hours, 'letterNo', 'needed'],
  ['an object for a number', data(letter, () => ({ letterNo: { id: 1 } })), letter, 'letterNo', 'unreadable'],
  [
    'another encoding',
    at(orders, (one) => (one.text = Buffer.from(JSON.stringify(one.body), 'latin1'))),
    orders,
    'body',
    'no-utf-8'
  ],
  ['a right that is refused', at(invoices, (one) => (one.status = 403)), invoices, 'HTTP status', 'http-status']
]

test.each(faults)('%s', async (_, change, call, member, kind, person = 'katharina') => {
  proxy.spoil(change)
  const check = BackendCheck.at(proxy.api, readRuntimeConfig({}), tokens.get(person)!)
  await readCalls(check)
  const found = check.calls.flatMap((one) =>
    one.findings.map((finding) => [finding.level, one.call, finding.member, finding.kind])
  )
  expect(found).toContainEqual(['fault', call, member, kind])
  // Other calls may be named for what they compare with, but not many.
  expect(new Set(found.map(([, other]) => other)).size).toBeLessThanOrEqual(2)
})

const notes: [what: string, change: AnswerChange, member: string, kind: string][] = [
  [
    'another code of success than the status',
    at(invoices, ({ body }) => (body['responseResult'] = { HTTPReturnCode: 201 })),
    'HTTPReturnCode',
    'other-return-code'
  ],
  ['an invoice without the company that it is of', without(invoices, 'companyNo'), 'companyNo', 'left-out']
]

test.each(notes)('%s is a note', async (_, change, member, kind) => {
  proxy.spoil(change)
  const check = BackendCheck.at(proxy.api, readRuntimeConfig({}), tokens.get('katharina')!)
  await readCalls(check)
  expect(check.calls.flatMap(({ findings }) => findings)).toMatchObject([{ kind, member, level: 'warning' }])
})

test('an answer that fails what judges it is a fault of the call, and the other calls are judged', async () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  proxy.spoil(at(invoices, (one) => (one.text = `{"responseData": [{"no": ${deep}}]}`)))
  const check = BackendCheck.at(proxy.api, readRuntimeConfig({}), tokens.get('katharina')!)
  await readCalls(check)
  const found = check.calls.flatMap(({ call, findings }) => findings.map((one) => [call, one]))
  expect(found).toEqual([[invoices, expect.objectContaining({ kind: 'not-understood', level: 'fault' })]])
  expect(check.calls).toContainEqual({ call: letter, findings: [], notAsked: null })
})

test.each(['www.example.com/x', 'video.example/x'])('a link that lacks its scheme (%s) is a note', async (link) => {
  proxy.spoil(rows(webinars, { WEB_LINK: link }))
  const check = BackendCheck.at(proxy.api, readRuntimeConfig({}), tokens.get('katharina')!)
  await readCalls(check)
  expect(check.calls.flatMap(({ findings }) => findings)).toMatchObject([{ kind: 'no-scheme', level: 'warning' }])
})

test.each([
  [400, 'bad-request'],
  [401, 'not-logged-in'],
  [403, 'http-status'],
  [404, 'no-call'],
  [405, 'no-call'],
  [429, 'failed'],
  [500, 'failed'],
  [503, 'failed']
])('a call that is answered %s has the advice of %s', async (status, kind) => {
  proxy.spoil(at(orders, (one) => (one.status = status)))
  const check = BackendCheck.at(proxy.api, readRuntimeConfig({}), tokens.get('katharina')!)
  await readCalls(check)
  expect(check.calls.flatMap(({ findings }) => findings)).toMatchObject([{ kind, member: 'HTTP status' }])
})

test('a token that has run out is advised to be replaced', async () => {
  const check = BackendCheck.at(sample.api, readRuntimeConfig({}), 'a token of yesterday')
  expect(await readCalls(check)).toBeNull()
  expect(check.calls.flatMap(({ findings }) => findings)).toMatchObject([{ kind: 'not-logged-in', shows: 'the login' }])
})

test.each([
  [400, 'login-form'],
  [415, 'login-form'],
  [401, 'login-refused'],
  [404, 'no-call'],
  [500, 'failed']
])('a login that is answered %s has the advice of %s', async (status, kind) => {
  proxy.spoil(at('POST /getToken', (one) => (one.status = status)))
  const check = BackendCheck.at(proxy.api, readRuntimeConfig({}), null)
  const login = { customerNumber: '10041', userName: 'katharina@example.com', password: 'sommer-2030' }
  expect(await logIn(check, login)).toBeNull()
  expect(check.calls).toMatchObject([{ call: 'POST /getToken', findings: [{ kind }] }])
})

const logins: [what: string, change: AnswerChange, member: string][] = [
  ['a login without a token', row('POST /getToken', { access_token: null }), 'access_token'],
  ['a login without its code', at('POST /getToken', ({ body }) => (body['responseResult'] = {})), 'HTTPReturnCode']
]

test.each(logins)('%s', async (_, change, member) => {
  proxy.spoil(change)
  const check = BackendCheck.at(proxy.api, readRuntimeConfig({}), null)
  const login = { customerNumber: '10041', userName: 'katharina@example.com', password: 'sommer-2030' }
  expect(await logIn(check, login)).toBeNull()
  expect(check.calls).toMatchObject([{ call: 'POST /getToken', findings: [{ level: 'fault', member }] }])
})

test.each([0, -1, null, 'bald'])('a login whose token ends after %s seconds is a note', async (seconds) => {
  proxy.spoil(row('POST /getToken', { expires_in: seconds }))
  const check = BackendCheck.at(proxy.api, readRuntimeConfig({}), null)
  expect(await logIn(check, { customerNumber: '10041', userName: 'katharina@example.com', password })).not.toBeNull()
  const findings = [{ kind: 'no-seconds', level: 'warning', member: 'expires_in' }]
  expect(check.calls).toMatchObject([{ call: 'POST /getToken', findings }])
})

const password = 'sommer-2030'
const bare = '0123456789abcdef-bare-token'
const talkative: [what: string, change: AnswerChange][] = [
  ['a bare token', at('POST /getToken', (one) => (one.text = bare))],
  ['a form', at('POST /getToken', (one) => (one.text = `access_token=${bare}&password=${password}`))],
  ['XML', at('POST /getToken', (one) => (one.text = `<token>${bare}</token>`))],
  ['JSON of its own', at('POST /getToken', (one) => (one.body = { value: bare }))],
  ['a sentence', at('POST /getToken', (one) => (one.body = { responseResult: { Errors: [bare, password] } }))],
  [
    'the sentence of a refusal',
    at('POST /getToken', (one) => {
      one.status = 401
      one.body = { access_token: bare, responseResult: { Errors: [`${password} ${bare}`] } }
    })
  ],
  [
    'remarks',
    at('POST /getToken', ({ body }) => {
      body['responseResult'] = { HTTPReturnCode: bare, RESTReturnCode: 1, Errors: [password] }
    })
  ],
  [
    'the answers of other calls, cut short within it',
    {
      answer: (one, { call, headers: { authorization = '' } }) => {
        if (call === 'GET /customer') one.text = `${'x'.repeat(45)}${authorization}`
        if (call === 'GET /contact') one.text = `${authorization} ${password} ${authorization}`
      }
    }
  ]
]

test.each(talkative)('no report repeats a password or a token that comes as %s', async (_, change) => {
  proxy.spoil(change)
  const check = BackendCheck.at(proxy.api, readRuntimeConfig({}), null)
  check.token =
    (await logIn(check, { customerNumber: '10041', userName: 'katharina@example.com', password }))?.access_token ?? null
  if (check.token !== null) await readCalls(check)
  const found = JSON.stringify(check.calls)
  expect(found).toContain('"kind"')
  for (const secret of [password, bare.slice(0, 8), ...(check.token === null ? [] : [check.token.slice(0, 8)])])
    expect(found).not.toContain(secret)
})

test('no backend lays out the report: what it sends is a short line without control characters', async () => {
  const code = `KND_\u001B[2J\n\u202EFAULT${'X'.repeat(100_000)}`
  proxy.spoil(data(customerFields, (list: Row[]) => [...list, { constName: code }]))
  const check = BackendCheck.at(proxy.api, readRuntimeConfig({}), tokens.get('katharina')!)
  await readCalls(check)
  const [found] = check.calls.flatMap(({ findings }) => findings)
  expect(found).toMatchObject({
    kind: 'unknown-constant',
    member: expect.stringMatching(/^constName KND_ \[2J FAULTX+… /)
  })
  expect(found!.member.length).toBeLessThan(300)
})
