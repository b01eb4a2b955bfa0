import { sql } from 'kysely'
import { expect } from 'vitest'
import { type Change, type Changes, changesSchema } from '@customer-center/contract/change'
import { eventually } from './eventually.ts'
import { test as serverTest } from './fixtures.ts'
import { addProviderKey } from './provider-keys.ts'

export const test = serverTest
  .extend('readKey', { scope: 'file' }, ({ db, own }) =>
    addProviderKey(db, { providerId: own.providerId, name: 'erp', scopes: ['read'] })
  )
  .extend('ask', { scope: 'file' }, ({ server, readKey }) => async (query = '', key = readKey.key) => {
    const response = await fetch(`${server.url}/provider/v1/changes${query}`, {
      headers: { authorization: `Bearer ${key}` }
    })
    const text = await response.text()
    return { status: response.status, text, json: JSON.parse(text) as Changes & { detail: string } }
  })
  /** Reads all changes behind a cursor that may be read now, in pages. */
  .extend('readPages', { scope: 'file' }, ({ ask }) => async (after = '', limit = 1000, more = '') => {
    const changes: Change[] = []
    for (let cursor = after; ;) {
      const { status, json } = await ask(`?limit=${limit}${cursor && `&after=${cursor}`}${more}`)
      expect(status).toBe(200)
      changesSchema.parse(json)
      changes.push(...json.changes)
      cursor = json.cursor
      if (!json.hasMore) return { changes, cursor }
    }
  })
  /** Reads all changes, once no transaction of the PostgreSQL server holds up earlier writes: other tests have some. */
  .extend('readAll', { scope: 'file' }, ({ db, readPages }) => async (...asked: Parameters<typeof readPages>) => {
    const { rows } = await sql<{ now: string }>`select pg_snapshot_xmax(pg_current_snapshot())::text as now`.execute(db)
    const seen = sql<{ seen: boolean }>`select pg_snapshot_xmin(pg_current_snapshot()) >= ${rows[0]?.now}::xid8 as seen`
    await eventually(async () => expect((await seen.execute(db)).rows).toEqual([{ seen: true }]))
    return readPages(...asked)
  })
  /** Writes changes as saves do, without the saves. */
  .extend('write', { scope: 'file' }, ({ db, own }) => async (count: number, more: object = {}) => {
    const entry = {
      provider_id: own.providerId,
      customer_id: own.customerId,
      actor_contact_id: own.shopUsers.admin.contactId,
      provider_key: null
    }
    const row = { ...entry, action: 'update', resource: 'customer', key: '{}', changes: '{}', ...more }
    await db
      .insertInto('audit_entries')
      .values(Array.from({ length: count }, () => row))
      .execute()
  })
