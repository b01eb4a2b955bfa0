import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import type { DocumentEvent } from '@customer-center/contract/document'
import type { Database } from '../../server/src/platform/database/connection.ts'
import { openStorage, type Storage } from '../../server/src/platform/storage/storage.ts'
import { startApp } from './app.ts'
import { authorized, call } from './calls.ts'
import { addCustomer, type TestCustomer } from './customer.ts'
import { openInMemory } from './pooled-pglite.ts'
import { startS3 } from './s3.ts'
import { seed } from './seed.ts'

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
  const watchedStorage: Storage = { ...storage, getStream }
  return {
    storage: watchedStorage,
    /** Counts what was read. */
    bytes: () => bytes,
    opened: () => opened.length,
    stillOpen: () => opened.filter((stream) => !stream.closed).length,
    waiting: () => waiting,
    /** Holds every reader until the returned function is called. */
    hang(): () => void {
      let release = (): void => undefined
      hang = new Promise((resolve) => (release = resolve))
      return release
    }
  }
}

/** Returns the answer's head; nothing of its body is read yet. */
export async function headOf(asked: ReturnType<typeof get>): Promise<IncomingMessage> {
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  return response
}

/**
 * Prepares a file of tests about large documents. The returned function starts a server, until the test ends, with
 * scripts of some sizes and its administrator's requests.
 */
export function documentServers() {
  let scratch: string
  let database: Database
  let own: TestCustomer

  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'customer-center-documents-'))
    database = await openInMemory()
    own = await addCustomer(database.db, 100)
    const shelves = seed(database.db, openStorage({ dataFolder: scratch, storage: { kind: 'folder' } }))
    await shelves.addEvent(1, '2026-01-01')
    await shelves.addParticipation(own.shopUsers.admin, 1)
  })
  afterAll(async () => {
    await database.close()
    await rm(scratch, { recursive: true, force: true })
  })

  return async (sizes: readonly number[], { responseMs = 30_000, idleMs = 30_000, bucket = false } = {}) => {
    await database.db.deleteFrom('documents').execute()
    const folder = await mkdtemp(join(scratch, 'data-'))
    const disk = watched(openStorage({ dataFolder: folder, storage: bucket ? await startS3() : { kind: 'folder' } }))
    const server = await startApp(database, { storage: disk.storage, limits: { responseMs, idleMs } })
    onTestFinished(server.close)
    const shelves = seed(database.db, disk.storage)
    const documents: Awaited<ReturnType<typeof shelves.addScript>>[] = []
    for (const [position, size] of sizes.entries()) documents.push(await shelves.addScript(1, { size, position }))
    const headers = await authorized(server.url, own.shopUsers.admin)
    const list = await call<DocumentEvent[]>(server.url, '/eventmanager/documentsbysubscriber', { headers })
    const keys = list.envelope.responseData[0]?.scripts.map(({ documentHash }) => documentHash) ?? []
    const pathOf = (index: number) => `/dms/getdoc?documentKey=${keys[index]}`
    return {
      server,
      disk,
      documents,
      headers,
      keys,
      /** Asks for a document and reads the whole answer. */
      ask: <Data>(index: number) => call<Data>(server.url, pathOf(index), { headers }),
      request: (index: number) => get(`${server.url}/api${pathOf(index)}`, { headers, agent: false }),
      fileOf: (index: number) => join(folder, 'documents', documents[index]!.storageKey)
    }
  }
}
