import { expect, test } from 'vitest'
import { openRows } from './open-rows.ts'

const fields = { externalId: { kind: 'text' }, lastName: { kind: 'text' } } as const

async function read(content: string) {
  async function* bytes() {
    yield Buffer.from(content)
  }
  const { rows } = await openRows(bytes(), { fields })
  const found: unknown[] = []
  for await (const row of rows) found.push('value' in row ? row.value : row.refusal)
  return found
}

test('a row with more cells than a spreadsheet has columns is refused unread; what is quoted is one cell', async () => {
  const many = ';'.repeat(100_000)
  const refusal = 'The row has more than 16384 cells.'
  expect(await read(`externalId;lastName\na;A\nb;${many}\n"c";"${many}"\nd;D\n`)).toEqual([
    { externalId: 'a', lastName: 'A' },
    refusal,
    { externalId: 'c', lastName: many },
    { externalId: 'd', lastName: 'D' }
  ])
  await expect(read(`externalId;lastName${many}\na;A\n`)).rejects.toThrow(refusal)
})

test('the line of Excel that names the separator may name any', async () => {
  const rows = [{ externalId: 'a;b', lastName: 'A' }]
  expect(await read('sep=^\r\nexternalId^lastName\r\na;b^A\r\n')).toEqual(rows)
  expect(await read('SEP=,\nexternalId,lastName\na;b,A\n')).toEqual(rows)
})

test('the name of the first column may have a line break, in front of any separator', async () => {
  const rows = [{ externalId: 'a', lastName: 'A' }]
  for (const mark of ['\t', ';', ',']) {
    expect(await read(`"externalId\n"${mark}lastName\na${mark}A\n`)).toEqual(rows)
    expect(await read(`sep=${mark}\r\n"externalId\r\n"${mark}lastName\r\na${mark}A\r\n`)).toEqual(rows)
  }
})
