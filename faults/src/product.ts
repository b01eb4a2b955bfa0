import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Envelope } from '@customer-center/contract/envelope'
import { root } from '../../scripts/lib/run.ts'
import { readConfig } from '../../server/src/platform/config/config.ts'
import { openDatabase } from '../../server/src/platform/database/connection.ts'
import { startChild } from '../../server/src/testing/child.ts'
import { addCompany } from '../../server/src/testing/company.ts'
import { runOn, startPostgres } from '../../server/src/testing/postgres.ts'
import { openSession } from '../../server/src/testing/sessions.ts'
import { createPostgresDatabase } from '../../server/src/testing/test-database.ts'

/** A customer who saves, one save after the other. */
interface Customer {
  /**
   * Saves once; the answer's HTTP status, or undefined if there is none within `patienceMs`.
   * @param url of the server
   */
  readonly save: (url: string, patienceMs?: number) => Promise<number | undefined>
}

/** PostgreSQL with a migrated database, the built programs, and customers. */
export interface Product {
  /** The PostgreSQL server's address; ends with a slash. */
  readonly serverUrl: string
  readonly databaseUrl: string
  readonly databaseName: string
  readonly customers: readonly Customer[]
  /** Runs a program until `close` or an earlier end of it. */
  readonly start: (program: 'main' | 'worker', settings?: Record<string, string>) => Promise<Running>
  /** Starts PostgreSQL again if it has ended, as a service manager does; tells whether it had. */
  readonly restartDatabase: () => Promise<boolean>
  /** Counts the saves that were answered as made and are not in the database. */
  readonly lostSaves: () => Promise<number>
  readonly close: () => Promise<void>
}

export interface Running {
  readonly child: ChildProcess
  /** The address at which a server listens. */
  readonly url: string
}

/**
 * @param database the parent of PostgreSQL's folder, and its settings
 * @throws Error where there is no PostgreSQL
 */
export async function startProduct(
  customerCount: number,
  { folder, settings: databaseSettings }: { folder?: string; settings?: readonly string[] } = {}
): Promise<Product> {
  const postgres = await startPostgres(databaseSettings, folder)
  if (!postgres) throw new Error('The faults need a PostgreSQL binary.')
  const { url: databaseUrl } = await createPostgresDatabase(postgres.url, 'migrated')
  const dataFolder = mkdtempSync(join(tmpdir(), 'customer-center-faults-'))
  const database = await openDatabase({ ...readConfig({}), databaseUrl, databasePool: 2, databaseConnectMs: 60_000 })
  const acknowledged: string[] = []
  const children = new Set<ChildProcess>()

  async function addCustomer(number: number): Promise<Customer> {
    const { users } = await addCompany(database.db, number * 100)
    const headers = { authorization: await openSession(database.db, users.admin), 'content-type': 'application/json' }
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
    serverUrl: postgres.url,
    databaseUrl,
    databaseName: new URL(databaseUrl).pathname.slice(1),
    customers: await Promise.all(Array.from({ length: customerCount }, (_, index) => addCustomer(index + 1))),
    async start(program, settings = {}) {
      const env = { DATABASE_URL: databaseUrl, DATA_FOLDER: dataFolder, PORT: '0', LOG_LEVEL: 'silent', ...settings }
      const child = startChild(new URL(`file://${root}/server/dist/programs/${program}.js`), env)
      children.add(child)
      child.once('exit', () => children.delete(child))
      const [message] = (await once(child, 'message')) as [{ listening?: string }]
      return { child, url: message.listening ?? '' }
    },
    async restartDatabase() {
      for (;;) {
        try {
          await runOn(databaseUrl, 'select')
          return false
        } catch (error) {
          // A server that recovers answers, and starts by itself.
          if ((error as { code?: string }).code === 'ECONNREFUSED') break
          await wait(50)
        }
      }
      await postgres.restart()
      return true
    },
    async lostSaves() {
      const { rows } = await database.pool.query<{ place: string }>(
        `select changes -> 'KND_ORT' ->> 'new' as place from audit_entries`
      )
      const made = new Set(rows.map(({ place }) => place))
      return acknowledged.filter((text) => !made.has(text)).length
    },
    async close() {
      for (const child of children) {
        const exit = once(child, 'exit')
        child.kill('SIGKILL')
        await exit
      }
      await database.close()
      await postgres.stop()
      rmSync(dataFolder, { recursive: true, force: true })
    }
  }
}

/** Has every customer save until there are `most` saves together or `isOver`, and returns the statuses of all. */
export async function saveAll(
  { customers }: Product,
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
