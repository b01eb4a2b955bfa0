// On PostgreSQL alone: the embedded database has one connection, so that no two transactions are at work at once.

import { sql } from 'kysely'
import { Client } from 'pg'
import { describe, expect } from 'vitest'
import { test } from '../../../../testing/server/change-fixtures.ts'

describe('the feed of changes', () => {
  test('loses and repeats nothing while eight writers commit', async ({ database, own, readAll, readPages }) => {
    const { connectionString } = database.pool.options
    const wanted: number[] = []
    const seen: number[] = []
    let { cursor } = await readAll()
    let isDone = false

    /** Transactions of several changes, each of which ends at some time after others that began later. */
    async function writer(): Promise<void> {
      const client = new Client({ connectionString })
      await client.connect()
      for (let turn = 0; turn < 25; turn++) {
        await client.query('begin')
        const ids: number[] = []
        for (let part = 0; part < 1 + (turn % 3); part++) {
          const { rows } = await client.query<{ id: string }>(
            `insert into audit_entries (provider_id, customer_id, actor_contact_id, action, resource, key, changes)
             values ($1, $2, $3, 'update', 'customer', '{}', '{}') returning id, pg_sleep(random() * 0.02)`,
            [own.providerId, own.customerId, own.shopUsers.admin.contactId]
          )
          ids.push(Number(rows[0]?.id))
        }
        const isKept = turn % 5 !== 0
        await client.query(isKept ? 'commit' : 'rollback')
        if (isKept) wanted.push(...ids)
      }
      await client.end()
    }

    async function reader(): Promise<void> {
      for (;;) {
        const isLast = isDone
        const page = await readPages(cursor, 7)
        cursor = page.cursor
        seen.push(...page.changes.map(({ id }) => id))
        if (isLast) return
      }
    }

    const reading = reader()
    await Promise.all(Array.from({ length: 8 }, writer))
    isDone = true
    await reading
    seen.push(...(await readAll(cursor)).changes.map(({ id }) => id))
    expect(seen).toHaveLength(wanted.length)
    expect(seen.toSorted((a, b) => a - b)).toEqual(wanted.toSorted((a, b) => a - b))
    // Otherwise the test would not show its point.
    const { rows } = await sql<{ mixed: boolean }>`
      select exists (select from audit_entries a join audit_entries b on a.id < b.id and a.txid > b.txid) as mixed`.execute(
      database.db
    )
    expect(rows[0]?.mixed).toBe(true)
  })
})
