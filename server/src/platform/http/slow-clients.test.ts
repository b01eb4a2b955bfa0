// On both databases: the embedded one has one connection for all requests.

import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { describe, expect, vi } from 'vitest'
import type { DocumentEvent } from '@customer-center/contract/document'
import { seed } from '../../../../testing/server/seed.ts'
import { hangSave, test } from '../../../../testing/server/socket-fixtures.ts'

const patience = { timeout: 60_000 }

describe('the share of calls that a customer’s clients hold up', () => {
  test('is all that slow bodies fill, however many customers send them', async ({
    start,
    begin,
    own,
    foreign,
    newCustomer
  }) => {
    // The share of a customer is two.
    const server = await start({ config: { maxPendingRequests: 4 } })
    const status = async (headers: Record<string, string>) => (await server.call(headers, '/customer')).status
    const third = await server.headersOf((await newCustomer()).shopUsers.admin)
    expect(await status(third)).toBe(200)
    for (const { admin, shopfull } of [own.shopUsers, foreign.shopUsers])
      for (const headers of [await server.headersOf(admin), await server.headersOf(shopfull)]) {
        await hangSave(begin, server, headers)
        // The server knows that the body is on its way once it refuses the session another call.
        await vi.waitFor(async () => expect(await status(headers)).toBe(503), patience)
      }
    expect(await status(third)).toBe(200)
  })

  test('lets its calls wait while its people read as many answers slowly', async ({ start, db, newCustomer }) => {
    // The share is one for a session, two for a customer.
    const server = await start({ config: { maxPendingRequests: 4 } })
    const { providerId, shopUsers } = await newCustomer(3)
    const { addEvent, addParticipation, addScript } = seed(db, server.storage, providerId)
    await addEvent(1, '2026-01-01')
    await addParticipation(shopUsers.admin, 1)
    await addScript(1, { size: 20_000_000 })
    const sessions = [
      await server.headersOf(shopUsers.admin),
      await server.headersOf(shopUsers.admin),
      await server.headersOf(shopUsers.admin)
    ]
    const ask = (headers: Record<string, string>) =>
      server.call<DocumentEvent[]>(headers, '/eventmanager/documentsbysubscriber')
    const agent = new Agent()
    const answers = await Promise.all(sessions.map(ask))
    const [last = {}, ...readers] = sessions
    for (const headers of readers) {
      const hash = answers[0]?.envelope.responseData[0]?.scripts?.[0]?.documentHash
      await once(get(`${server.url}/api/dms/getdoc?documentKey=${hash}`, { headers, agent }), 'response')
      await vi.waitFor(async () => expect((await ask(headers)).status).toBe(503), patience)
    }
    const arriving = once(server.app.server, 'request')
    const waiting = ask(last)
    await arriving
    agent.destroy()
    expect((await waiting).status).toBe(200)
  })

  test('holds no connection of the pool, nor a place at work, while answers are read slowly', async ({
    start,
    db,
    own
  }) => {
    const server = await start({ config: { maxPendingRequests: 64 } })
    const { addEvent, addParticipation, addScript } = seed(db, server.storage)
    await addEvent(1, '2026-01-01')
    const { admin, shopfull } = own.shopUsers
    for (const person of [admin, shopfull]) await addParticipation(person, 1)
    // The script is larger than the sockets between server and client hold.
    await addScript(1, { size: 20_000_000 })
    const agent = new Agent()
    try {
      for (const person of [admin, shopfull]) {
        const headers = await server.headersOf(person)
        const list = await server.call<DocumentEvent[]>(headers, '/eventmanager/documentsbysubscriber')
        const hash = list.envelope.responseData[0]?.scripts?.[0]?.documentHash
        // The readers are eight in all, and the pools of the tests have five connections or one.
        for (let reader = 0; reader < 4; reader += 1) {
          const asked = get(`${server.url}/api/dms/getdoc?documentKey=${hash}`, { headers, agent })
          const [response] = (await once(asked, 'response')) as [IncomingMessage]
          expect(response.statusCode).toBe(200)
        }
      }
      expect((await server.call(admin, '/customer')).status).toBe(200)
    } finally {
      agent.destroy()
    }
  })
})
