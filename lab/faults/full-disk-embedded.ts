import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Envelope } from '@customer-center/contract/envelope'
import { readConfig } from '../../server/src/platform/config/config.ts'
import { openDatabase } from '../../server/src/platform/database/connection.ts'
import { migrate } from '../../server/src/platform/database/migrate.ts'
import { openStorage } from '../../server/src/platform/storage/storage.ts'
import { buildServer, programFile } from '../../testing/process.ts'
import { addCompany } from '../../testing/server/company.ts'
import { addProviderKey } from '../../testing/server/provider-keys.ts'
import { openSession } from '../../testing/server/sessions.ts'
import type { Fault } from './fault.ts'
import { fill } from './full-disk.ts'
import { countOf, savedPlaces } from './product.ts'
import { pdfOf } from './provider-files.ts'

const away = 'Der Dienst ist vorübergehend nicht erreichbar. Bitte versuchen Sie es in Kürze erneut.'

/** What a server has acknowledged, and how it refused the rest. */
interface Outcome {
  readonly places: string[]
  readonly files: string[]
  readonly statuses: (number | undefined)[]
  /** Refusals with another sentence than the one for customers, and failures of other kinds. */
  readonly wrong: string[]
}

/** Makes a database with a customer and a provider's key. */
async function prepare(dataFolder: string) {
  const database = await openDatabase(readConfig({ DATA_FOLDER: dataFolder }))
  await migrate(database.background)
  const { users } = await addCompany(database.db, 100)
  const authorization = await openSession(database.db, users.admin)
  const { key } = await addProviderKey(database.db, { scopes: ['write'] })
  await database.close()
  return { authorization, key }
}

/** Saves and uploads, one after the other, until it is over. */
async function write(url: string, keys: Awaited<ReturnType<typeof prepare>>, isOver: () => boolean): Promise<Outcome> {
  const outcome: Outcome = { places: [], files: [], statuses: [], wrong: [] }
  const headers = { authorization: keys.authorization, 'content-type': 'application/json' }
  for (let n = 0; !isOver(); n += 1) {
    const place = `Ort ${n}`
    const body = JSON.stringify({ data: { KND_ORT: place } })
    const saved = await fetch(`${url}/api/customer`, { method: 'PUT', headers, body })
    const { responseResult } = (await saved.json()) as Envelope<unknown>
    if (saved.status === 200) outcome.places.push(place)
    else if (responseResult.Errors[0] !== away) outcome.wrong.push(`save ${saved.status} ${responseResult.Errors[0]}`)
    const bytes = pdfOf(`Seite ${n} ${'x'.repeat(5000)}`)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const sent = await fetch(`${url}/provider/v1/files/${sha256}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${keys.key}`, 'content-type': 'application/pdf' },
      body: new Uint8Array(bytes)
    })
    if (sent.status === 204) outcome.files.push(sha256)
    else if (sent.status !== 503) outcome.wrong.push(`file ${sent.status}`)
    outcome.statuses.push(saved.status, sent.status)
  }
  return outcome
}

/** Counts what was acknowledged and is not there, once the server has ended. */
async function lostOf(dataFolder: string, { places, files }: Outcome): Promise<number> {
  const database = await openDatabase(readConfig({ DATA_FOLDER: dataFolder }))
  const storage = openStorage({ dataFolder, storage: { kind: 'folder' } })
  const made = await savedPlaces(database.pool)
  const stored = await database.pool.query<{ sha256: string; storage_key: string }>(
    'select sha256, storage_key from stored_files'
  )
  const whole = new Set<string>()
  for (const { sha256, storage_key } of stored.rows) {
    const chunks: Buffer[] = []
    for await (const chunk of await storage.getStream(storage_key)) chunks.push(chunk as Buffer)
    if (createHash('sha256').update(Buffer.concat(chunks)).digest('hex') === sha256) whole.add(sha256)
  }
  await database.close()
  return places.filter((one) => !made.has(one)).length + files.filter((one) => !whole.has(one)).length
}

/** Starts the built server with its log in a file on the small disk. */
async function startLogging(dataFolder: string, logFile: string): Promise<{ child: ChildProcess; url: string }> {
  const log = openSync(logFile, 'a')
  const env = { ...process.env, DATA_FOLDER: dataFolder, PORT: '0', LOG_LEVEL: 'info' }
  const child = fork(programFile('main'), [], { env, execArgv: [], stdio: ['ignore', log, log, 'ipc'] })
  const [{ listening: url }] = (await once(child, 'message')) as [{ listening: string }]
  return { child, url }
}

export const fullDiskEmbedded: Fault = {
  name: 'the disk of the embedded database, of documents and of the log is full, three times for three seconds; saves and files with a failure other than 503, or acknowledged and not there, and servers that end',
  missing: () => (process.getuid?.() === 0 ? undefined : 'root, who mounts a small disk'),
  async run() {
    await buildServer()
    const folder = mkdtempSync(join(tmpdir(), 'customer-center-full-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=300m,mode=700', 'tmpfs', folder])
    try {
      const [dataFolder, logFile] = [join(folder, 'data'), join(folder, 'log')]
      const keys = await prepare(dataFolder)
      const { child, url } = await startLogging(dataFolder, logFile)
      let isOver = false
      const writing = write(url, keys, () => isOver)
      for (let times = 0; times < 3; times += 1) {
        await wait(2000)
        const makeRoom = fill(folder)
        await wait(3000)
        makeRoom()
      }
      await wait(2000)
      isOver = true
      const outcome = await writing
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      const [code] = (await ended) as [number | null]
      const log = readFileSync(logFile, 'utf8')
      const said = ['the disk of the database is full', 'the disk is full'].filter((text) => log.includes(`"${text}"`))
      console.log('  answers:', countOf(outcome.statuses), outcome.wrong.slice(0, 5), 'log:', said, 'ended with', code)
      const lost = outcome.wrong.length + (code === 0 ? 0 : 1) + (await lostOf(dataFolder, outcome))
      return { tried: outcome.statuses.length, through: outcome.places.length + outcome.files.length, lost }
    } finally {
      execFileSync('umount', ['--lazy', folder])
      rmSync(folder, { recursive: true })
    }
  }
}
