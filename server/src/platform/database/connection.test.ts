// On both databases: each is reached in its own way.

import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { test } from '../../../../testing/server/fixtures.ts'
import { addRows, changeRows, readRow } from '../../../../testing/server/rows.ts'
import type { Database } from './connection.ts'

describe('the database', () => {
  test.beforeAll(async ({ db }) => {
    await db
      .insertInto('providers')
      .values([1, 2].map((providerId) => ({ provider_id: providerId, name: `Anbieter ${providerId}` })))
      .execute()
  })

  test('gives counts and hours as numbers, dates and times as text, moments as Date', async ({ database }) => {
    const { rows } = await database.pool.query(
      `select count(*) as count, 5000000000::int8 as big, 7.5::numeric(5, 2) as hours, date '2026-03-29' as date,
              time '09:30' as time, timestamptz '2026-03-29T12:00:00Z' as moment, null::date as nothing`
    )
    expect(rows).toEqual([
      {
        count: 1,
        big: 5_000_000_000,
        hours: 7.5,
        date: '2026-03-29',
        time: '09:30:00',
        moment: new Date('2026-03-29T12:00:00Z'),
        nothing: null
      }
    ])
  })

  test('takes the calendar of Vienna', async ({ database }) => {
    const { rows } = await database.pool.query(`select (timestamptz '2026-06-30T22:30:00Z')::date as day`)
    expect(rows).toEqual([{ day: '2026-07-01' }])
  })

  test('answers a plain query beside an open transaction with what was committed', async ({ database, db }) => {
    const names = () => db.selectFrom('providers').select('name').where('provider_id', '=', 1).execute()
    let beside: ReturnType<typeof names> | undefined
    await db.transaction().execute(async (trx) => {
      await changeRows(trx, 'providers', { provider_id: 1 }, { name: 'Halb' })
      beside = names()
      await sql`select 1`.execute(trx)
      await changeRows(trx, 'providers', { provider_id: 1 }, { name: 'Ganz' })
    })
    const seen = (await beside)?.[0]?.name
    expect(seen).not.toBe('Halb')
    // With its one connection the embedded database makes the query wait; PostgreSQL may answer with the state before.
    if (database.kind === 'embedded') expect(seen).toBe('Ganz')
    expect(await names()).toEqual([{ name: 'Ganz' }])
  })

  test('keeps transactions that start at once apart', async ({ db }) => {
    await changeRows(db, 'providers', { provider_id: 2 }, { plz: '0' })
    const add = () =>
      db.transaction().execute(async (trx) => {
        const row = trx.selectFrom('providers').select('plz').where('provider_id', '=', 2).forUpdate()
        const { plz } = await row.executeTakeFirstOrThrow()
        await changeRows(trx, 'providers', { provider_id: 2 }, { plz: String(Number(plz) + 1) })
      })
    await Promise.all(Array.from({ length: 20 }, add))
    expect(await db.selectFrom('providers').select('plz').where('provider_id', '=', 2).execute()).toEqual([
      { plz: '20' }
    ])
  })

  test('goes on after a failed statement and a rolled back transaction', async ({ database, db }) => {
    await expect(database.pool.query('select * from nowhere')).rejects.toMatchObject({ code: '42P01' })
    const failing = db.transaction().execute(async (trx) => {
      await changeRows(trx, 'providers', { provider_id: 1 }, { place: 'Graz' })
      throw new Error('stop')
    })
    await expect(failing).rejects.toThrow('stop')
    const { place } = await readRow(db, 'providers', { provider_id: 1 })
    expect(place).toBe('')
  })

  test('refuses a link from one company into another', async ({ db }) => {
    await db
      .insertInto('persons')
      .values([
        { provider_id: 1, person_id: 7 },
        { provider_id: 2, person_id: 8 }
      ])
      .execute()
    await db
      .insertInto('customers')
      .values([
        { provider_id: 1, customer_id: 7, number: 'A' },
        { provider_id: 2, customer_id: 8, number: 'B' }
      ])
      .execute()
    const contact = { provider_id: 1, contact_id: 1, customer_id: 7, person_id: 8 }
    await expect(addRows(db, 'contacts', contact)).rejects.toMatchObject({ code: '23503' })
    const order = { provider_id: 1, no: 1, customer_id: 8, registered_at: new Date(), ordered_from: 'Eva' }
    await expect(db.insertInto('orders').values(order).execute()).rejects.toMatchObject({ code: '23503' })
  })

  test('includes the company in every foreign key of the domain', async ({ database }) => {
    const { rows } = await database.pool.query(
      `select conrelid::regclass::text || ': ' || conname as key from pg_constraint
       where contype = 'f' and not exists (
         select from pg_attribute where attrelid = conrelid and attnum = any (conkey) and attname = 'provider_id')
         -- What is nobody's own, as the signing keys, has no company to include.
         and exists (select from pg_attribute where attrelid = confrelid and attname = 'provider_id')`
    )
    expect(rows).toEqual([])
  })

  test('lets requests that wait go before work in the background that came first', async ({ database }) => {
    const size = database.kind === 'embedded' ? 1 : 5
    // The first statement of all opens resources that the later ones find open.
    await sql`select 1`.execute(database.background)
    const held = await Promise.all(Array.from({ length: size }, () => database.pool.connect()))
    const order: string[] = []
    const ask = async (db: Database['db'], name: string) => {
      await sql`select pg_sleep(0)`.execute(db)
      order.push(name)
    }
    const work = ['first', 'second'].map((name) => ask(database.background, `${name} job`))
    const requests = Array.from({ length: size * 2 }, () => ask(database.db, 'request'))
    for (const client of held) client.release()
    await Promise.all([...work, ...requests])
    expect(order.filter((name) => name !== 'request').toSorted()).toEqual(['first job', 'second job'])
    expect(order.findIndex((name) => name !== 'request')).toBeGreaterThan(size)
  })

  test('does work in the background also while requests keep coming', async ({ database }) => {
    const end = new AbortController()
    const request = async (): Promise<void> => {
      while (!end.signal.aborted) await database.pool.query('select 1')
    }
    const requests = Array.from({ length: 20 }, request)
    const { rows } = await sql`select 1 as one`.execute(database.background)
    end.abort()
    expect(rows).toEqual([{ one: 1 }])
    await Promise.all(requests)
  })

  test('goes on with work in the background after one of its statements failed', async ({ database }) => {
    const { background } = database
    await expect(sql`select * from nowhere`.execute(background)).rejects.toMatchObject({ code: '42P01' })
    expect((await sql`select 1 as one`.execute(background)).rows).toEqual([{ one: 1 }])
  })

  test('survives a connection that breaks while it is idle', async ({ database }) => {
    const client = await database.pool.connect()
    const broken = new Promise((done) => database.pool.once('remove', done))
    client.release(new Error('broken'))
    await broken
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })
})
