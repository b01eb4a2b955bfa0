import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DocumentEvent } from '@customer-center/contract/document'
import type { Database } from '../../platform/database/connection.ts'
import { openStorage } from '../../platform/storage/storage.ts'
import { type TestApp, startApp } from '../../testing/app.ts'
import { authorized, call } from '../../testing/calls.ts'
import { addCompany, type TestCompany } from '../../testing/company.ts'
import { openInMemory } from '../../testing/pooled-pglite.ts'
import { seed } from '../../testing/seed.ts'

// The size is more than the sockets between server and client can hold, so that a client that does not read stops the
// stream.
const large = 30_000_000

let scratch: string
let database: Database
let own: TestCompany

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'customer-center-documents-'))
  database = await openInMemory()
  own = await addCompany(database.db, 100)
  await seed(database.db, openStorage({ dataFolder: scratch, storage: { kind: 'folder' } })).addEvent(1, '2026-01-01')
  await database.db
    .insertInto('participations')
    .values({ company: 1, participant_id: 1, id: own.id, pvaid: own.users.admin.pvaid, event_id: 1, no: 1 })
    .execute()
})
afterAll(async () => {
  await database.close()
  await rm(scratch, { recursive: true, force: true })
})

async function keyOf(server: TestApp, headers: Record<string, string>): Promise<string> {
  const { envelope } = await call<DocumentEvent[]>(server.url, '/eventmanager/documentsbysubscriber', { headers })
  return envelope.responseData[0]?.scripts[0]?.documentHash ?? ''
}

/** Starts a server with a script of its own, and the request of its administrator. */
async function serve(size: number) {
  await database.db.deleteFrom('documents').execute()
  const folder = await mkdtemp(join(scratch, 'data-'))
  const files = openStorage({ dataFolder: folder, storage: { kind: 'folder' } })
  const server = await startApp(database, { storage: files })
  const document = await seed(database.db, files).addScript(1, { size })
  const headers = await authorized(server.url, own.users.admin)
  const path = `/dms/getdoc?documentKey=${await keyOf(server, headers)}`
  return { server, document, headers, path, file: join(folder, 'documents', document.storageKey) }
}

/** Sends the request and reads nothing of the answer yet. */
async function begin(server: TestApp, path: string, headers: Record<string, string>): Promise<IncomingMessage> {
  const [response] = (await once(get(`${server.url}/api${path}`, { headers }), 'response')) as [IncomingMessage]
  return response
}

test('breaks off when the file changes between check and delivery, so that no client takes it for whole', async () => {
  const { server, document, headers, path, file } = await serve(large)
  const response = await begin(server, path, headers)
  expect(response.statusCode).toBe(200)
  const broken = expect(finished(response)).rejects.toMatchObject({ code: 'ECONNRESET' })
  await writeFile(file, randomBytes(large))
  response.resume()
  await broken
  await expect
    .poll(() => server.log())
    .toMatch(new RegExp(`"documentId":${document.documentId}[,}].*damaged or missing`))
  await server.close()
})

test('refuses a contact a fifth large document while four are under way, and gives the place back', async () => {
  const { server, headers, path } = await serve(large)
  const open = await Promise.all([1, 2, 3, 4].map(() => begin(server, path, headers)))
  expect(open.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  const fifth = await call(server.url, path, { headers })
  expect([fifth.status, fifth.headers.get('retry-after')]).toEqual([429, '10'])
  for (const response of open) response.destroy()
  await expect.poll(async () => (await call(server.url, path, { headers })).status).toBe(200)
  await server.close()
})
