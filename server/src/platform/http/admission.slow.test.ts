import { once } from 'node:events'
import { sql } from 'kysely'
import { expect, onTestFinished, vi } from 'vitest'
import type { DocumentEvent } from '@customer-center/contract/document'
import { call } from '../../../../testing/server/calls.ts'
import { seed } from '../../../../testing/server/seed.ts'
import { saveHead, test } from '../../../../testing/server/socket-fixtures.ts'

/**
 * Makes the clock of the line run at a tenth: no machine is too busy for its limits. The returned function moves it
 * ahead.
 */
function slowClock(): (ms: number) => void {
  const real = performance.now.bind(performance)
  const begun = real()
  let ahead = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => begun + (real() - begun) / 10 + ahead)
  onTestFinished(() => clock.mockRestore())
  return (ms) => void (ahead += ms)
}

test('refuses none of 200 sessions of one customer, known to the process or not, among as many guesses', async ({
  start,
  db,
  newCustomer,
  hold
}) => {
  const { providerId, customerId, shopUsers } = await newCustomer(2)
  await sql`
    with names as (
      insert into persons (provider_id, person_id, salutation, first_name, last_name)
      select ${providerId}::int, ${customerId} * 1000 + n, 1, 'Anna', 'Muster ' || n from generate_series(1, 195) n returning person_id
    )
    insert into contacts (provider_id, customer_id, contact_id, person_id)
    select ${providerId}::int, ${customerId}, person_id, person_id from names`.execute(db)
  const people = [shopUsers.admin, shopUsers.shopfull]
  const server = await start()
  const sessions = await Promise.all(Array.from({ length: 100 }, () => people.map(server.headersOf)).flat())
  const guesses = sessions.map((_, index) => ({ authorization: `guess ${index}` }))
  const { addEvent, addParticipation, addScript } = seed(db, server.storage, providerId)
  await addEvent(2, '2026-01-01')
  for (const person of people) await addParticipation(person, 2)
  await addScript(2)
  const advance = slowClock()
  for (const path of ['/customer', '/contact', '/eventmanager/documentsbysubscriber']) {
    const { url, app } = await start({ config: { maxWaitMs: 250 } })
    const calls = [...sessions, ...guesses].map((headers) => ({ headers }))
    for (const round of ['unknown', 'known']) {
      const letGo = await hold('sessions')
      const arrived = new Promise<void>((resolve) => {
        let left = calls.length
        app.server.on('request', () => (left -= 1) === 0 && resolve())
      })
      const answers = calls.map((init) => call<unknown[]>(url, path, init))
      await arrived
      advance(500)
      await letGo()
      const statuses = (await Promise.all(answers)).map(({ status }) => status)
      expect([path, round, statuses]).toEqual([path, round, [...sessions.map(() => 200), ...guesses.map(() => 401)]])
    }
  }
})

test('a turn is not used up by a call whose time ends in the line and whose client reads no answer', async ({
  start,
  servers,
  db,
  newCustomer,
  hold
}) => {
  const { providerId, shopUsers } = await newCustomer(4)
  // Two calls of a customer are at work.
  const server = await start({ config: { databasePool: 3, maxWaitMs: 50 }, limits: { responseMs: 1000 } })
  const { addEvent, addParticipation, addScript } = seed(db, server.storage, providerId)
  await addEvent(1, '2026-01-01')
  await addParticipation(shopUsers.admin, 1)
  await addScript(1, { size: 20_000_000 })
  const headers = await server.headersOf(shopUsers.admin)
  const others = [await server.headersOf(shopUsers.shopfull), await server.headersOf(shopUsers.shopfull)]
  const ask = async (sent: Record<string, string>, init: RequestInit = {}) =>
    (await call(server.url, '/customer', { headers: sent, ...init })).status
  const list = await server.call<DocumentEvent[]>(headers, '/eventmanager/documentsbysubscriber')
  const hash = list.envelope.responseData[0]?.scripts?.[0]?.documentHash
  for (const other of others) expect(await ask(other)).toBe(200)
  const head = (path: string) =>
    [...saveHead(headers.authorization, 0, `GET /api${path}`), 'Host: x', '', ''].join('\r\n')
  const socket = await servers.connect(server)
  socket.write(head(`/dms/getdoc?documentKey=${hash}`))
  await once(socket, 'readable')
  const letGo = await hold('sessions')
  const requests = (count: number) =>
    new Promise<void>((resolve) => {
      let left = count
      server.app.server.on('request', () => (left -= 1) === 0 && resolve())
    })
  // Those who leave keep their turns until the lock is gone.
  const leaving = new AbortController()
  const began = requests(2)
  const gone = others.map((other) => ask(other, { signal: leaving.signal }).catch(() => 'gone'))
  await began
  leaving.abort()
  await Promise.all(gone)
  const arrived = requests(4)
  socket.write(head('/customer').repeat(4))
  await arrived
  expect(await ask(headers)).toBe(503)
  await letGo()
  for (const each of [headers, ...others]) expect(await ask(each)).toBe(200)
  socket.destroy()
})
