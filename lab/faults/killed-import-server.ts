import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { importResourceNames } from '@customer-center/contract/import/resources'
import { startProgram } from '../../testing/process.ts'
import { startPostgres } from '../../testing/server/postgres.ts'
import { createPostgresDatabase } from '../../testing/server/test-database.ts'
import type { Format } from './broken-rows.ts'
import { type Fault, seeded } from './fault.ts'
import { writeProviderFiles } from './provider-files.ts'
import { amounts, differences, missedKills, providerOf } from './provider-program.ts'

/** Kills for each database; a server takes two seconds to start again. */
const kills = 10
/** The files are few, since each is sent by itself before the rows. */
const fewFiles = { ...amounts, files: 40 }
const types: Readonly<Record<Format, string>> = { csv: 'text/csv', ndjson: 'application/x-ndjson' }

interface Counts {
  readonly read: number
  readonly created: number
  readonly updated: number
  readonly removed: number
  readonly refused: number
  /** Cells without which a row was taken. */
  readonly refusedFields: number
}

/** Starts a server that can be killed while it answers a program of the provider. */
async function startServer(env: Readonly<Record<string, string>>, key: string) {
  const start = () => startProgram('main', env)
  let running = await start()
  return {
    ask: (path: string, options: RequestInit = {}) =>
      fetch(`${running.url}/provider/v1${path}`, {
        ...options,
        headers: { authorization: `Bearer ${key}`, ...(options.headers as Record<string, string>) }
      }),
    kill: () => running.kill(),
    async restart(): Promise<void> {
      await running.kill()
      running = await start()
    }
  }
}

type Server = Awaited<ReturnType<typeof startServer>>

interface Sent {
  readonly resource: string
  readonly type: string
  readonly body: Uint8Array<ArrayBuffer>
}

/** Sends the body with one run until it is done. @param fail fails the server meanwhile */
async function send(
  server: Server,
  { resource, type, body }: Sent,
  runId: string,
  fail: (isOver: () => boolean) => Promise<void>
): Promise<Counts> {
  for (;;) {
    let isOver = false
    const asking = server
      .ask(`/imports/${resource}?run=${runId}`, { method: 'POST', headers: { 'content-type': type }, body })
      .then(async (response) => {
        const answer = (await response.json()) as Counts & { detail?: string }
        return { response, answer }
      })
      // A killed server gives no answer.
      .catch(() => undefined)
      .finally(() => (isOver = true))
    await fail(() => isOver)
    const { response, answer } = (await asking) ?? {}
    if (response && response.headers.get('import-run') !== runId) throw new Error('The answer does not name the run.')
    if (response?.status === 200) return answer!
    // 409: the statement that the killed server left behind in PostgreSQL has just been committed.
    if (response && response.status !== 409) throw new Error(`${response.status} ${answer?.detail}`)
    await wait(50)
  }
}

export const killedImportServer: Fault = {
  name: 'a server that takes a provider’s files over HTTP, one row in a hundred broken, is killed with -9 twenty times, half of them with the embedded database; rows refused in vain, taken in vain or named twice, runs with wrong counts, rows that a second import writes, kills that did not hit, and files of an export that differ from those of an undisturbed import',
  async run() {
    await using ends = new AsyncDisposableStack()
    const postgres = await startPostgres()
    ends.defer(postgres.stop)
    const scratch = mkdtempSync(join(tmpdir(), 'customer-center-import-'))
    ends.defer(() => rmSync(scratch, { recursive: true }))
    const newDatabase = async () => (await createPostgresDatabase(postgres.url, 'migrated')).url
    const ownRow = join(scratch, 'provider.ndjson')
    writeFileSync(ownRow, '{"name":"Berg Akademie"}\n')
    let lost = 0
    let tried = 0

    function begin(databaseUrl: string, name: string) {
      const env = { DATABASE_URL: databaseUrl, DATA_FOLDER: mkdtempSync(join(scratch, name)), LOG_LEVEL: 'silent' }
      return { env, provider: providerOf(env), exported: join(scratch, `${name}-exported`) }
    }

    async function undisturbed(): Promise<string> {
      const folder = join(scratch, 'undisturbed')
      await writeProviderFiles(folder, fewFiles, 'ndjson')
      const { provider, exported } = begin(await newDatabase(), 'undisturbed')
      await provider.done('import', ownRow)
      await provider.done('import', folder)
      await provider.done('export', exported)
      return exported
    }

    async function disturbed(databaseUrl: string, format: Format): Promise<string> {
      const folder = join(scratch, format)
      const { rows, broken } = await writeProviderFiles(folder, fewFiles, format)
      const { env, provider, exported } = begin(databaseUrl, format)
      await provider.done('import', ownRow)
      const { key } = (await provider.done('key', 'create', '--name', 'erp', '--scope', 'write')) as { key: string }
      const server = await startServer(env, key)
      ends.defer(server.kill)
      for (const name of readdirSync(join(folder, 'files'))) {
        const body = readFileSync(join(folder, 'files', name))
        const sha256 = createHash('sha256').update(body).digest('hex')
        const headers = { 'content-type': 'application/pdf' }
        const { status } = await server.ask(`/files/${sha256}`, { method: 'PUT', headers, body })
        if (status !== 204) throw new Error(`A file was answered with ${status}.`)
      }
      const random = seeded(5)
      let killed = 0
      const lineOf = async (runId: string) => {
        const { line = 0 } = (await (await server.ask(`/imports/${runId}`)).json()) as { line?: number }
        return line
      }
      /** The kills are spread over the files; each comes after none, one or a few more batches. */
      const failing = (runId: string, most: number) => async (isOver: () => boolean) => {
        if (killed >= most) return
        const wanted = (await lineOf(runId)) + Math.floor(random() * 3) * 250
        while (!isOver() && (await lineOf(runId)) < wanted) await wait(10)
        await wait(random() * 200)
        if (isOver()) return
        await server.restart()
        killed += 1
      }
      const resources = importResourceNames.filter((resource) => Object.hasOwn(broken, `${resource}.${format}`))
      const sents = resources.map((resource, index): Sent => {
        const bytes = readFileSync(join(folder, `${resource}.${format}`))
        return index % 2 === 0
          ? { resource, type: 'application/gzip', body: gzipSync(bytes) }
          : { resource, type: types[format], body: bytes }
      })
      for (const [index, sent] of sents.entries()) {
        const runId = randomUUID()
        const counts = await send(server, sent, runId, failing(runId, Math.ceil((kills * (index + 1)) / sents.length)))
        const lines = broken[`${sent.resource}.${format}`] ?? []
        const refusals = (await (await server.ask(`/imports/${runId}/refusals`)).text()).trim().split('\n')
        const named = refusals.map((text) => (JSON.parse(text) as { line: number }).line)
        const found = new Set(named)
        const wrong = named.length - found.size + lines.filter((line) => !found.delete(line)).length + found.size
        const isCounted =
          // A broken row has one broken cell: it is refused, or taken without that cell.
          counts.refused + counts.refusedFields === lines.length &&
          counts.created + counts.refused === counts.read &&
          counts.updated === 0
        if (wrong > 0 || !isCounted) console.log(`  ${sent.resource}: ${wrong} rows, counts:`, counts)
        lost += wrong + (isCounted ? 0 : 1)
      }
      let written = 0
      for (const sent of sents) {
        const { created, updated, removed } = await send(server, sent, randomUUID(), async () => undefined)
        written += created + updated + removed
      }
      console.log(`  ${format}: ${rows} rows, ${killed} kills, ${written} written again`)
      tried += rows
      lost += written + missedKills(killed, kills)
      await provider.done('export', exported)
      await server.kill()
      return exported
    }

    const whole = await undisturbed()
    for (const exported of [await disturbed(await newDatabase(), 'csv'), await disturbed('', 'ndjson')])
      lost += differences(whole, exported)
    return { tried, through: tried, lost }
  }
}
