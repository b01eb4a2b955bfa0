import type { Envelope } from '@customer-center/contract/envelope'
import { addCompany } from '../../server/src/testing/company.ts'
import { type PostgresProduct, startPostgresProduct } from '../../server/src/testing/postgres-product.ts'
import { openSession } from '../../server/src/testing/sessions.ts'

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
      const { rows } = await pool.query<{ place: string }>(
        `select changes -> 'KND_ORT' ->> 'new' as place from audit_entries`
      )
      const made = new Set(rows.map(({ place }) => place))
      return acknowledged.filter((text) => !made.has(text)).length
    }
  }
}

/** Has every customer save until there are `most` saves together or `isOver`, and returns the statuses of all. */
export async function saveAll(
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

export const madeOf = (statuses: readonly (number | undefined)[]): number =>
  statuses.filter((status) => status === 200).length

/** Counts each status. */
export function countOf(statuses: readonly (number | undefined)[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const status of statuses) counts[status ?? 'none'] = (counts[status ?? 'none'] ?? 0) + 1
  return counts
}
