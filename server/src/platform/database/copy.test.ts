// On both databases: each is reached in its own way.

import { describe, expect } from 'vitest'
import { test } from '../../../../testing/server/fixtures.ts'
import { copyIn, copyOut, inCopyTransaction, readTables } from './copy.ts'

const table = { name: 'copied', columns: ['id', 'a text', 'b', 'c', 'd'] }
const sum = `select count(*) as rows, md5(string_agg(t::text, ',' order by id)) as sum from copied t`

describe('COPY', () => {
  test('takes out and in what a table has, as its transaction sees it', async ({ database: { pool } }) => {
    await pool.query('create table copied (id int primary key, "a text" text, b jsonb, c bytea, d timestamptz)')
    await pool.query(
      `insert into copied select n, case n % 3 when 0 then null when 1 then E'a\\tb\\n\\\\N\\\\.\\r' else repeat(md5(n::text), 40) end,
         jsonb_build_object('n', n, 'ü', E'\\\\'), decode(repeat(md5(n::text), 30), 'hex'), now() - n * interval '1 microsecond'
       from generate_series(1, 6000) n`
    )
    const before = (await pool.query(sum)).rows
    const parts = await inCopyTransaction(pool, async (_trx, client) => {
      const found: Buffer[] = []
      for await (const { bytes } of copyOut(client, table)) found.push(bytes)
      return found
    })
    expect(parts.length).toBeGreaterThan(1)
    await pool.query('truncate copied')
    const rows = await inCopyTransaction(pool, async (_trx, client) => {
      let count = 0
      for (const part of parts) count += await copyIn(client, table, part)
      return count
    })
    expect(rows).toBe(6000)
    expect((await pool.query(sum)).rows).toEqual(before)
  })

  test('of a row that does not fit fails, and takes back what came before', async ({ database: { pool } }) => {
    await pool.query('create table small (id int primary key)')
    const small = { name: 'small', columns: ['id'] }
    const copying = inCopyTransaction(pool, async (_trx, client) => {
      await copyIn(client, small, Buffer.from('1\n2\n'))
      await copyIn(client, small, Buffer.from('3\nx\n'))
    })
    await expect(copying).rejects.toThrow('invalid input syntax')
    expect((await pool.query('select * from small')).rows).toEqual([])
  })

  test('brings tables in an order behind those that they reference', async ({ database: { pool } }) => {
    const names = await inCopyTransaction(pool, async (_trx, client) =>
      (await readTables(client)).map(({ name }) => name)
    )
    const place = (name: string) => names.indexOf(name)
    expect(place('providers')).toBeLessThan(place('persons'))
    expect(place('contacts')).toBeLessThan(place('audit_entries'))
    expect(place('stored_files')).toBeLessThan(place('file_names'))
    expect(names).not.toContain('migrations')
  })
})
