import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect } from 'vitest'
import type { DocumentEvent } from '@customer-center/contract/document'
import type { Envelope } from '@customer-center/contract/envelope'
import type { WireRow } from '@customer-center/contract/field-codes'
import { startApp } from '../../../../testing/server/app.ts'
import { eventually } from '../../../../testing/server/eventually.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'
import { hasS3, startS3Behind } from '../../../../testing/server/s3.ts'
import { seed } from '../../../../testing/server/seed.ts'
import { openStorage } from '../../platform/storage/storage.ts'

const away = ['Der Dienst ist vorübergehend nicht erreichbar. Bitte versuchen Sie es in einer Minute noch einmal.']
/** Long enough for a healthy service on a busy machine. */
const brief = { connectMs: 3000, answerMs: 3000, stallMs: 2000 }
const patient = { connectMs: 60_000, answerMs: 60_000, stallMs: 60_000 }
/** Patient until the service stalls in the middle, for longer than a busy machine keeps a healthy one waiting. */
const stalling = { ...patient, stallMs: 5000 }

let providerId = 100

const test = serverTest
  /** Starts a server with a script of this size in S3 behind a network that fails, and its administrator's request. */
  .extend('serve', ({ database, db, newCustomer }, { onCleanup }) => {
    return async (size: number, limits = brief) => {
      const { config, network } = await startS3Behind()
      const storage = openStorage({ dataFolder: '', storage: config }, limits)
      const server = await startApp(database, { storage })
      onCleanup(async () => {
        network.restore()
        await server.close()
        await network.close()
      })
      providerId += 1
      const { admin } = (await newCustomer(providerId)).shopUsers
      const filling = openStorage({ dataFolder: '', storage: config }, patient)
      const shelves = seed(db, filling, providerId)
      await shelves.addEvent(1, '2026-01-01')
      await shelves.addParticipation(admin, 1)
      const { bytes } = await shelves.addScript(1, { size })
      filling.close()
      const headers = await server.headersOf(admin)
      const list = await server.call<DocumentEvent[]>(headers, '/eventmanager/documentsbysubscriber')
      const path = `/dms/getdoc?documentKey=${list.envelope.responseData[0]?.scripts[0]?.documentHash}`
      const ask = () => server.call<WireRow>(headers, path)
      return {
        network,
        server,
        ask,
        request: () => get(`${server.url}/api${path}`, { headers, agent: false }),
        isWhole: (row: WireRow) => row['DOK_DATEN'] === bytes.toString('base64'),
        // Connections from before a fault may be tried first.
        works: () =>
          eventually(async () => {
            const { status, envelope } = await ask()
            expect(status).toBe(200)
            expect(envelope.responseData['DOK_DATEN'] === bytes.toString('base64')).toBe(true)
          })
      }
    }
  })

describe.skipIf(!hasS3())('a document in S3', () => {
  test.for([1000, 3_000_001])('comes whole: %i bytes', async (size, { serve }) => {
    const { works } = await serve(size)
    await works()
  })

  for (const [fault, begin] of [
    ['does not answer', 'cut'],
    ['resets connections', 'refuse']
  ] as const)
    test(`is refused in time while the service ${fault}, and comes again afterwards`, async ({ serve }) => {
      const { server, network, ask, works } = await serve(1000)
      await works()
      network[begin]()
      // The requests are more than are read at once.
      const answers = await Promise.all(Array.from({ length: 12 }, ask))
      expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(503))
      expect(answers[0]?.envelope.responseResult.Errors).toEqual(away)
      expect(server.log()).toContain('a document cannot be read')
      network.restore()
      await works()
    })

  test.for([500_000, 3_000_001])('is refused when the service stops amid %i bytes', async (size, { serve }) => {
    const { network, ask, works } = await serve(size)
    network.cutAfter(300_000)
    const answers = await Promise.all([ask(), ask(), ask()])
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503])
    expect(answers[0]?.envelope.responseResult.Errors).toEqual(away)
    network.restore()
    await works()
  })

  test('breaks off when the service stops, so that no client takes it for whole', async ({ serve }) => {
    const size = 3_000_001
    const { network, request, works } = await serve(size, stalling)
    // The file is checked whole, then delivered.
    network.cutAfter(size + size / 2)
    const [response] = (await once(request(), 'response')) as [IncomingMessage]
    expect(response.statusCode).toBe(200)
    const broken = expect(finished(response)).rejects.toMatchObject({ code: 'ECONNRESET' })
    response.resume()
    await broken
    network.restore()
    await works()
  })

  test('is no longer read from the service when its customer cancels, and that is no failure', async ({ serve }) => {
    const { server, network, request } = await serve(3_000_001, patient)
    network.cutAfter(300_000)
    const asked = Array.from({ length: 3 }, request)
    for (const each of asked) each.on('error', () => undefined)
    await eventually(() => expect(network.connections()).toBe(3))
    for (const each of asked) each.destroy()
    await eventually(() => expect(network.connections()).toBe(0))
    expect(server.log()).not.toContain('cannot be read')
  })

  test('reaches a reader who pauses for longer than the service may', async ({ serve }) => {
    const { request, isWhole } = await serve(25_000_000, stalling)
    const [response] = (await once(request(), 'response')) as [IncomingMessage]
    await pause(stalling.stallMs * 1.5)
    const { responseData } = JSON.parse(await text(response)) as Envelope<WireRow>
    expect(isWhole(responseData)).toBe(true)
  })
})
