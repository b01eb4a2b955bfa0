import { expect, test, vi } from 'vitest'
import { installFakeTimers } from '../../../testing/fake-timers.ts'
import { failure, mount, mockBackend, type MockResponses, success, user } from '../../../testing/mock-backend.ts'

/** Calls `check()` of an element, and returns its failed lines and what the console says. */
async function failures(responses: MockResponses, config: object | null = null) {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.spyOn(console, 'table').mockImplementation(() => undefined)
  const backend = await mockBackend()
  await backend.respond(responses)
  const element = mount(backend.attributes)
  element.config = config
  const lines = (await element.check()).filter(({ state }) => state === 'failed')
  const said = warned.mock.calls.flat().map(String)
  for (const { name, reference } of lines)
    expect(said.some((line) => line.startsWith(`${name}: `) && line.endsWith(` (${reference})`))).toBe(true)
  return { backend, lines: lines.map(({ name, reference, finding, remedy }) => ({ name, reference, finding, remedy })) }
}

const preflight = (...names: string[]): MockResponses => ({
  OPTIONS: { headers: { 'Access-Control-Allow-Headers': names.join(', ') } }
})

test.each([
  [['Authorization', 'Content-Type', 'CONTENT-VERSION'], 'CONTENT_VERSION'],
  [['Authorization', 'Content-Type', 'CONTENT_VERSION'], 'CONTENT-VERSION'],
  [['Content-Type', 'CONTENT-VERSION', 'CONTENT_VERSION'], 'Authorization'],
  [['Authorization', 'Content-Type'], 'CONTENT-VERSION, nor CONTENT_VERSION'],
  [['X-Other'], 'Authorization, nor CONTENT-VERSION, nor CONTENT_VERSION']
])('of a backend that allows the headers %j, check() names %s', async (allowed, missing) => {
  const { backend, lines } = await failures(preflight(...allowed))
  expect(lines).toEqual([
    {
      name: 'cors',
      reference: 'CC-CORS-HEADER',
      finding: `${backend.api} does not allow the header ${missing}`,
      remedy: 'Send Access-Control-Allow-Headers: Authorization, Content-Type, CONTENT-VERSION, CONTENT_VERSION'
    }
  ])
})

test('of a backend that allows no Content-Type, check() names the POST that needs it', async () => {
  const { lines } = await failures(preflight('Authorization', 'CONTENT-VERSION', 'CONTENT_VERSION'))
  expect(lines).toMatchObject([{ name: 'anti-forgery', reference: 'CC-ANTI-FORGERY' }])
  expect(lines[0]?.remedy).toContain('Content-Type')
})

test.each([
  [
    'a page',
    { body: '<!doctype html><title>Shop</title>', headers: { 'Content-Type': 'text/html' } },
    '200',
    'text/html'
  ],
  ['no page', { status: 404, body: 'Not found', headers: { 'Content-Type': 'text/plain' } }, '404', 'text/plain'],
  [
    'another API',
    { body: '{"version":"3"}', headers: { 'Content-Type': 'application/json' } },
    '200',
    'application/json'
  ],
  ['nothing at all', { status: 204 }, '204', 'no type']
] as const)('check() knows that apiUrl leads to another program: %s', async (_what, answer, status, type) => {
  const { lines } = await failures({
    'GET /api/getApiVersion': answer,
    'GET /api/webshopuser/getcurrentwebshopuser': answer
  })
  expect(lines).toMatchObject([
    {
      name: 'version',
      reference: 'CC-OTHER-PROGRAM',
      finding: `getApiVersion answers ${status} with ${type} that is no answer of the API`
    }
  ])
})

test.each([
  ['1.0', []],
  ['server', [{ name: 'version', reference: 'CC-VERSION', finding: 'getApiVersion answers 404' }]]
])(
  'with apiVersion %j check() takes no API without getApiVersion for another program',
  async (apiVersion, expected) => {
    const notFound = { status: 404, body: '<h1>Not Found</h1>', headers: { 'Content-Type': 'text/html' } }
    const { backend, lines } = await failures(
      {
        'GET /api/getApiVersion': notFound,
        'GET /api/webshopuser/getcurrentwebshopuser': failure(401, 'Nicht angemeldet.')
      },
      { apiVersion }
    )
    expect(lines).toMatchObject(expected)
    const asked = await backend.requests('GET /api/webshopuser/getcurrentwebshopuser')
    expect(asked.map(({ headers }) => headers['authorization'])).toContain('check')
  }
)

test('check() tells an API without a version, or with another one, from another program', async () => {
  const { lines } = await failures({ 'GET /api/getApiVersion': success({ api_version: '7.0' }) })
  expect(lines).toMatchObject([
    { name: 'version', reference: 'CC-VERSION', finding: 'the elements speak 1.0, the API 7.0' }
  ])
})

test.each([
  ['server', '7.0'],
  ['server', 7],
  ['7', 7]
])('with apiVersion %j check() is content with an API of the version %j', async (apiVersion, offered) => {
  const { backend, lines } = await failures(
    { 'GET /api/getApiVersion': success({ api_version: offered }) },
    { apiVersion }
  )
  expect(lines).toEqual([])
  // An API of 7.0 may refuse the calls of another version, and knows none of that name.
  const asked = [...(await backend.requests('GET /api/getApiVersion'))].map(({ headers }) => headers['content-version'])
  expect(new Set(asked)).toEqual(new Set([apiVersion === 'server' ? '1.0' : apiVersion]))
})

test('check() says that nothing answers at apiUrl', async () => {
  const api = 'http://127.0.0.1:59999/api'
  const { lines } = await failures({}, { apiUrl: api })
  expect(lines).toMatchObject([
    { name: 'cors', reference: 'CC-NO-BACKEND', finding: `nothing that this page can see answers at ${api}` }
  ])
})

test('check() tells a backend that does not know the page from one that is not there', async () => {
  const origin = { 'Access-Control-Allow-Origin': 'https://other.example' }
  const { backend, lines } = await failures({
    OPTIONS: { headers: origin },
    'GET /api/getApiVersion': { ...success({ api_version: '1.0' }), headers: origin }
  })
  const finding = `${location.origin} may not read answers of ${backend.api}`
  expect(lines).toMatchObject([{ name: 'cors', reference: 'CC-CORS', finding }])
})

test('check() finds an old copy of the configuration, and names what differs', async () => {
  const { backend } = await failures({})
  const config = (more: object) => ({
    body: JSON.stringify({ apiUrl: backend.api, apiVersion: '1.0', backend: { name: 'x', release: '1' }, ...more })
  })
  const old = config({ features: ['passkeys'] })
  const { lines } = await failures({
    'GET /assets/config.prod.json': [old, old, config({ features: [], appKey: 'shop' })]
  })
  expect(lines).toMatchObject([{ name: 'configuration', reference: 'CC-OLD-CONFIGURATION' }])
  expect(lines[0]?.finding).toContain('is an old copy: its server now sends another features, appKey')
})

test('check() says what the configuration lacks', async () => {
  const { lines } = await failures({ 'GET /assets/config.prod.json': { body: '{}' } })
  expect(lines).toMatchObject([{ name: 'configuration', reference: 'CC-API-URL' }])
})

/** An element whose page gives these tokens, and its `check({ session: true })`. */
async function checkInSession(responses: MockResponses, ...answers: string[]) {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.spyOn(console, 'table').mockImplementation(() => undefined)
  const backend = await mockBackend()
  await backend.respond({ 'GET /api/webshopuser/getcurrentwebshopuser': user(), ...responses })
  const element = mount(backend.attributes)
  const fetchToken = vi.fn(async () => answers.shift() ?? new Promise<never>(() => undefined))
  element.fetchToken = fetchToken
  await expect.poll(() => fetchToken.mock.calls.length).toBe(1)
  return { backend, lines: element.check({ session: true }) }
}

test('check({ session: true }) makes all other lines where the page never gives a token', async () => {
  const timers = installFakeTimers()
  const { lines } = await checkInSession({})
  await expect.poll(timers.pending).toContain(10_000)
  timers.advance(10_000)
  const states = (await lines).map(({ name, state, finding }) => [name, state, finding] as const)
  expect(states.find(([name]) => name === 'configuration')?.[1]).toBe('fine')
  expect(states.map(([name]) => name)).toEqual(expect.arrayContaining(['cors', 'csp-connect', 'storage']))
  expect(states.at(-1)).toEqual(['backend', 'unknown', 'not checked, because the session has not opened'])
})

test('check({ session: true }) renews a token that has run out, as the screens do', async () => {
  const { backend, lines } = await checkInSession(
    { 'GET /api/customer': [failure(401), success({})] },
    'first',
    'second'
  )
  const findings = (await lines).filter(({ name }) => name === 'backend').map(({ finding }) => finding)
  expect(findings.length).toBeGreaterThan(1)
  expect(findings.filter((finding) => finding.includes('401'))).toEqual([])
  const asked = await backend.requests('GET /api/customer')
  expect(asked.map(({ headers }) => headers['authorization']).slice(0, 2)).toEqual(['first', 'second'])
})

test('check({ session: true }) goes on where the page never gives another token', async () => {
  const timers = installFakeTimers()
  const { lines } = await checkInSession({ 'GET /api/customer': failure(401) }, 'first')
  await expect.poll(() => timers.pending().filter((ms) => ms === 10_000)).toHaveLength(2)
  timers.advance(10_000)
  const said = (await lines).filter(({ name }) => name === 'backend').map(({ finding }) => finding)
  expect(said.filter((finding) => finding.startsWith('GET /customer,') && finding.includes('401'))).toHaveLength(1)
})
