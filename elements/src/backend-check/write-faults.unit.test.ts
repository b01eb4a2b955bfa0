import { afterAll, beforeAll, expect, test } from 'vitest'
import { allCustomerFields } from '@customer-center/contract/customer'
import { readRuntimeConfig } from '@customer-center/contract/runtime-config'
import { type AnswerChange, startProxy } from '../../testing/faulty-backend.ts'
import { startSample, type SampleBackend, tokenAt } from '../../testing/sample-backend.ts'
import { timers } from '../lib/timers.ts'
import { BackendCheck } from './backend-check.ts'
import { checkCors } from './check-cors.ts'
import { logIn } from './log-in.ts'
import { madeDocument } from './make-documents.ts'
import { readCalls } from './read-calls.ts'
import { reportPage } from './report-page.ts'
import { reportOf } from './report.ts'
import { writeCalls } from './write-calls.ts'

const origin = 'https://shop.example'
let sample: SampleBackend
let proxy: Awaited<ReturnType<typeof startProxy>>
/** A session of another company. */
let otherToken = ''

beforeAll(async () => {
  // A job that is never done is asked for eleven times, within a minute.
  const { after } = timers
  timers.after = (ms, callback) => after(Math.min(ms, 20), callback)
  sample = await startSample()
  proxy = await startProxy(sample.api)
  otherToken = await tokenAt(sample.api, 'lena@example.com', '10042')
})
afterAll(() => {
  proxy.stop()
  sample.stop()
})

const loginOf = (name: string) => ({
  customerNumber: '10041',
  userName: `${name}@example.com`,
  password: 'sommer-2030'
})

async function readAs(name: string, settings: object) {
  const check = BackendCheck.at(proxy.api, readRuntimeConfig(settings), null)
  check.token = (await logIn(check, loginOf(name)))?.access_token ?? null
  const rows = await readCalls(check)
  return { token: check.token, profile: check.profile, rows, calls: check.calls }
}

/** Reads of each person, which all runs with the same configuration share: saves read their rows again. */
const reads = new Map<string, ReturnType<typeof readAs>>()

async function checkAll(change: AnswerChange, name: string, stop?: AbortSignal, settings?: object) {
  proxy.spoil(settings ? change : {})
  const key = `${name} ${JSON.stringify(settings)}`
  const read = reads.get(key) ?? readAs(name, settings ?? {})
  reads.set(key, read)
  const { token: before, profile, rows, calls } = await read
  expect(calls.flatMap(({ findings }) => findings)).toEqual([])
  const check = BackendCheck.at(proxy.api, readRuntimeConfig(settings ?? {}), before)
  check.profile = profile
  const login = loginOf(name)
  proxy.spoil(change)
  await checkCors(check, origin)
  const sentences: string[] = []
  await writeCalls(check, rows!, login, sentences, stop)
  const isMade = (one: string) => one.startsWith('a document')
  const [made, left] = [sentences.filter(isMade), sentences.filter((one) => !isMade(one))]
  // The sample backend takes calls from any page.
  const found = check.calls.flatMap(({ call, findings }) =>
    findings.filter(({ kind }) => kind !== 'cors-any').map((one) => [one.level, call, one.member])
  )
  return { check, found, left, made }
}

test.each([
  ['katharina', ['StandardLetter', 'TimesheetLetter']],
  ['stefan', ['StandardLetter', 'TimesheetLetter']],
  ['magdalena', ['StandardLetter', 'TimesheetLetter']],
  // Of no event.
  ['zeljko', []]
])('the sample backend takes all saves of %s, and has its rows as before', async (name, documents) => {
  const { found, left, made } = await checkAll({}, name)
  expect(found).toEqual([])
  expect(left).toEqual([])
  expect(made).toEqual(documents.map(madeDocument))
})

const at = (call: string, answer: NonNullable<AnswerChange['answer']>): AnswerChange => ({
  answer: (given, request) => {
    if (request.call === call) answer(given, request)
  }
})
const data = (call: string, change: (data: never) => unknown) =>
  at(call, ({ body }) => {
    body['responseData'] = change(body['responseData'] as never)
  })
/** Answers a call as if it had succeeded. */
const success = (call: string, responseData: unknown) =>
  at(call, (given) => {
    given.status = 200
    given.body = { responseData, responseResult: { HTTPReturnCode: 200, RESTReturnCode: 0, Errors: [] } }
  })
const header = (call: string, name: string, value: string) => at(call, ({ headers }) => void (headers[name] = value))
/** Sends other data than were saved. */
const sent = (call: string, change: (data: Record<string, unknown>) => object): AnswerChange => ({
  request: (request) => {
    if (request.call !== call) return
    const { data: given } = JSON.parse(request.body) as { data: Record<string, unknown> }
    request.body = JSON.stringify({ data: change(given) })
  }
})
/** Spoils the answers to renewals alone. */
const renewal = (answer: NonNullable<AnswerChange['answer']>) =>
  at('POST /getToken', (given, request) => {
    if (new URLSearchParams(request.body).has('refreshToken')) answer(given, request)
  })
/** Takes a header from the answers of a status. */
const withoutHeader = (call: string, status: number, name: string) =>
  at(call, (one) => void (one.status === status && delete one.headers[name]))
/** Answers with a row to whoever names it. */
const named = (name: string, value: string, row: object) =>
  at('GET /contact', ({ body }, { query }) => {
    if (query.get(name) === value) body['responseData'] = [row]
  })
const token = { access_token: 'another-token', refresh_token: 'a-refresh-token', expires_in: 900 }
const loggedIn = { responseData: token, responseResult: { HTTPReturnCode: 200 } }
const user = { WSU_EMAIL: 'katharina@example.com', WSU_RECHTE: 1 }
const file = { DOK_DATEN: btoa('%PDF-1.7'), DOK_NAME: 'r.pdf', DOK_INFO: null }
const job = { jobId: 'j', status: 0, fileData: null }
const currentUser = 'GET /webshopuser/getcurrentwebshopuser'
const result = 'GET /function/getasyncresult'
/** Answers the saves that `isRefused` names with a refusal; nothing of them is stored. */
const refusingSaves = (
  call: string,
  body: object,
  isRefused: (row: Record<string, unknown>) => boolean = () => true
): AnswerChange => ({
  request: (request) => {
    if (request.call !== call) return
    const { data: row } = JSON.parse(request.body) as { data: Record<string, unknown> }
    if (isRefused(row)) request.body = '{'
  },
  answer: (given, request) => {
    if (request.call === call && request.body === '{') Object.assign(given, { status: 200, body })
  }
})
/** Tells whether a save changes the row, and does not put it back. */
const isTried = (row: Record<string, unknown>) => JSON.stringify(row).includes(' Test')
const unstale = (row: Record<string, unknown>) => ({ ...row, VERSION: undefined })

const faults: [what: string, change: AnswerChange, call: string, member: string, kind: string, person?: string][] = [
  ['a refused login with 200', success('POST /getToken', token), 'POST /getToken', 'HTTP status', 'login-not-refused'],
  [
    'a person who logs in with any password',
    at('POST /getToken', (one, { body }) => {
      const isKnown = new URLSearchParams(body).get('userName') === 'katharina@example.com'
      if (isKnown && one.status === 401) Object.assign(one, { status: 200, body: loggedIn })
    }),
    'POST /getToken',
    'HTTP status',
    'login-not-refused'
  ],
  [
    'a refused login with 403',
    at('POST /getToken', (one) => void (one.status = one.status === 401 ? 403 : one.status)),
    'POST /getToken',
    'HTTP status',
    'login-not-refused'
  ],
  [
    'a refused login without a sentence',
    at('POST /getToken', ({ status, body }) => status === 401 && (body['responseResult'] = {})),
    'POST /getToken',
    'Errors',
    'no-sentence'
  ],
  ['an ended token that is still good', success(currentUser, user), 'POST /revokeToken', 'HTTP status', 'token-lives'],
  [
    'an unknown token that is refused with 403',
    at(currentUser, (one) => void (one.status = one.status === 401 ? 403 : one.status)),
    currentUser,
    'HTTP status',
    'not-401'
  ],
  [
    'a renewal that is refused',
    renewal((one) => void (one.status = 400)),
    'POST /getToken',
    'refreshToken',
    'not-renewed'
  ],
  [
    'a renewed token that is refused',
    renewal(({ body }) => (body['responseData'] = { access_token: 'another-token' })),
    'POST /getToken',
    'refreshToken',
    'not-renewed'
  ],
  [
    'a renewal into a session of another company',
    renewal(({ body }) => (body['responseData'] = { ...token, access_token: otherToken })),
    'POST /getToken',
    'refreshToken',
    'other-person'
  ],
  [
    'a renewal of a session that has ended',
    renewal((one) => one.status === 401 && Object.assign(one, { status: 200, body: loggedIn })),
    'POST /revokeToken',
    'refresh_token',
    'token-lives'
  ],
  [
    'a stale version of the login that is taken',
    sent('PUT /webshopuser', unstale),
    'PUT /webshopuser',
    'VERSION',
    'stale-saved'
  ],
  [
    'a drawing for an unknown model',
    success('GET /eventmodel', { MOD_SVG: '<svg/>' }),
    'GET /eventmodel',
    'MOD_SVG',
    'unknown-id'
  ],
  [
    'a contact of another company',
    named('pvaid', '7005', { ASP_ID: 42, ASP_PVAID: 7005 }),
    'GET /contact',
    'ASP_ID',
    'other-company'
  ],
  [
    'contacts of another company',
    named('id', '42', { ASP_ID: 42, ASP_PVAID: 7005 }),
    'GET /contact',
    'ASP_ID',
    'other-company'
  ],
  [
    'a colleague of a participant',
    named('pvaid', '7002', { ASP_ID: 41, ASP_PVAID: 7002 }),
    'GET /contact',
    'ASP_PVAID',
    'others-contacts',
    'magdalena'
  ],
  [
    'an hour record that never starts',
    at(
      'POST /function/start',
      (one, { body }) => body.includes('TimesheetLetter') && (one.body = { responseData: {} })
    ),
    'POST /function/start',
    'jobId',
    'no-job'
  ],
  ['a file for an unknown key', success('GET /dms/getdoc', file), 'GET /dms/getdoc', 'DOK_DATEN', 'unknown-id'],
  ['an unknown job that waits', success(result, job), result, 'jobId', 'unknown-id'],
  [
    'invoices for the right contact',
    success('GET /eventmanager/invoicebysubscriber', [{ no: 1 }]),
    'GET /eventmanager/invoicebysubscriber',
    'HTTP status',
    'right-not-checked',
    'magdalena'
  ],
  [
    'invoices that are refused as if nobody were logged in',
    at('GET /eventmanager/invoicebysubscriber', (one) => void (one.status = 401)),
    'GET /eventmanager/invoicebysubscriber',
    'HTTP status',
    'not-403',
    'magdalena'
  ],
  [
    'a company that anybody saves',
    success('PUT /customer', {}),
    'PUT /customer',
    'HTTP status',
    'right-not-checked',
    'stefan'
  ],
  ['a save that stores nothing', sent('PUT /customer', () => ({})), 'PUT /customer', 'KND_STRASSE', 'not-saved'],
  [
    'a save that empties another member',
    sent('PUT /customer', (one) => (isTried(one) ? { ...one, KND_VERGLEICHSFELD1: null } : one)),
    'PUT /customer',
    'KND_VERGLEICHSFELD1',
    'other-member'
  ],
  [
    'a save that spoils the letters of another member',
    sent('PUT /contact', (one) => (isTried(one) ? { ...one, ASP_NACHNAME: 'H?ber' } : one)),
    'PUT /contact',
    'ASP_NACHNAME',
    'other-member'
  ],
  ['a stale version that is taken', sent('PUT /customer', unstale), 'PUT /customer', 'VERSION', 'stale-saved'],
  [
    'a stale version with another number',
    at('PUT /customer', ({ body }) => {
      const { RESTReturnCode } = body['responseResult'] as { RESTReturnCode: number }
      if (RESTReturnCode === 409) body['responseResult'] = { RESTReturnCode: 7, Errors: ['Veraltet.'] }
    }),
    'PUT /customer',
    'VERSION',
    'stale-saved'
  ],
  [
    'a company of which every version is stale',
    refusingSaves('PUT /customer', {
      responseResult: { HTTPReturnCode: 200, RESTReturnCode: 409, Errors: ['Veraltet.'] }
    }),
    'PUT /customer',
    'Errors',
    'sentence-for-data'
  ],
  [
    'a save of an address that is refused',
    at('PUT /address', ({ body }) => (body['responseResult'] = { RESTReturnCode: 7, Errors: [] })),
    'PUT /address',
    'RESTReturnCode',
    'rest-code'
  ],
  [
    'a save of a contact that is a page',
    at('PUT /contact', (one) => (one.text = '<h1>OK</h1>')),
    'PUT /contact',
    'body',
    'not-json'
  ],
  [
    'a save of a contact that stores nothing',
    sent('PUT /contact', ({ ASP_PVAID }) => ({ ASP_PVAID })),
    'PUT /contact',
    'ASP_VORNAME',
    'not-saved'
  ],
  [
    'a save of a user that fails',
    at('PUT /webshopuser', (one) => (one.status = 500)),
    'PUT /webshopuser',
    'HTTP status',
    'failed'
  ],
  [
    'a start without the id of a job',
    data('POST /function/start', () => ({})),
    'POST /function/start',
    'jobId',
    'no-job'
  ],
  [
    'a job that is done without a file',
    data(result, (one: object) => ({ ...one, status: 2, fileData: null })),
    result,
    'fileData',
    'job-without-file'
  ],
  [
    'a job whose file is broken',
    data(result, (one: object) => ({ ...one, status: 2, fileData: 'JVBERi*' })),
    result,
    'fileData',
    'no-file'
  ],
  [
    'a job that is never done',
    data(result, (one: object) => one && { ...one, status: 1, fileData: null }),
    result,
    'status',
    'job-never-done'
  ],
  [
    'a confirmation that is no PDF',
    data(result, (one: object) => one && { ...one, status: 2, fileData: btoa('Bestätigung') }),
    result,
    'fileData',
    'no-pdf'
  ],
  [
    'CORS without CONTENT_VERSION',
    header('OPTIONS /customer', 'access-control-allow-headers', 'Authorization, Content-Type, CONTENT-VERSION'),
    'OPTIONS /customer',
    'Access-Control-Allow-Headers: CONTENT_VERSION',
    'cors-header'
  ],
  [
    'CORS without Authorization',
    header('OPTIONS /customer', 'access-control-allow-headers', '*, Content-Type, CONTENT-VERSION, CONTENT_VERSION'),
    'OPTIONS /customer',
    'Access-Control-Allow-Headers: Authorization',
    'cors-header'
  ],
  [
    'CORS without PUT',
    header('OPTIONS /customer', 'access-control-allow-methods', 'GET, POST'),
    'OPTIONS /customer',
    'Access-Control-Allow-Methods',
    'cors-method'
  ],
  [
    'CORS for any origin',
    header('GET /customer', 'access-control-allow-origin', '*'),
    'GET /customer',
    'Access-Control-Allow-Origin',
    'cors-origin'
  ],
  [
    'CORS that a refused token lacks',
    withoutHeader(currentUser, 401, 'access-control-allow-origin'),
    currentUser,
    'Access-Control-Allow-Origin',
    'cors-origin'
  ],
  [
    'CORS that a refused login lacks',
    withoutHeader('POST /getToken', 401, 'access-control-allow-credentials'),
    'POST /getToken',
    'Access-Control-Allow-Credentials',
    'cors-credentials'
  ],
  [
    'CORS without credentials',
    header('GET /customer', 'access-control-allow-credentials', 'false'),
    'GET /customer',
    'Access-Control-Allow-Credentials',
    'cors-credentials'
  ],
  [
    'a preflight that gets no answer',
    at('OPTIONS /customer', () => {
      throw new Error('The backend is gone.')
    }),
    'OPTIONS /customer',
    'connection',
    'no-answer'
  ],
  [
    'a preflight that needs a login',
    at('OPTIONS /customer', (one) => void (one.status = 401)),
    'OPTIONS /customer',
    'HTTP status',
    'cors-preflight'
  ]
]

test.each(faults)('%s', async (_, change, call, member, kind, person = 'katharina') => {
  const { check, found } = await checkAll(change, person)
  expect(found).toContainEqual(['fault', call, member])
  const { findings = [] } = check.calls.find((one) => one.call === call) ?? {}
  expect(findings).toContainEqual(expect.objectContaining({ member, kind }))
  expect(new Set(found.map(([, other]) => other)).size).toBeLessThanOrEqual(2)
})

const start = 'OPTIONS /function/start'
const idempotency = 'Access-Control-Allow-Headers: Idempotency-Key'

test('the header of idempotency keys is asked for where the configuration has them, and one key starts one job', async () => {
  const settings = { idempotencyKeys: true }
  const { found } = await checkAll({}, 'katharina', undefined, settings)
  expect(found).toContainEqual(['fault', start, idempotency])
  const allowed = 'Authorization, Content-Type, CONTENT-VERSION, CONTENT_VERSION, Idempotency-Key'
  const allowing = header(start, 'access-control-allow-headers', allowed)
  // The sample backend knows no such keys.
  const { found: others } = await checkAll(allowing, 'katharina', undefined, settings)
  expect(others).toEqual([['fault', 'POST /function/start', 'jobId']])
  const jobs = new Map<unknown, unknown>()
  const keeping: AnswerChange = {
    answer: (given, request) => {
      allowing.answer?.(given, request)
      const key = request.headers['idempotency-key']
      if (request.call !== 'POST /function/start' || given.status !== 200) return
      given.body = (jobs.get(key) ?? given.body) as never
      jobs.set(key, given.body)
    }
  }
  expect((await checkAll(keeping, 'katharina', undefined, settings)).found).toEqual([])
})

test.each([
  [
    'a row without a version that the configuration does not deny',
    data('GET /customer', (one: object) => ({ ...one, VERSION: null })),
    'PUT /customer',
    'VERSION'
  ],
  [
    'a sentence in English',
    at('POST /getToken', ({ status, body }) => {
      if (status === 401) body['responseResult'] = { RESTReturnCode: 401, Errors: ['Wrong user name or password.'] }
    }),
    'POST /getToken',
    'Errors'
  ]
])('%s is a note', async (_, change, call, member) => {
  expect((await checkAll(change, 'katharina')).found).toEqual([['warning', call, member]])
})

test('each member that a save has spoiled for good is told as left', async () => {
  const before = await customerRow()
  const emptying = sent('PUT /customer', (one) => ({ ...one, KND_VERGLEICHSFELD1: null }))
  const { left, found } = await checkAll(emptying, 'katharina')
  const restored = await customerRow()
  await putCustomer({ KND_VERGLEICHSFELD1: before.KND_VERGLEICHSFELD1 })
  expect(found).toEqual([['fault', 'PUT /customer', 'KND_VERGLEICHSFELD1']])
  expect(left).toEqual(['KND_VERGLEICHSFELD1 by PUT /customer: it was "bau"'])
  expect(restored).toMatchObject({ KND_STRASSE: before.KND_STRASSE, KND_VERGLEICHSFELD1: null })
})

test('a member that each save writes in capitals is told as left, and no fault', async () => {
  const before = await customerRow()
  const capitals = sent('PUT /customer', (one) => ({ ...one, KND_NACHNAME: String(one['KND_NACHNAME']).toUpperCase() }))
  const { left, found } = await checkAll(capitals, 'katharina')
  const after = await customerRow()
  await putCustomer({ KND_NACHNAME: before.KND_NACHNAME })
  expect(found).toEqual([])
  expect(left).toEqual([`KND_NACHNAME by PUT /customer: it was "${before.KND_NACHNAME}"`])
  expect(after).toMatchObject({
    ...before,
    KND_NACHNAME: before.KND_NACHNAME.toUpperCase(),
    VERSION: expect.anything()
  })
})

test('of the evaluations that are jobs one is made, and told as left', async () => {
  const offered = [7, 8].map((id) => ({ AUS_FIRMA: 1, AUS_ID: id, AUS_BEZEICHNUNG: `Stunden ${id}` }))
  const evaluations = { responseData: offered }
  const started: URLSearchParams[] = []
  const change: AnswerChange = {
    answer: (given, { call, body }) => {
      if (call === 'GET /evaluation') Object.assign(given, { status: 200, body: evaluations })
      if (call !== 'POST /function/start' || !body.includes('Evaluation')) return
      started.push(new URLSearchParams((JSON.parse(body) as { data: { parameter: string } }).data.parameter))
      Object.assign(given, { status: 200, body: { responseData: { jobId: 'E-7' } } })
    }
  }
  const { found, made } = await checkAll(change, 'katharina', undefined, {
    routeRights: { 'confirmations/evaluation': ['admin'] }
  })
  expect(started.map((one) => one.get('interfaceId'))).toEqual(['7'])
  expect(made.at(-1)).toBe(madeDocument('Evaluation'))
  // The sample backend knows no such job.
  expect(found).toEqual([['fault', 'GET /function/getasyncresult', 'HTTP status']])
})

test('a job that is never done ends the run, whether the backend keeps jobs or not', async () => {
  const change: AnswerChange = {
    answer: (given, { call }) => {
      if (call === 'GET /function/list') Object.assign(given, { status: 200, body: { responseData: [] } })
      if (call === result && given.status === 200) given.body = { responseData: { ...job, status: 1 } }
    }
  }
  const { found } = await checkAll(change, 'katharina', undefined, { features: ['jobs'] })
  expect(found).toEqual([['warning', result, 'status']])
})

test('a job that has failed ends at once where the backend keeps jobs', async () => {
  let polls = 0
  const change: AnswerChange = {
    answer: (given, { call }) => {
      if (call === 'GET /function/list') Object.assign(given, { status: 200, body: { responseData: [] } })
      if (call !== result || given.status !== 200) return
      polls += 1
      given.body = { responseData: { ...job, status: 3 } }
    }
  }
  const { found } = await checkAll(change, 'katharina', undefined, { features: ['jobs'] })
  expect([found, polls]).toEqual([[['fault', result, 'fileData']], 2])
})

test.each([404, 429, 503, 502])('a job that is answered with %s for a moment is no fault', async (status) => {
  const polls = new Map<string | null, number>()
  const busy: AnswerChange = {
    answer: (given, { call, query }) => {
      if (call !== result || given.status !== 200) return
      const jobId = query.get('jobId')
      polls.set(jobId, (polls.get(jobId) ?? 0) + 1)
      if (polls.get(jobId)! < 4)
        Object.assign(given, { status, body: { responseResult: { Errors: ['Kurz warten.'] } } })
    }
  }
  expect((await checkAll(busy, 'katharina')).found).toEqual([])
  expect([...polls.values()]).toEqual([4, 4])
})

const sentence = 'Das erlaubt eine Regel des Hauses nicht.'
const byRule = { responseData: null, responseResult: { HTTPReturnCode: 200, RESTReturnCode: 7, Errors: [sentence] } }

test('where a rule of the backend refuses one text, the check saves another', async () => {
  const saved: string[] = []
  const strict = sent('PUT /customer', (one) => {
    saved.push(String(one['KND_ORT']))
    // The sample backend takes no empty one.
    return String(one['KND_STRASSE']).endsWith(' Test') ? { ...one, KND_STRASSE: '' } : one
  })
  const { found, left } = await checkAll(strict, 'katharina')
  expect([found, left]).toEqual([[], []])
  expect(saved).toContain('Linz Test')
})

const oneWay = refusingSaves('PUT /customer', byRule, ({ KND_STRASSE }) => !String(KND_STRASSE).endsWith(' Test'))

test.each<[what: string, change: AnswerChange, more: string[][]]>([
  ['takes a text', oneWay, []],
  [
    'stores a text although it refuses it',
    { ...oneWay, ...at('PUT /customer', (given) => void Object.assign(given, { status: 200, body: byRule })) },
    [['warning', 'PUT /customer', 'Errors']]
  ]
])('a rule that %s, and refuses to put it back, is a fault, and no other text is tried', async (_, change, more) => {
  const before = await customerRow()
  const places = new Set<unknown>()
  const watching: AnswerChange = {
    ...change,
    request: (request) => {
      if (request.call === 'PUT /customer')
        places.add((JSON.parse(request.body) as { data: { KND_ORT: string } }).data.KND_ORT)
      change.request?.(request)
    }
  }
  const { left, found } = await checkAll(watching, 'katharina')
  const after = await customerRow()
  await putCustomer({ KND_STRASSE: before.KND_STRASSE })
  expect(found).toEqual([['fault', 'PUT /customer', 'Errors'], ...more])
  expect(left).toEqual([`KND_STRASSE by PUT /customer: it was "${before.KND_STRASSE}"`])
  expect(after).toMatchObject({ ...before, KND_STRASSE: `${before.KND_STRASSE} Test`, VERSION: expect.anything() })
  expect([...places]).toEqual([before.KND_ORT])
})

/** Refuses what tries to change something. */
const refusingTries = (call: string) =>
  at(call, (given, { body }) => body.includes(' Test') && Object.assign(given, { body: byRule }))

test.each([
  ['a company that no rule lets anybody change', refusingTries('PUT /customer'), 'PUT /customer', 'Errors'],
  [
    'a confirmation that a rule refuses',
    at('POST /function/start', (given) => (given.body = byRule)),
    'POST /function/start',
    'Errors'
  ],
  [
    'a job that ends with a sentence',
    at(result, (given) => given.status === 200 && (given.body = byRule)),
    result,
    'Errors'
  ],
  [
    'a member that the backend writes in another way',
    sent('PUT /contact', (one) => (isTried(one) ? { ...one, ASP_NACHNAME: 'van der Huber' } : one)),
    'PUT /contact',
    'ASP_NACHNAME'
  ],
  [
    'an answer that a cache may give to another page',
    at('GET /customer', ({ headers }, request) => {
      headers['access-control-allow-origin'] = request.headers.origin === origin ? origin : ''
      headers['cache-control'] = 'max-age=60'
      headers['vary'] = 'accept'
    }),
    'GET /customer',
    'Vary'
  ]
])('%s is noted, and no fault', async (_, change, call, member) => {
  expect((await checkAll(change, 'katharina')).found).toEqual([['warning', call, member]])
})

test.each<[what: string, change: AnswerChange]>([
  [
    'writes names in capitals',
    at('GET /customer', ({ body }) => {
      const row = body['responseData'] as Record<string, string>
      for (const name of ['KND_STRASSE', 'KND_ORT'])
        if (row[name]?.endsWith(' Test')) row[name] = row[name].toUpperCase()
    })
  ],
  ['answers an unknown job with nothing', success(result, null)],
  ['limits wrong logins', at('POST /getToken', (one) => void (one.status = one.status === 401 ? 429 : one.status))],
  [
    'locks a login after a wrong password',
    {
      answer: (() => {
        let isLocked = false
        return (given, { call, body }) => {
          if (call !== 'POST /getToken' || !body.includes('katharina')) return
          isLocked ||= given.status === 401
          if (isLocked) Object.assign(given, { status: 401, body: byRule })
        }
      })()
    }
  ],
  [
    'has a page of its own alone',
    at('GET /customer', ({ headers }) => {
      Object.assign(headers, { 'access-control-allow-origin': origin, vary: 'accept', 'cache-control': 'max-age=9' })
    })
  ]
])('a backend that %s has no fault', async (_, change) => {
  const unknown = change.answer
  const isOwnJob = new Set<string | null>()
  // Only of a job that nobody has started.
  const careful: AnswerChange = {
    answer: (given, request) => {
      if (request.call === 'POST /function/start') isOwnJob.add((given.body['responseData'] as { jobId: string }).jobId)
      if (request.call !== result || !isOwnJob.has(request.query.get('jobId'))) unknown?.(given, request)
    }
  }
  expect((await checkAll(careful, 'katharina')).found).toEqual([])
})

test('what no screen that is shown saves or reads is not missed', async () => {
  const only = ['GET /webshopuser/getcurrentwebshopuser', 'GET /eventmanager/ordersbysubscriber']
  const small: AnswerChange = {
    answer: (given, { call }) => {
      if (!only.includes(call) && !/Token$|^OPTIONS/.test(call)) Object.assign(given, { status: 404, body: {} })
    }
  }
  expect((await checkAll(small, 'katharina', undefined, { allowedRoutes: ['orders'] })).found).toEqual([])
})

test('of contacts the own one is saved, since not everybody may change an admin', async () => {
  const saved = new Set<unknown>()
  const watching: AnswerChange = {
    request: ({ call, body }) => {
      if (call === 'PUT /contact') saved.add((JSON.parse(body) as { data: { ASP_PVAID: number } }).data.ASP_PVAID)
    }
  }
  expect((await checkAll(watching, 'stefan')).found).toEqual([])
  expect([...saved]).toEqual([7002])
})

test('every session that the check has opened is ended', async () => {
  const opened = new Set<string>()
  const ended = new Set<string | undefined>()
  const watching: AnswerChange = {
    answer: ({ status, body }, { call, headers }) => {
      if (call === 'POST /getToken' && status === 200)
        opened.add((body['responseData'] as { access_token: string }).access_token)
      if (call === 'POST /revokeToken') ended.add(headers.authorization)
    }
  }
  await checkAll(watching, 'katharina')
  expect(opened.size).toBe(2)
  expect([...opened].filter((one) => !ended.has(one))).toEqual([])
})

test('a save of an address has what the elements send, and nothing of answers alone', async () => {
  const sentMembers = new Set<string>()
  const watching: AnswerChange = {
    request: ({ call, body }) => {
      if (call !== 'PUT /address') return
      for (const name of Object.keys((JSON.parse(body) as { data: object }).data)) sentMembers.add(name)
    },
    answer: ({ body }, { call }) => {
      if (call === 'GET /address')
        body['responseData'] = (body['responseData'] as object[]).map((one) => ({ ...one, ADR_ART: 3 }))
    }
  }
  await checkAll(watching, 'katharina', undefined, {})
  expect(sentMembers).toContain('ADR_LFDNR')
  expect(sentMembers).not.toContain('ADR_ART')
})

async function customerRow() {
  const headers = { authorization: await tokenAt(sample.api, 'katharina@example.com') }
  const { responseData } = (await (await fetch(`${sample.api}/customer`, { headers })).json()) as {
    responseData: Record<'KND_NACHNAME' | 'KND_STRASSE' | 'KND_ORT' | 'KND_VERGLEICHSFELD1', string>
  }
  return responseData
}
async function putCustomer(row: object) {
  const authorization = await tokenAt(sample.api, 'katharina@example.com')
  const headers = { authorization, 'content-type': 'application/json' }
  await fetch(`${sample.api}/customer`, { method: 'PUT', headers, body: JSON.stringify({ data: row }) })
}
const street = async () => (await customerRow()).KND_STRASSE

test('a save that fails although it has stored the row is put back', async () => {
  const before = await street()
  const failing = at('PUT /customer', (one) => void (one.status = 500))
  const { left, found } = await checkAll(failing, 'katharina')
  expect(found).toContainEqual(['fault', 'PUT /customer', 'HTTP status'])
  expect(left).toEqual([])
  expect(await street()).toBe(before)
})

test('a run that is stopped puts the row back that it has changed, and saves no other', async () => {
  const before = await street()
  const stop = new AbortController()
  const saved: string[] = []
  const stopping: AnswerChange = {
    request: ({ call }) => {
      if (!call.startsWith('PUT')) return
      saved.push(call)
      stop.abort()
    }
  }
  const { left } = await checkAll(stopping, 'katharina', stop.signal)
  expect(new Set(saved)).toEqual(new Set(['PUT /customer']))
  expect(left).toEqual([])
  expect(await street()).toBe(before)
})

test('a backend where a login ends the session before it has its rows judged all the same', async () => {
  let isEnded = false
  const single: AnswerChange = {
    answer: (one, { call }) => {
      if (call === 'POST /getToken' && one.status === 200) isEnded = true
      if (isEnded && call.startsWith('PUT')) one.status = 401
    }
  }
  const { found, left } = await checkAll(single, 'katharina')
  expect(found).toEqual([])
  expect(left).toEqual([])
})

test('a second login that is refused is a finding of the login', async () => {
  const refusing = at('POST /getToken', (one) => void (one.status = 401))
  const { check, found } = await checkAll(refusing, 'katharina')
  expect(found).toEqual([['fault', 'POST /getToken', 'HTTP status']])
  expect(check.calls).toContainEqual({ call: 'POST /revokeToken', findings: [], notAsked: 'there was no second login' })
})

test('what could not be put back is said, on the page for the vendor too, which runs no code', async () => {
  const failsToPutBack: AnswerChange = {
    request: (request) => {
      if (request.call === 'PUT /customer' && !request.body.includes('Test')) request.body = '{'
    }
  }
  const { left, check } = await checkAll(failsToPutBack, 'katharina')
  expect(left).toEqual(['KND_STRASSE by PUT /customer: it was "Werkstraße 5"'])
  const page = reportPage(reportOf(check, [...left, '<b>']))
  expect(page).toContain('Left changed: KND_STRASSE by PUT /customer: it was &#34;Werkstraße 5&#34;')
  expect(page).toContain('<p>Left changed: &#60;b&#62;')
  expect(page).not.toContain('<script')
})

test('a text of the greatest length is saved at no greater one', async () => {
  const { max } = allCustomerFields.street
  const saved: string[] = []
  const longest: AnswerChange = {
    request: ({ call, body }) => {
      if (call === 'PUT /customer') saved.push((JSON.parse(body) as { data: { KND_STRASSE: string } }).data.KND_STRASSE)
    },
    answer: ({ body }, { call }) => {
      const row = body['responseData'] as { KND_STRASSE: string }
      if (call === 'GET /customer' && saved.length === 0) row.KND_STRASSE = 'ß'.repeat(max)
    }
  }
  await checkAll(longest, 'katharina')
  expect(saved[0]).toBe(`${'ß'.repeat(max - 5)} Test`)
})

test('a save that fails is said where nobody can see whether it is stored', async () => {
  proxy.spoil({})
  const before = await street()
  let isSaved = false
  const unread: AnswerChange = {
    request: ({ call }) => void (isSaved ||= call === 'PUT /customer'),
    answer: (one, { call }) => {
      if (isSaved && call.endsWith(' /customer')) one.status = 500
    }
  }
  const other = await checkAll(unread, 'katharina')
  expect(other.left).toEqual([`KND_STRASSE by PUT /customer: it was "${before}"`])
})
