import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { createContact } from '@customer-center/contract/contact'
import { getCustomer, saveCustomer } from '@customer-center/contract/customer'
import { submitLogin } from '../../testing/login-form.ts'
import {
  failure,
  mockBackend,
  type MockResponse,
  mount,
  mountLoggedIn,
  success,
  token,
  user
} from '../../testing/mock-backend.ts'
import { CallError, errorSentence } from './call-error.ts'
import { foreignFormat } from './foreign-backend.ts'
import { requestTimeouts, requestEndpoint } from './request.ts'
import { contractFormat } from './wire-format.ts'

const usual = requestTimeouts.request
afterEach(() => (requestTimeouts.request = usual))

const failures: [string, MockResponse, Partial<CallError>][] = [
  [
    'an error with sentences',
    failure(403, 'Keine Berechtigung.', 'Zweiter Satz.'),
    { failure: 'refused', status: 403, firstError: 'Keine Berechtigung.' }
  ],
  ['an empty Errors list', failure(500), { failure: 'refused', status: 500, firstError: null }],
  [
    'no envelope at all',
    { status: 502, body: '<h1>Bad Gateway</h1>' },
    { failure: 'refused', status: 502, firstError: null }
  ],
  ['a body that is no JSON', { body: '<!doctype html>' }, { failure: 'unreadable', status: 200, firstError: null }],
  [
    'a business error under HTTP 200',
    { body: '{"responseResult":{"RESTReturnCode":101,"Errors":["ungültige E-Mail Adresse"]}}' },
    { restCode: 101, firstError: 'ungültige E-Mail Adresse' }
  ],
  ['no answer within the limit', { hang: true }, { failure: 'timeout', status: 0, firstError: null }]
]

const failuresOfOthers: typeof failures = [
  [
    'an HTTPReturnCode that refuses under HTTP 200',
    { body: '{"responseResult":{"HTTPReturnCode":404,"Errors":[null,""]}}' },
    { status: 404, firstError: null }
  ],
  [
    'a business error whose code is a string',
    { body: '{"responseResult":{"RESTReturnCode":"101","Errors":["ungültige E-Mail Adresse"]}}' },
    { restCode: 101, firstError: 'ungültige E-Mail Adresse' }
  ],
  [
    'an HTTPReturnCode that refuses as a string',
    { body: '{"responseResult":{"HTTPReturnCode":"404","RESTReturnCode":"0"}}' },
    { status: 404, restCode: 0, firstError: null }
  ]
]

const others = foreignFormat({})

test.each([
  ...failures.map((failed) => [...failed, contractFormat] as const),
  ...[...failures, ...failuresOfOthers].map((failed) => [...failed, others] as const)
])('%s is a failure that a screen can name', async (_what, answer, expected, format) => {
  if (answer.hang) requestTimeouts.request = 400
  const backend = await mockBackend()
  await backend.respond({ 'GET /api/customer': answer })
  const context = { api: backend.api, version: '1.0', token: 't', format }
  const error: unknown = await requestEndpoint(context, getCustomer).catch((e: unknown) => e)
  expect(error).toBeInstanceOf(CallError)
  expect(error).toMatchObject(expected)
  expect(errorSentence(error, 'Aufruf fehlgeschlagen')).toBe(expected.firstError ?? 'Aufruf fehlgeschlagen')
})

test('an answer that takes longer than the limit as a whole is no failure while its pieces keep coming', async () => {
  requestTimeouts.request = 3000
  const backend = await mockBackend()
  const { body = '' } = success({ KND_ORT: 'W'.repeat(1000) })
  await backend.respond({ 'GET /api/customer': { body, chunkDelayMs: 400 } })
  const customer = await requestEndpoint({ api: backend.api, version: '1.0', token: 't' }, getCustomer)
  expect(customer).toEqual({ KND_ORT: 'W'.repeat(1000) })
})

test('an address where nobody listens is a failure of the network', async () => {
  const error: unknown = await requestEndpoint(
    { api: 'http://127.0.0.1:9', version: '1.0', token: null },
    getCustomer
  ).catch((e: unknown) => e)
  expect(error).toMatchObject({ failure: 'network', status: 0 })
})

test.each([
  ['missing keys', { body: '{"responseData":{"KND_ORT":"Wien"}}' }],
  [
    'keys that nobody knows',
    { body: '{"responseData":{"KND_ORT":"Wien"},"responseResult":{"HTTPReturnCode":200,"x":1},"more":[]}' }
  ]
])('an envelope of others with %s is read', async (_what, answer: MockResponse) => {
  const backend = await mockBackend()
  await backend.respond({ 'GET /api/customer': answer })
  const context = { api: backend.api, version: '1.0', token: 't', format: others }
  expect(await requestEndpoint(context, getCustomer)).toEqual({ KND_ORT: 'Wien' })
})

test('a change on this page carries the anti-forgery cookie; a read, and a call to another origin, do not', async () => {
  // Nobody is logged in: the pages of all tests share this cookie.
  document.cookie = 'XSRF-TOKEN=~a%20b'
  const here = { api: '/echo', version: '1.0', token: 't', format: others }
  expect(await requestEndpoint(here, saveCustomer, { body: { data: {} } })).toMatchObject({ 'x-xsrf-token': '~a b' })
  expect(await requestEndpoint(here, getCustomer)).not.toHaveProperty('x-xsrf-token')
  const backend = await mockBackend()
  await backend.respond({ 'PUT /api/customer': success({}) })
  await requestEndpoint({ ...here, api: backend.api }, saveCustomer, { body: { data: {} } })
  expect((await backend.requests('PUT /api/customer'))[0]?.headers).not.toHaveProperty('x-xsrf-token')
})

test.each([
  ['none is sent to a backend whose configuration says nothing of it', {}, undefined],
  ['it goes to one that takes it', { idempotencyKeys: true }, 'key-1']
])('of the Idempotency-Key %s, and the call passes the check of the other origin', async (_, config, expected) => {
  const backend = await mockBackend(config)
  await backend.respond({ 'POST /api/contact': success({ ASP_PVAID: 8 }) })
  const context = { api: backend.api, version: '1.0', token: 't', ...config }
  const options = { body: { data: {} }, idempotencyKey: 'key-1' }
  expect(await requestEndpoint(context, createContact, options)).toEqual({ ASP_PVAID: 8 })
  expect((await backend.requests('POST /api/contact'))[0]?.headers['idempotency-key']).toBe(expected)
})

test('every call goes with credentials, so that the cookies of a backend come back to it', async () => {
  const cookie = `kc-${crypto.randomUUID()}=1`
  const backend = await mockBackend()
  // The API has the page's own name, because a browser may keep the cookies of another site to itself.
  const api = backend.api.replace('127.0.0.1', location.hostname)
  await backend.respond({
    'GET /assets/config.prod.json': { body: JSON.stringify({ apiUrl: api, apiVersion: '1.0' }) },
    'GET /api/cookie': { headers: { 'Set-Cookie': `${cookie}; Path=/` } },
    'POST /api/getToken': token('first'),
    'GET /api/webshopuser/getcurrentwebshopuser': [failure(401), user()]
  })
  await fetch(`${api}/cookie`, { credentials: 'include' })
  mount(backend.attributes)
  await submitLogin()
  await expect.element(page.getByRole('heading', { name: 'Übersicht' })).toBeVisible()
  location.hash = '#/scripts'
  await expect.element(page.getByText('Keine Skripte verfügbar.')).toBeVisible()
  await page.getByRole('button', { name: 'Abmelden' }).click()
  await expect.poll(() => backend.requests('POST /api/revokeToken')).toHaveLength(1)
  location.hash = '#/'
  mount({ ...backend.attributes, 'session-token': 't' })
  await expect.element(page.getByRole('heading', { name: 'Übersicht' })).toBeVisible()
  const calls = (await backend.requests()).filter(({ call }) => / \/api\/(?!cookie)/.test(call))
  expect(calls.map(({ call }) => call)).toEqual(
    expect.arrayContaining([
      'GET /api/getApiVersion',
      'GET /api/webshopuser/getcurrentwebshopuser',
      'POST /api/getToken',
      'GET /api/eventmanager/documentsbysubscriber',
      'POST /api/revokeToken'
    ])
  )
  expect(calls.filter(({ headers }) => !headers['cookie']?.includes(cookie)).map(({ call }) => call)).toEqual([])
})

const odd: [string, MockResponse][] = [
  ['not JSON', { body: 'oops' }],
  ['silence', { hang: true }],
  ['an empty refusal', failure(500)]
]

test.each(odd)('a profile that ends in %s is said, and Erneut versuchen heals it', async (_what, answer) => {
  // The other calls answer within it on a busy machine, too.
  requestTimeouts.request = 4000
  const backend = await mockBackend()
  await backend.respond({ 'GET /api/webshopuser/getcurrentwebshopuser': answer })
  mount({ ...backend.attributes, 'session-token': 't' })
  await expect.element(page.getByText('Die Daten konnten nicht geladen werden.')).toBeVisible()
  requestTimeouts.request = usual
  await backend.respond({ 'GET /api/webshopuser/getcurrentwebshopuser': user() })
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect.element(page.getByRole('heading', { name: 'Übersicht' })).toBeVisible()
})

test("another backend's field codes are asked for and read", async () => {
  const { backend } = await mountLoggedIn('none', { fieldCodes: { 'webshop-user.webshopRights': 'X_RECHT' } })
  await expect.element(page.getByText('keine Berechtigung')).toBeVisible()
  const [call] = await backend.requests('GET /api/webshopuser/getcurrentwebshopuser')
  expect(call?.query['RES_FIELDS']?.split(',')).toContain('X_RECHT')
})
