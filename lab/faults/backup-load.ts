import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { addCustomer } from '../../testing/server/customer.ts'
import type { PostgresProduct } from '../../testing/server/postgres-product.ts'
import { addProviderKey } from '../../testing/server/provider-keys.ts'
import { save } from '../../testing/server/saves.ts'
import { openSession } from '../../testing/server/sessions.ts'

const customers = 4
const companies = [1, 2, 3] as const
const invoices = 200
/** Entries of the audit from before, so that a copy takes a while. */
const history = 50_000

/** A save of a customer, or a file of the provider's, by the clock of the load. */
export interface LoadedItem {
  readonly name: string
  readonly sent: number
  /** Time of its acknowledgement; undefined where none came. */
  answered?: number
}

export interface BackupLoad {
  readonly saves: readonly LoadedItem[]
  readonly files: readonly LoadedItem[]
  /** Sum of the amounts of invoices by company: no transaction of the load changes it. */
  readonly sums: Readonly<Record<string, number>>
  /** Resolves when the last is answered. */
  readonly end: () => Promise<void>
}

/** Has a new customer save, one save after the other, until the signal. */
export async function saveEndlessly(
  { database: { background: db } }: PostgresProduct,
  url: string,
  number: number,
  saves: LoadedItem[],
  signal: AbortSignal
): Promise<void> {
  const { shopUsers } = await addCustomer(db, number * 100)
  const authorization = await openSession(db, shopUsers.admin)
  for (let turn = 0; !signal.aborted; turn += 1) {
    const item: LoadedItem = { name: `Ort ${number}/${turn}`, sent: Date.now() }
    saves.push(item)
    const { code } = await save(url, { authorization }, ['PUT', '/customer'], { KND_ORT: item.name })
    if (code === 0) item.answered = Date.now()
    else await wait(50)
  }
}

/** Fills the database, and has customers save, files come in and amounts move from one invoice to another. */
export async function startLoad(product: PostgresProduct, url: string): Promise<BackupLoad> {
  const { background: db, pool } = product.database
  const saves: LoadedItem[] = []
  const files: LoadedItem[] = []
  const ending = new AbortController()

  for (const company of companies) {
    const { customerId } = await addCustomer(db, 90_000, company)
    await pool.query(
      `insert into invoices (provider_id, control_no, customer_id, no, date, amount, currency, external_id)
       select $1, n, $2, 'R-' || n, '2026-01-01', 100000 + n, 'EUR', 'R-' || n from generate_series(1, $3::int) n`,
      [company, customerId, invoices]
    )
  }
  const { customerId: first } = await addCustomer(db, 80_000)
  await pool.query(
    `insert into audit_entries (provider_id, customer_id, action, resource, key, changes)
     select 1, $1, 'update', 'customer', '{}', jsonb_build_object('KND_ORT', jsonb_build_object('old', md5(n::text), 'new', n))
     from generate_series(1, $2::int) n`,
    [first, history]
  )

  async function moveAmounts(): Promise<void> {
    for (let turn = 0; !ending.signal.aborted; turn += 1) {
      await wait(5)
      const pair = [1 + (turn % invoices), 1 + ((turn * 7 + 3) % invoices)]
      const client = await pool.connect()
      try {
        await client.query('begin')
        for (const [index, no] of pair.entries())
          await client.query('update invoices set amount = amount + $3 where provider_id = $1 and control_no = $2', [
            companies[turn % companies.length],
            no,
            index === 0 ? turn : -turn
          ])
        await client.query('commit')
      } finally {
        client.release()
      }
    }
  }

  async function bringFiles(): Promise<void> {
    const { key } = await addProviderKey(db, { scopes: ['write'] })
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/pdf' }
    while (!ending.signal.aborted) {
      await wait(50)
      const body = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(20_000), Buffer.from('\n%%EOF\n')])
      const sha256 = createHash('sha256').update(body).digest('hex')
      const item: LoadedItem = { name: sha256, sent: Date.now() }
      files.push(item)
      const { status } = await fetch(`${url}/provider/v1/files/${sha256}`, { method: 'PUT', headers, body })
      if (status === 204) item.answered = Date.now()
    }
  }

  const sums = await sumsOf(pool)
  const working = [
    ...Array.from({ length: customers }, (_, index) => saveEndlessly(product, url, index + 1, saves, ending.signal)),
    moveAmounts(),
    bringFiles()
  ]
  return {
    saves,
    files,
    sums,
    async end() {
      ending.abort()
      await Promise.all(working)
    }
  }
}

/** Returns the sums of a database, by company. */
export async function sumsOf(pool: PostgresProduct['database']['pool']): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ provider_id: number; sum: number }>(
    'select provider_id, sum(amount) as sum from invoices group by provider_id'
  )
  return Object.fromEntries(rows.map(({ provider_id, sum }) => [provider_id, sum]))
}
