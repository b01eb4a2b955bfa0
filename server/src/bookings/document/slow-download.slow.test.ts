import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DocumentEvent } from '@customer-center/contract/document'
import type { Envelope } from '@customer-center/contract/envelope'
import type { WireRow } from '@customer-center/contract/field-codes'
import type { Database } from '../../platform/database/connection.ts'
import { openStorage, type Storage } from '../../platform/storage/storage.ts'
import { startApp } from '../../testing/app.ts'
import { authorized, call } from '../../testing/calls.ts'
import { addCompany, type TestCompany } from '../../testing/company.ts'
import { openInMemory } from '../../testing/pooled-pglite.ts'
import { seed } from '../../testing/seed.ts'

const megabyte = 1_000_000
const patient = { responseMs: 30_000, idleMs: 30_000 }

let scratch: string
let database: Database
let own: TestCompany

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'customer-center-slow-'))
  database = await openInMemory()
  own = await addCompany(database.db, 100)
  const shelves = seed(database.db, openStorage({ dataFolder: scratch, storage: { kind: 'folder' } }))
  await shelves.addEvent(1, '2026-01-01')
  await shelves.addParticipation(own.users.admin, 1)
})
afterAll(async () => {
  await database.close()
  await rm(scratch, { recursive: true, force: true })
})

/** Watches the real storage, with a disk that can hang. */
function watched(storage: Storage) {
  const opened: Readable[] = []
  let bytes = 0
  let hang: Promise<void> | undefined
  let waiting = 0
  const getStream = async (...asked: Parameters<Storage['getStream']>): Promise<Readable> => {
    waiting += 1
    await hang
    const stream = await storage.getStream(...asked)
    stream.on('data', (chunk: Buffer) => (bytes += chunk.length)).pause()
    opened.push(stream)
    return stream
  }
  return {
    storage: { ...storage, getStream },
    bytes: () => bytes,
    stillOpen: () => opened.filter((stream) => !stream.closed).length,
    waiting: () => waiting,
    hang(): () => void {
      let release = (): void => undefined
      hang = new Promise((resolve) => (release = resolve))
      return release
    }
  }
}

/** Starts a server with scripts of these sizes, and its administrator's requests. */
async function serve(sizes: readonly number[], limits: { responseMs: number; idleMs: number }) {
  await database.db.deleteFrom('documents').execute()
  const folder = await mkdtemp(join(scratch, 'data-'))
  const disk = watched(openStorage({ dataFolder: folder, storage: { kind: 'folder' } }))
  const server = await startApp(database, { storage: disk.storage, limits })
  const shelves = seed(database.db, disk.storage)
  const documents = []
  for (const [position, size] of sizes.entries()) documents.push(await shelves.addScript(1, { size, position }))
  const headers = await authorized(server.url, own.users.admin)
  const list = await call<DocumentEvent[]>(server.url, '/eventmanager/documentsbysubscriber', { headers })
  const scripts = list.envelope.responseData[0]?.scripts ?? []
  const paths = scripts.map(({ documentHash }) => `/dms/getdoc?documentKey=${documentHash}`)
  const ask = (index: number) => call<WireRow>(server.url, paths[index] ?? '', { headers })
  const request = (index: number) => get(`${server.url}/api${paths[index]}`, { headers, agent: false })
  return { server, disk, documents, ask, request }
}

async function begun(request: ReturnType<typeof get>): Promise<IncomingMessage> {
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return response
}

test('a slow reader gets all of a large document after the time limit, while a call without an answer is ended by it', async () => {
  const { server, disk, documents, ask, request } = await serve([25 * megabyte, 1000], {
    ...patient,
    responseMs: 10_000
  })
  const response = await begun(request(0))
  expect(response.statusCode).toBe(200)
  const checked = 25 * megabyte
  // This request began later than the download, so when it is refused the limit has passed for both.
  const release = disk.hang()
  const refused = await ask(1)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
  // A client that does not read fills the sockets between, and no more is read from the disk for it.
  expect(disk.bytes()).toBeGreaterThan(checked)
  expect(disk.bytes() - checked).toBeLessThan(20 * megabyte)
  release()
  const { responseData } = JSON.parse(await text(response)) as Envelope<WireRow>
  const bytes = Buffer.from(String(responseData['DOK_DATEN']), 'base64')
  expect(bytes.equals(documents[0]?.bytes ?? Buffer.alloc(0))).toBe(true)
  expect(server.log()).not.toContain('already sent')
  await server.close()
})

test('a reader who takes nothing any more is given up, and the file is closed', async () => {
  // The limit is longer than a busy machine takes to check the file: until the answer begins, nothing is sent either.
  const { server, disk, request } = await serve([30 * megabyte], { ...patient, idleMs: 10_000 })
  const response = await begun(request(0))
  await expect.poll(() => disk.bytes()).toBeGreaterThan(30 * megabyte)
  await expect.poll(() => disk.stillOpen()).toBe(0)
  const broken = expect(finished(response)).rejects.toMatchObject({ code: 'ECONNRESET' })
  response.resume()
  await broken
  await server.close()
})

test('readers who leave while their file is checked give their places back', async () => {
  const { server, disk, ask, request } = await serve([2 * megabyte], patient)
  const release = disk.hang()
  const leaving = [0, 0, 0, 0].map(request)
  for (const each of leaving) each.on('error', () => undefined)
  await expect.poll(() => disk.waiting()).toBe(4)
  for (const each of leaving) each.destroy()
  release()
  await expect.poll(async () => (await ask(0)).status).toBe(200)
  await server.close()
})
