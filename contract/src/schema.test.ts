import { expect, test } from 'vitest'
import { writeSchema } from './schema.ts'

test('a row is refused at its first wrong member, however many there are', () => {
  const wrong = Array.from({ length: 5000 }, (_, index): [string, unknown] => [`code${index}`, []])
  const { error } = writeSchema.safeParse({ data: Object.fromEntries([['WSU_EMAIL', 'a@b.example'], ...wrong]) })
  expect(error?.issues.map(({ path }) => path)).toEqual([['data', 'code0']])
})

test('a row of texts, numbers, flags and nothing is read; data of any other kind are refused', () => {
  const data = { WSU_EMAIL: 'a@b.example', WSU_RECHTE: 1, WSU_AKTIV: true, WSU_ANREDE: null }
  expect(writeSchema.parse({ data })).toEqual({ data })
  for (const other of [
    null,
    'a'.repeat(5000),
    1,
    [],
    [1],
    undefined,
    { ['a'.repeat(61)]: 1 },
    { a: 'a'.repeat(10_001) }
  ])
    expect(writeSchema.safeParse({ data: other }).error?.issues).toHaveLength(1)
})
