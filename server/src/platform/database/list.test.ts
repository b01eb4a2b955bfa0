// On both databases: each is reached in its own way.

import { describe, expect } from 'vitest'
import { test } from '../../../../testing/server/fixtures.ts'
import { defineList, nestedList } from './list.ts'
import { type Db, query } from './query.ts'

interface Day {
  day: string
  text: string | null
  count: number
  flag: boolean
  parts: { name: string }[]
}

const days = defineList<Day, { least: number; text: string | undefined }>({
  fields: {
    day: 'd.day',
    text: 'd.text',
    count: 'd.count',
    flag: 'd.count > 1',
    parts: nestedList({ fields: { name: 'part' }, from: 'unnest(d.parts) part', orderBy: 'part' })
  },
  from: `(values
    (date '2026-01-31', E'a "quoted"\\n\\u001f text', 1::int8, '{b,a}'::text[]),
    (date '2026-02-28', null, 2, '{}'),
    (date '2026-03-31', 'late', 3, '{c}')
  ) d (day, text, count, parts)`,
  where: 'd.count >= :least::int',
  filters: { text: 'd.text = :text' },
  orderBy: 'd.day desc'
})

async function json(db: Db, values: { least: number; text: string | undefined }, names?: string[]) {
  return JSON.parse((await days.json(db, values, names)).text) as Day[]
}

describe('a list', () => {
  test('gives the same as JSON text and as rows, in its order', async ({ db }) => {
    const all = [
      { day: '2026-03-31', text: 'late', count: 3, flag: true, parts: [{ name: 'c' }] },
      { day: '2026-02-28', text: null, count: 2, flag: true, parts: [] },
      {
        day: '2026-01-31',
        text: 'a "quoted"\n\u001f text',
        count: 1,
        flag: false,
        parts: [{ name: 'a' }, { name: 'b' }]
      }
    ]
    expect(await json(db, { least: 1, text: undefined })).toEqual(all)
    expect(await days.rows(db, { least: 1, text: undefined })).toEqual(all)
  })

  test('comes from PostgreSQL as one text a row, and has the bytes of json_agg', async ({ db }) => {
    const statement = days.statements()[0]?.sql ?? ''
    const rows = await query<{ json: string }>(db, statement, [1])
    expect(rows.map(({ json: text }) => JSON.parse(text).count)).toEqual([3, 2, 1])
    const whole = statement.replace('to_json(list)', 'json_agg(list)')
    const all = await query<{ json: string }>(db, whole, [1])
    expect((await days.json(db, { least: 1, text: undefined })).text).toBe(all[0]?.json)
  })

  test('leaves a filter without a value out', async ({ db }) => {
    expect((await json(db, { least: 2, text: undefined })).map(({ count }) => count)).toEqual([3, 2])
    expect((await json(db, { least: 1, text: 'late' })).map(({ count }) => count)).toEqual([3])
  })

  test('is an empty array over no row', async ({ db }) => {
    expect(await json(db, { least: 9, text: undefined })).toEqual([])
    expect(await days.rows(db, { least: 9, text: undefined })).toEqual([])
  })

  test('holds only the members that are asked for, however many sets of them', async ({ db }) => {
    const names = ['day', 'text', 'count', 'flag', 'parts']
    for (let set = 1; set < 2 ** names.length; set += 1) {
      const asked = names.filter((_, bit) => (set >> bit) % 2 === 1)
      const [first = {}] = await json(db, { least: 1, text: 'late' }, asked)
      expect(Object.keys(first)).toEqual(asked)
    }
  })
})
