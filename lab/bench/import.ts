import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { type Running, startChild } from '../../testing/process.ts'
import { addCompany } from '../../testing/server/company.ts'
import { startPostgresProduct } from '../../testing/server/postgres-product.ts'
import { addProviderKey } from '../../testing/server/provider-keys.ts'
import { openSession } from '../../testing/server/sessions.ts'
import { createPostgresDatabase } from '../../testing/server/test-database.ts'
import {
  compareWithFloor,
  compareWithLimit,
  type Measurement,
  megabytes,
  ms,
  perSecond,
  quantile
} from '../trial/measurement.ts'
import { startLoad } from './load/load.ts'
import { callAs } from './load/order.ts'

const customers = 10_000
const least = 0.33
const mostMemory = 300e6
/** Factor by which the slowest per cent of customers' calls may take longer while rows come in. */
const mostWait = 1.5
/** Number of rows that come in beside customers' calls. */
const rowsBeside = 40_000

const contact = (n: number) => ({
  externalId: `P-${n}`,
  customer: `C-${n % customers}`,
  salutation: n % 2,
  firstName: `Vorname ${n}`,
  lastName: `Nachname ${n}`,
  street: `Straße ${n % 300}`,
  plz: String(1000 + (n % 9000)),
  place: 'Wien',
  phoneNumber: `+43 1 ${n}`,
  eMailAddress: `person${n}@example.at`,
  displayEmail: `person${n}@example.at`,
  newsletter: n % 3 === 0
})

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

const memoryOf = (pid: number) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024

const measuredMemory = (name: string, memory: number): Measurement =>
  compareWithLimit(name, megabytes, { ours: memory }, { most: mostMemory })

const joinedMap = `export default {
  files: [
    {
      name: 'joined.csv',
      rows: (row) => ({
        customers: { externalId: row.customer, lastName: row.company },
        contacts: { externalId: row.person, customer: row.customer, firstName: row.first, lastName: row.last },
        events: { externalId: row.event, caption: row.title },
        participations: { externalId: row.booking, contact: row.person, event: row.event, price: row.price }
      })
    }
  ]
}
`

/** Customer, contact, event and booking of a row; each contact books twice. */
function joinedRow(n: number): string {
  const personId = Math.floor(n / 2)
  const customerId = personId % customers
  return `J-${customerId};Firma ${customerId};JP-${personId};Vorname ${personId};Nachname ${personId};JE-${n % 500};Seminar ${n % 500};JB-${n};1290,00\n`
}

/** Measures the memory of the command that imports a file of joined rows with a map. */
async function measureJoined(rows: number, env: Readonly<Record<string, string>>): Promise<Measurement> {
  const folder = await mkdtemp(join(tmpdir(), 'customer-center-bench-'))
  try {
    const map = join(folder, 'map.ts')
    await writeFile(map, joinedMap)
    const file = await open(join(folder, 'joined.csv'), 'w')
    await file.write('customer;company;person;first;last;event;title;booking;price\n')
    for (let from = 0; from < rows; from += 1000)
      await file.write(Array.from({ length: 1000 }, (_, n) => joinedRow(from + n)).join(''))
    await file.close()
    const child = startChild('provider', env, 'pipe', ['import', folder, '--json', '--map', map])
    let memory = 0
    let output = ''
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr?.resume()
    const timer = setInterval(() => (memory = Math.max(memory, memoryOf(child.pid ?? 0) || 0)), 50)
    await once(child, 'close')
    clearInterval(timer)
    if (!output.includes(`"created":${rows}`)) throw new Error(output)
    return measuredMemory(`memory of the command at its highest, ${rows} joined rows with a map`, memory)
  } finally {
    await rm(folder, { recursive: true })
  }
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
  const compared = compareWithFloor(name, ms, { ours: beside, floor: alone }, { most: mostWait })
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
    const { users } = await addCompany(database.db, 900_000)
    const authorization = await openSession(database.db, users.admin)
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
    const joined = await measureJoined(contacts, { DATABASE_URL: databaseUrl, DATA_FOLDER: dataFolder })
    const compareRates = (name: string, ours: number) => compareWithFloor(name, perSecond, { ours, floor }, { least })
    return [
      compareRates(`${contacts} new contacts over HTTP, against COPY`, created.rate),
      compareRates('the same contacts again', again.rate),
      measuredMemory('memory of the server at its highest', memory),
      joined,
      ...beside
    ]
  } finally {
    await close()
  }
}
