// On both databases: the embedded one has one connection for all requests.

import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, vi } from 'vitest'
import { call, getToken, loginForm } from '../../../../testing/server/calls.ts'
import { hangSave, test } from '../../../../testing/server/socket-fixtures.ts'

const patience = { timeout: 60_000 }
const from = (address: string) => ({ 'x-forwarded-for': address })

describe('the share of a session and of a customer', () => {
  test('ends with its own requests, and others are answered', async ({ start, begin, own, foreign }) => {
    // The shares are two for a session, eight for a customer.
    const server = await start({ config: { maxPendingRequests: 16 } })
    const persons = [own.shopUsers.admin, own.shopUsers.shopfull, own.shopUsers.contact, own.shopUsers.shoplight]
    const [first = {}, ...rest] = await Promise.all(persons.map(server.headersOf))
    const status = async (headers: Record<string, string>) =>
      (await server.call(headers, '/webshopuser/getcurrentwebshopuser')).status
    const fill = async (headers: Record<string, string>) => {
      expect(await status(headers)).toBe(200)
      for (let turn = 0; turn < 2; turn += 1) await hangSave(begin, server, headers)
    }
    await fill(first)
    // The server knows that a body is on its way once it has looked up the token.
    await vi.waitFor(async () => expect(await status(first)).toBe(503), patience)
    for (const session of rest) await fill(session)
    const other = await server.headersOf(foreign.shopUsers.admin)
    expect(await status(other)).toBe(200)
    // A page reads one cookie: what a program of a sibling subdomain sets beside it does not count.
    const cookie = `xKC-SESSION=${first.authorization}; KC-SESSION=${other.authorization}`
    expect(await status({ cookie })).toBe(200)
  })

  test('lets its calls wait in a line, and refuses beyond it', async ({ server, start, own, hold }) => {
    // Ten times as many may wait or have begun.
    const { url, app } = await start({ config: { maxPendingRequests: 8 } })
    const sessions = await Promise.all(Array.from({ length: 10 }, () => server.headersOf(own.shopUsers.admin)))
    const status = async (headers: Record<string, string>) => (await call(url, '/customer', { headers })).status
    expect(new Set(await Promise.all(sessions.map(status)))).toEqual(new Set([200]))
    const letGo = await hold('sessions')
    const calls = Array.from({ length: 9 }, () => sessions).flat()
    const arrived = new Promise<void>((resolve) => {
      let left = calls.length
      app.server.on('request', () => (left -= 1) === 0 && resolve())
    })
    const answers = calls.map(status)
    await arrived
    expect(await Promise.race(answers)).toBe(503)
    await letGo()
    const statuses = (await Promise.all(answers)).toSorted((one, other) => one - other)
    expect(statuses).toEqual(calls.map((_, index) => (index < 80 ? 200 : 503)))
  })

  test('leaves its turns to the other calls of a customer that makes ten exports at once', async ({
    start,
    own,
    hold,
    database
  }) => {
    // Of five turns a customer has three, a session two, and all exports have one.
    const server = await start({ config: { databasePool: 5, maxWaitMs: 60_000 } })
    const sessions = await Promise.all(Array.from({ length: 3 }, () => server.headersOf(own.shopUsers.admin)))
    const status = async (headers: Record<string, string>, path: string) => (await server.call(headers, path)).status
    for (const session of sessions) expect(await status(session, '/customer')).toBe(200)
    const [first = {}, ...others] = sessions
    const letGo = await hold('invoices')
    const exporting = Array.from({ length: 5 }, () => others).flat()
    const arrived = new Promise<void>((resolve) => {
      let left = exporting.length
      server.app.server.on('request', () => (left -= 1) === 0 && resolve())
    })
    const answers = exporting.map((session) => status(session, '/csv/invoices'))
    try {
      await arrived
      // The embedded database's only connection is held.
      if (database.kind === 'postgres') expect(await status(first, '/customer')).toBe(200)
    } finally {
      await letGo()
    }
    expect(await Promise.all(answers)).toEqual(exporting.map(() => 200))
  })

  test('counts a token that has ended for its customer once at most', async ({ start, begin, own }) => {
    // The shares are two for a session, eight for a customer.
    const server = await start({ config: { maxPendingRequests: 16 } })
    const { admin, contact, shopfull, shoplight } = own.shopUsers
    const status = async (headers: Record<string, string>) => (await server.call(headers, '/customer')).status
    const ended = await server.headersOf(admin)
    expect(await status(ended)).toBe(200)
    expect((await server.call(ended, '/revokeToken', { method: 'POST' })).status).toBe(200)
    expect(await status(ended)).toBe(401)
    const hung: Promise<unknown>[] = []
    for (const session of await Promise.all([admin, contact, shopfull, shoplight].map(server.headersOf))) {
      for (let turn = 0; turn < 2; turn += 1) hung.push(once(await hangSave(begin, server, session), 'data'))
      await vi.waitFor(async () => expect(await status(session)).toBe(503), patience)
    }
    // A call of the customer would wait until a body has taken too long.
    const ofCustomer = Promise.race(hung).then(() => 'a place of the customer')
    expect(await Promise.race([status(ended), ofCustomer])).toBe(401)
  })

  test('refuses a call that has waited too long, with what a page of another origin needs to repeat it', async ({
    start,
    own,
    hold
  }) => {
    const origin = 'https://shop.example'
    const { url, ...server } = await start({ config: { maxWaitMs: 10, corsOrigins: [origin] } })
    const headers = { ...(await server.headersOf(own.shopUsers.admin)), origin }
    const ask = () => call(url, '/customer', { headers })
    const before = await ask()
    expect(before.status).toBe(200)
    const letGo = await hold('sessions')
    // A session may have four of the ten turns.
    const answers = Array.from({ length: 8 }, ask)
    try {
      const refused = await Promise.race(answers)
      expect(refused.status).toBe(503)
      expect(Object.fromEntries(refused.headers)).toMatchObject({
        'retry-after': '1',
        'access-control-allow-origin': origin,
        'access-control-expose-headers': expect.stringContaining('Retry-After') as string,
        'cache-control': 'no-store'
      })
      expect(JSON.stringify(refused.envelope)).toContain('Der Server ist ausgelastet.')
      const namesOf = (answer: typeof refused) => [...answer.headers.keys()].filter((name) => name !== 'set-cookie')
      expect(namesOf(refused).toSorted()).toEqual([...namesOf(before), 'retry-after'].toSorted())
      const foreign = await call(url, '/customer', { headers: { ...headers, origin: 'https://evil.example' } })
      expect([foreign.status, foreign.headers.get('access-control-allow-origin')]).toEqual([503, null])
    } finally {
      await letGo()
    }
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    expect([statuses.filter((status) => status === 200).length, statuses.includes(503)]).toEqual([4, true])
    expect(server.log().split('"answered"').length - 1).toBe(5)
  })

  test('refuses more requests at once with Retry-After, and is given back by a client that leaves', async ({
    start,
    begin,
    own
  }) => {
    const server = await start({ config: { maxPendingRequests: 1 } })
    const headers = await server.headersOf(own.shopUsers.admin)
    const ask = () => server.call(headers, '/customer')
    const status = async () => (await ask()).status
    expect(await status()).toBe(200)
    for (let turn = 0; turn < 3; turn += 1) {
      const socket = await hangSave(begin, server, headers)
      await vi.waitFor(async () => {
        const refused = await ask()
        expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
      }, patience)
      socket.destroy()
      await vi.waitFor(async () => expect(await status()).toBe(200), patience)
    }
  })
})

describe('the share of an address', () => {
  const config = { maxPendingRequests: 4, trustProxy: ['127.0.0.1'], publicUrl: 'https://center.example' }
  const json = { 'content-type': 'application/json' }
  const strangers: [string, string, RequestInit][] = [
    ['a login', '/api/getToken', { method: 'POST', body: new URLSearchParams({ refreshToken: 'x' }) }],
    ['a challenge for a passkey', '/api/passkeys/loginoptions', { method: 'POST', body: '{"data":{}}', headers: json }],
    [
      'a forgotten password',
      '/api/passwordreset',
      { method: 'POST', body: '{"data":{"emailAddress":"a@b.example"}}', headers: json }
    ],
    ['the version', '/api/getApiVersion', {}],
    ['the check of a letter', '/verify', { method: 'POST', body: new URLSearchParams({ number: '1' }) }],
    ['the link of a mail', '/passwort/x', {}],
    ['a calendar', '/kalender/x.ics', {}],
    ['a download', '/download/x', {}]
  ]

  test('counts for every call and page that needs no session, and not for files and those who are logged in', async ({
    start,
    own,
    hold,
    database
  }) => {
    const server = await start({ config })
    const user = await server.headersOf(own.shopUsers.admin)
    const logged = () => call(server.url, '/customer', { headers: { ...user, ...from('10.9.0.1') } })
    expect((await logged()).status).toBe(200)
    const letGo = await hold('login_attempts')
    const login = () => getToken(server.url, loginForm(own.shopUsers.admin), from('10.9.0.1'))
    const arriving = once(server.app.server, 'request')
    const held = login()
    // It has the place before somebody asks for the version.
    await arriving
    try {
      await vi.waitFor(
        async () =>
          expect((await fetch(`${server.url}/api/getApiVersion`, { headers: from('10.9.0.1') })).status).toBe(503),
        patience
      )
      for (const [what, path, init] of strangers) {
        const headers = { ...(init.headers as Record<string, string>), ...from('10.9.0.1') }
        const refused = await fetch(server.url + path, { ...init, headers, redirect: 'manual' })
        expect([what, refused.status, refused.headers.get('retry-after')]).toEqual([what, 503, '1'])
        expect(await refused.text(), what).toContain('Der Server ist ausgelastet.')
      }
      expect((await fetch(`${server.url}/api/getApiVersion`, { headers: from('10.9.0.2') })).status).toBe(200)
      // The embedded database's only connection is held.
      if (database.kind === 'postgres') expect((await logged()).status).toBe(200)
    } finally {
      await letGo()
    }
    expect((await held).status).toBe(200)
    expect((await login()).status).toBe(200)
  })

  test('is not given back by a client that leaves while its work goes on', async ({ start, own, hold }) => {
    const server = await start({ config })
    const headers = from('10.9.0.3')
    const version = async () => (await fetch(`${server.url}/api/getApiVersion`, { headers })).status
    const letGo = await hold('login_attempts')
    const leaving = new AbortController()
    const body = new URLSearchParams(loginForm(own.shopUsers.admin))
    const init = { method: 'POST', body, headers, signal: leaving.signal }
    const arriving = once(server.app.server, 'request')
    const gone = fetch(`${server.url}/api/getToken`, init).catch(() => 'gone')
    await arriving
    try {
      await vi.waitFor(async () => expect(await version()).toBe(503), patience)
      const closed = new Promise((resolve) =>
        server.app.server.once('connection', (socket) => socket.once('close', resolve))
      )
      leaving.abort()
      expect(await gone).toBe('gone')
      // Another connection has come and gone: the server knows that the client has left.
      connect(Number(new URL(server.url).port), '127.0.0.1').end()
      await closed
      expect(await version()).toBe(503)
    } finally {
      await letGo()
    }
    await vi.waitFor(async () => expect(await version()).toBe(200), patience)
  })

  test('refuses a token that nobody has before the database is asked, and not the address itself', async ({
    start,
    own,
    hold
  }) => {
    const server = await start({ config })
    const known = { ...(await server.headersOf(own.shopUsers.admin)), ...from('10.9.0.4') }
    const status = async (headers: Record<string, string>) => (await server.call(headers, '/customer')).status
    expect(await status(known)).toBe(200)
    const letGo = await hold('sessions')
    const unknown = { authorization: 'nobody', ...from('10.9.0.4') }
    // The guesses are as many as wait for one address, and one more.
    const guesses = Array.from({ length: 5 * config.maxPendingRequests + 1 }, () => status(unknown))
    const other = status(known)
    try {
      expect(await Promise.race(guesses)).toBe(503)
    } finally {
      await letGo()
    }
    const answers = await Promise.all(guesses)
    expect([answers.filter((each) => each === 503).length, new Set(answers), await other]).toEqual([
      1,
      new Set([401, 503]),
      200
    ])
    expect(await status(unknown)).toBe(401)
  })

  test('refuses logins beyond it before their password is checked', async ({ start, own, hold }) => {
    const server = await start({ config: { maxPendingRequests: 12 } })
    const letGo = await hold('login_attempts')
    const logins = Array.from({ length: 40 }, () => getToken(server.url, loginForm(own.shopUsers.admin)))
    try {
      expect((await Promise.race(logins)).status).toBe(503)
    } finally {
      await letGo()
    }
    const answers = await Promise.all(logins)
    const refused = answers.filter(({ status }) => status === 503)
    for (const { headers } of refused) expect(headers.get('retry-after')).toBe('1')
    const checks = server.log().split('checks a password').length - 1
    expect(checks).toBe(answers.filter(({ status }) => status === 200).length)
  })
})
