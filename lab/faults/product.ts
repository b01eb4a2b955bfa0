import type { Envelope } from '@customer-center/contract/envelope'
import { addCompany } from '../../testing/server/company.ts'
import { type PostgresProduct, startPostgresProduct } from '../../testing/server/postgres-product.ts'
import { openSession } from '../../testing/server/sessions.ts'
import type { FaultOutcome } from './fault.ts'

/** A customer who saves, one save after the other. */
interface Customer {
  /**
   * Saves once; the answer's HTTP status, or undefined if there is none within `patienceMs`.
   * @param url of the server
   */
  readonly save: (url: string, patienceMs?: number) => Promise<number | undefined>
}

/** The product on PostgreSQL, with customers. */
export interface FaultProduct extends PostgresProduct {
  readonly customers: readonly Customer[]
  /** Counts the saves that were answered as made and are not in the database. */
  readonly lostSaves: () => Promise<number>
}

/** Starts PostgreSQL, in a folder and with settings where they are given. Nothing runs on it yet. */
export async function startProduct(
  customerCount: number,
  ...postgres: Parameters<typeof startPostgresProduct>
): Promise<FaultProduct> {
  const product = await startPostgresProduct(...postgres)
  const { db, pool } = product.database
  const acknowledged: string[] = []

  async function addCustomer(number: number): Promise<Customer> {
    const { users } = await addCompany(db, number * 100)
    const headers = { authorization: await openSession(db, users.admin), 'content-type': 'application/json' }
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
    ...product,
    customers: await Promise.all(Array.from({ length: customerCount }, (_, index) => addCustomer(index + 1))),
    async lostSaves() {
      const made = await savedPlaces(pool)
      return acknowledged.filter((text) => !made.has(text)).length
    }
  }
}

/** Reads the places that people's saves have written. */
export async function savedPlaces(pool: PostgresProduct['database']['pool']): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ place: string }>(
    `select changes -> 'KND_ORT' ->> 'new' as place from audit_entries where actor_pvaid is not null`
  )
  return new Set(rows.map(({ place }) => place))
}

/** Has every customer save until there are `most` saves together or `isOver`, and returns the statuses of all. */
async function saveAll(
  { customers }: FaultProduct,
  most: number,
  url: () => string,
  { isOver = () => false, patienceMs }: { isOver?: () => boolean; patienceMs?: number } = {}
): Promise<(number | undefined)[]> {
  const statuses: (number | undefined)[] = []
  let begun = 0
  const lane = async ({ save }: Customer): Promise<void> => {
    while (begun < most && !isOver()) {
      begun += 1
      statuses.push(await save(url(), patienceMs))
    }
  }
  await Promise.all(customers.map(lane))
  return statuses
}

const madeOf = (statuses: readonly (number | undefined)[]): number => statuses.filter((status) => status === 200).length

/**
 * Has customers save while harm is done, which is over when it resolves. Lost are answers other than 200 and 503, and
 * acknowledged saves that are not there.
 */
export async function saveThrough(
  product: FaultProduct,
  url: string,
  harm: () => Promise<void>,
  patienceMs?: number
): Promise<FaultOutcome> {
  let isOver = false
  const saving = saveAll(product, Infinity, () => url, { isOver: () => isOver, ...(patienceMs && { patienceMs }) })
  await harm().finally(() => (isOver = true))
  const statuses = await saving
  console.log('  answers:', countOf(statuses))
  const failed = statuses.filter((status) => status !== 200 && status !== 503).length
  return { tried: statuses.length, through: madeOf(statuses), lost: failed + (await product.lostSaves()) }
}

/** Has customers save; lost is each save that was not made. */
export async function saveWithoutLoss(product: FaultProduct, count: number, url: string): Promise<FaultOutcome> {
  const statuses = await saveAll(product, count, () => url)
  console.log('  answers:', countOf(statuses))
  const through = madeOf(statuses)
  return { tried: statuses.length, through, lost: statuses.length - through + (await product.lostSaves()) }
}

/** Counts each status. */
export function countOf(statuses: readonly (number | undefined)[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const status of statuses) counts[status ?? 'none'] = (counts[status ?? 'none'] ?? 0) + 1
  return counts
}
