import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { Running } from '../../testing/process.ts'
import { addCustomer } from '../../testing/server/customer.ts'
import { startPostgresProduct } from '../../testing/server/postgres-product.ts'
import { addProviderKey } from '../../testing/server/provider-keys.ts'
import { openSession } from '../../testing/server/sessions.ts'
import { createPostgresDatabase } from '../../testing/server/test-database.ts'
import { compareWithFloor, type Measurement, ms, perSecond, quantile } from '../trial/measurement.ts'
import { contact, customers, measuredMemory, measureMaps, memoryOf } from './import-command.ts'
import { startLoad } from './load/load.ts'
import { callAs } from './load/order.ts'

const least = 0.33
/** Factor by which the slowest per cent of customers' calls may take longer while rows come in. */
const maxWait = 1.5
/** Number of rows that come in beside customers' calls. */
const rowsBeside = 40_000

/** Makes a provider with customers and without contacts in a database. */
async function prepare(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`insert into providers (provider_id, name) values (1, 'Bench')`)
  await client.query(
    `insert into persons (provider_id, person_id, last_name) select 1, n, 'Firma' from generate_series(1, ${customers}) n`
  )
  await client.query(`insert into customers (provider_id, customer_id, number, external_id)
    select 1, n, 'K' || n, 'C-' || n % ${customers} from generate_series(1, ${customers}) n`)
  await client.query('vacuum analyze')
  await client.end()
}

/** Writes the same rows by COPY, which needs the numbers that an import finds itself. @returns seconds */
async function copy(databaseUrl: string, contacts: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'customer-center-bench-'))
  await chmod(folder, 0o755)
  const [persons, links] = [join(folder, 'persons'), join(folder, 'contacts')]
  const all = Array.from({ length: contacts }, (_, n) => contact(n))
  const first = customers + 1
  await writeFile(
    persons,
    all.map(
      (row, n) =>
        `1\t${first + n}\t${[row.salutation, row.firstName, row.lastName, row.street, row.plz, row.place, row.phoneNumber, row.eMailAddress].join('\t')}\n`
    )
  )
  await writeFile(
    links,
    all.map(
      (row, n) =>
        `1\t${row.externalId}\t${n + 1}\t${n % customers || customers}\t${first + n}\t${1 + Math.floor(n / customers)}\ttrue\t${row.newsletter}\t${row.displayEmail}\n`
    )
  )
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const begun = performance.now()
  await client.query(
    `copy persons (provider_id, person_id, salutation, first_name, last_name, street, plz, place, phone_number, email_address) from '${persons}'`
  )
  await client.query(
    `copy contacts (provider_id, external_id, contact_id, customer_id, person_id, sequence_number, active, newsletter, display_email) from '${links}'`
  )
  const seconds = (performance.now() - begun) / 1000
  await client.end()
  await rm(folder, { recursive: true })
  return seconds
}

interface Imported {
  readonly rate: number
  readonly text: string
}

type Send = (from: number, count: number) => Promise<Imported>

/** Pause between two calls, in ms: a person looks, and does not flood. */
const pause = { ms: 5, after: 'answer' } as const

/** Measures an import's effect on customers, and its speed meanwhile. */
async function measureBeside(
  { url }: Running,
  authorization: string,
  send: () => Promise<Imported>
): Promise<Measurement[]> {
  const load = await startLoad()
  const calls = [callAs(authorization, '/api/webshopuser/getcurrentwebshopuser')]
  const callOften = async (amount?: number) => {
    const pace = { connections: 1, pause, ...(amount !== undefined && { amount }) }
    const { answered } = await load.run({ url, calls, pace })
    return quantile(answered, 0.99)
  }
  await callOften(300)
  const alone = await callOften(1500)
  const calling = callOften()
  const { rate } = await send().finally(() => load.stop())
  const beside = await calling
  await load.end()
  const name = `customers' calls while ${perSecond(rate)} rows come in, p99 against no import`
  const compared = compareWithFloor(name, ms, { ours: beside, floor: alone }, { most: maxWait })
  return [compared, load.answers.measured()]
}

/** Measures rows of contacts that come in over HTTP, against COPY into the same tables. */
export async function benchImport(contacts = 200_000): Promise<Measurement[]> {
  const { postgres, database, databaseUrl, dataFolder, start, close } = await startPostgresProduct()
  try {
    const other = await createPostgresDatabase(postgres.url, 'migrated')
    await prepare(other.url)
    const floor = contacts / (await copy(other.url, contacts))
    await prepare(databaseUrl)
    const { key } = await addProviderKey(database.db, {
      scopes: ['write'],
      expiresAt: new Date(Date.now() + 3_600_000)
    })
    const { shopUsers } = await addCustomer(database.db, 900_000)
    const authorization = await openSession(database.db, shopUsers.admin)
    const server = await start('main')
    const body = (from: number, count: number) => {
      let sent = 0
      return new ReadableStream<Uint8Array>({
        pull(controller) {
          const rows = Array.from({ length: 1000 }, (_, n) => `${JSON.stringify(contact(from + sent + n))}\n`)
          controller.enqueue(Buffer.from(rows.join('')))
          sent += rows.length
          if (sent >= count) controller.close()
        }
      })
    }
    const send: Send = async (from, count) => {
      const begun = performance.now()
      // The browsers' types do not know `duplex`.
      const streamed: object = { duplex: 'half' }
      const response = await fetch(`${server.url}/provider/v1/imports/contacts`, {
        ...streamed,
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
        body: body(from, count)
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`The import was answered with ${response.status}: ${text}`)
      return { rate: count / ((performance.now() - begun) / 1000), text }
    }
    const created = await send(0, contacts)
    if (!created.text.includes(`"created":${contacts}`)) throw new Error(created.text)
    const again = await send(0, contacts)
    if (!again.text.includes(`"unchanged":${contacts}`)) throw new Error(again.text)
    const memory = memoryOf(server.pid)
    const beside = await measureBeside(server, authorization, () => send(contacts, rowsBeside))
    await server.end()
    const maps = await measureMaps(contacts, { DATABASE_URL: databaseUrl, DATA_FOLDER: dataFolder })
    const compareRates = (name: string, ours: number) => compareWithFloor(name, perSecond, { ours, floor }, { least })
    return [
      compareRates(`${contacts} new contacts over HTTP, against COPY`, created.rate),
      compareRates('the same contacts again', again.rate),
      measuredMemory('memory of the server at its highest', memory),
      ...maps,
      ...beside
    ]
  } finally {
    await close()
  }
}
