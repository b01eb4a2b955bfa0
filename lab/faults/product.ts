import type { Envelope } from '@customer-center/contract/envelope'
import { addCustomer } from '../../testing/server/customer.ts'
import { type PostgresProduct, startPostgresProduct } from '../../testing/server/postgres-product.ts'
import { openSession } from '../../testing/server/sessions.ts'
import type { Outcome } from '../trial/trial.ts'

type Database = PostgresProduct['database']

/** A customer who saves, one save after the other. */
interface Customer {
  /**
   * Saves once; the answer's HTTP status, or undefined if there is none within `patienceMs`.
   * @param url of the server
   */
  readonly save: (url: string, patienceMs?: number) => Promise<number | undefined>
}

/** Customers of an installation, and what was answered to them. */
interface Saving {
  readonly customers: readonly Customer[]
  /** Counts the saves that were answered as made and are not in the database. */
  readonly lostSaves: (pool: Database['pool']) => Promise<number>
}

/** The product on PostgreSQL, with customers. */
export interface FaultProduct extends PostgresProduct, Saving {}

/** Adds customers of whom each saves as the admin of a company of its own. */
export async function addCustomers(db: Database['db'], count: number): Promise<Saving> {
  const acknowledged: string[] = []

  async function openCustomer(number: number): Promise<Customer> {
    const { shopUsers } = await addCustomer(db, number * 100)
    const headers = { authorization: await openSession(db, shopUsers.admin), 'content-type': 'application/json' }
    let last = 0
    return {
      async save(url, patienceMs = 10_000) {
        const text = `Ort ${number}/${(last += 1)}`
        const body = JSON.stringify({ data: { KND_ORT: text } })
        const signal = AbortSignal.timeout(patienceMs)
        try {
          const response = await fetch(`${url}/api/customer`, { method: 'PUT', headers, body, signal })
          const { responseResult } = (await response.json()) as Envelope<unknown>
          if (response.status === 200 && responseResult.RESTReturnCode === 0) acknowledged.push(text)
          return response.status
        } catch {
          return undefined
        }
      }
    }
  }

  return {
    customers: await Promise.all(Array.from({ length: count }, (_, index) => openCustomer(index + 1))),
    async lostSaves(pool) {
      const made = await savedPlaces(pool)
      return acknowledged.filter((text) => !made.has(text)).length
    }
  }
}

/** Starts PostgreSQL, in a folder and with settings where they are given. Nothing runs on it yet. */
export async function startProduct(
  customerCount: number,
  ...postgres: Parameters<typeof startPostgresProduct>
): Promise<FaultProduct> {
  const product = await startPostgresProduct(...postgres)
  return { ...product, ...(await addCustomers(product.database.db, customerCount)) }
}

/** Reads the places that people's saves have written. */
export async function savedPlaces(pool: Database['pool']): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ place: string }>(
    `select changes -> 'KND_ORT' ->> 'new' as place from audit_entries where actor_contact_id is not null`
  )
  return new Set(rows.map(({ place }) => place))
}

/** Has every customer save until there are `most` saves together or `isOver`, and returns the statuses of all. */
async function saveAll(
  customers: readonly Customer[],
  most: number,
  url: string,
  { isOver = () => false, patienceMs }: { isOver?: () => boolean; patienceMs?: number } = {}
): Promise<(number | undefined)[]> {
  const statuses: (number | undefined)[] = []
  let begun = 0
  const lane = async ({ save }: Customer): Promise<void> => {
    while (begun < most && !isOver()) {
      begun += 1
      statuses.push(await save(url, patienceMs))
    }
  }
  await Promise.all(customers.map(lane))
  const counts: Record<string, number> = {}
  for (const status of statuses) counts[status ?? 'none'] = (counts[status ?? 'none'] ?? 0) + 1
  console.log('  answers:', counts)
  return statuses
}

/** Has customers save while harm is done, which is over when it resolves. Answers other than 200 and 503 are broken promises. */
export async function saveDuring(
  customers: readonly Customer[],
  url: string,
  harm: () => Promise<void>,
  patienceMs?: number
): Promise<Outcome> {
  let isOver = false
  const saving = saveAll(customers, Infinity, url, { isOver: () => isOver, ...(patienceMs && { patienceMs }) })
  await harm().finally(() => (isOver = true))
  const statuses = await saving
  return { tried: statuses.length, broken: statuses.filter((status) => status !== 200 && status !== 503).length }
}

/** The same on PostgreSQL, where acknowledged saves that are not there are broken promises, too. */
export async function saveThrough(
  product: FaultProduct,
  url: string,
  harm: () => Promise<void>,
  patienceMs?: number
): Promise<Outcome> {
  const { tried, broken } = await saveDuring(product.customers, url, harm, patienceMs)
  return { tried, broken: broken + (await product.lostSaves(product.database.pool)) }
}

/** Has customers save; each save that was not made is a broken promise. */
export async function saveWithoutLoss(
  { customers, lostSaves, database: { pool } }: FaultProduct,
  count: number,
  url: string
): Promise<Outcome> {
  const statuses = await saveAll(customers, count, url)
  const failed = statuses.filter((status) => status !== 200).length
  return { tried: statuses.length, broken: failed + (await lostSaves(pool)) }
}
