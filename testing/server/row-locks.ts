import { expect, vi } from 'vitest'
import type { Database } from '../../server/src/platform/database/connection.ts'
import type { TestShopUser } from './customer.ts'

/** Reads the rows of a person's tokens, in the order of the hashes. */
export async function tokensOf({ pool }: Database, { contactId }: Pick<TestShopUser, 'contactId'>): Promise<Buffer[]> {
  const select = 'select token_hash from sessions where contact_id = $1 order by token_hash'
  const { rows } = await pool.query<{ token_hash: Buffer }>(select, [contactId])
  return rows.map(({ token_hash }) => token_hash)
}

/** Counts the statements that wait for a lock of somebody else. */
export async function waiting({ pool }: Database): Promise<number> {
  const count = `select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return (await pool.query<{ n: number }>(count)).rows[0]?.n ?? 0
}

const patience = { timeout: 60_000, interval: 10 }

/**
 * Lets `first` run until it waits for the row of a token, then `second` until it waits too or has ended, then both go
 * on. A change of a login ends sessions last, so that it waits just before it commits.
 */
export function whileBlocked<One, Other>(
  database: Database,
  tokenHash: Buffer,
  first: () => Promise<One>,
  second: () => Promise<Other>
): Promise<[One, Other]> {
  return whileLocked(database, ['select from sessions where token_hash = $1 for update', tokenHash], first, second)
}

/** Lets `first` run until it waits for the row of a statement, then `second` as `whileBlocked` does. */
export async function whileLocked<One, Other>(
  database: Database,
  [lock, ...values]: readonly [statement: string, ...values: unknown[]],
  first: () => Promise<One>,
  second: () => Promise<Other>
): Promise<[One, Other]> {
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    await client.query(lock, values)
    const one = first()
    await vi.waitFor(async () => expect(await waiting(database)).toBe(1), patience)
    let settled = false
    const other = second().finally(() => (settled = true))
    await vi.waitFor(async () => expect(settled || (await waiting(database)) === 2).toBe(true), patience)
    await client.query('commit')
    return await Promise.all([one, other])
  } finally {
    client.release()
  }
}
