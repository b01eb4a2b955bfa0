import { join } from 'node:path'
import type { DocumentEvent, ZipAddress } from '@customer-center/contract/document'
import { root } from '../../scripts/lib/run.ts'
import { authorized, call } from '../../testing/server/calls.ts'
import { addCustomer } from '../../testing/server/customer.ts'
import { startPostgresProduct } from '../../testing/server/postgres-product.ts'
import { compareWithFloor, type Measurement, median, megabytes, ms } from '../trial/measurement.ts'
import { cpuOf, residentBytes } from './cpu.ts'
import { type AnswerCount, countAnswers } from './load/answers.ts'

const documents = 1000
const bytesEach = 1_000_000
const rounds = 7
const rateLimit = 0.8
const cpuLimit = 1.4
/** Factor over the server's memory after the first download: files kept in memory would be a gigabyte. */
const growthLimit = 1.2

/**
 * Measures a thousand documents of 1 MB as one ZIP file, checked against their hashes, against the same files read,
 * hashed and sent by bare Node.
 */
export async function benchZip(): Promise<Measurement[]> {
  const { database, dataFolder, shelves, start, close } = await startPostgresProduct()
  const { shopUsers } = await addCustomer(database.db, 100)
  await shelves.addEvent(1, '2026-01-01')
  await shelves.addParticipation(shopUsers.admin, 1)
  const files: string[] = []
  for (let position = 0; position < documents; position += 1) {
    const { storageKey } = await shelves.addScript(1, { size: bytesEach, position })
    files.push(join(dataFolder, 'documents', storageKey))
  }
  const ours = await start('main')
  const floor = await start(new URL(`file://${root}/lab/bench/floor/file-server.ts`), {
    FILES: JSON.stringify(files),
    LENGTH: String(documents * bytesEach)
  })
  try {
    const headers = await authorized(ours.url, shopUsers.admin)
    const list = await call<DocumentEvent[]>(ours.url, '/eventmanager/documentsbysubscriber', { headers })
    const documentKeys = list.envelope.responseData[0]?.scripts.map(({ documentHash }) => documentHash)
    const body = JSON.stringify({ data: { documentKeys, name: 'Alle' } })
    const answers = countAnswers()
    const zip = async () => {
      const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body }
      const { status, envelope } = await call<ZipAddress>(ours.url, '/dms/zip', init)
      answers.add({ [status]: 1 })
      return new URL(envelope.responseData.url, `${ours.url}/api/`)
    }
    const rates: { ours: Download; floor: Download; resident: number }[] = []
    // The first round fills the cache of the disk, and does not count.
    for (let round = 0; round <= rounds; round += 1) {
      const bare = await download(new URL(floor.url), floor.pid, answers)
      rates.push({
        floor: bare,
        ours: await download(await zip(), ours.pid, answers),
        resident: residentBytes(ours.pid)
      })
    }
    return [...compare(rates), answers.measured()]
  } finally {
    await close()
  }
}

interface Download {
  /** Bytes in a second; the reader in this process takes more of it than either server. */
  readonly rate: number
  /** Microseconds of the server's CPU. */
  readonly cpu: number
}

async function download(url: URL, pid: number, answers: AnswerCount): Promise<Download> {
  const before = cpuOf(pid)
  const start = performance.now()
  const { status, body } = await fetch(url)
  answers.add({ [status]: 1 })
  let bytes = 0
  for await (const chunk of body ?? []) bytes += (chunk as Uint8Array).length
  if (bytes < documents * bytesEach) throw new Error(`${url.pathname} broke off after ${bytes} bytes.`)
  return { rate: (bytes * 1000) / (performance.now() - start), cpu: cpuOf(pid) - before }
}

function compare(all: readonly { ours: Download; floor: Download; resident: number }[]): Measurement[] {
  const [first, ...rates] = all
  const rate = { ours: median(rates.map(({ ours }) => ours.rate)), floor: median(rates.map(({ floor }) => floor.rate)) }
  const cpu = { ours: median(rates.map(({ ours }) => ours.cpu)), floor: median(rates.map(({ floor }) => floor.cpu)) }
  const resident = { ours: rates.at(-1)?.resident ?? Number.NaN, floor: first?.resident ?? Number.NaN }
  const show = (bytes: number) => `${megabytes(bytes)}/s`
  return [
    compareWithFloor(`${documents} documents of 1 MB as one ZIP file`, show, rate, { least: rateLimit }),
    compareWithFloor('CPU of the server for it', (us) => ms(us / 1000), cpu, { most: cpuLimit }),
    compareWithFloor(`resident memory after ${rounds} GB of them, against 1 GB`, megabytes, resident, {
      most: growthLimit
    })
  ]
}
