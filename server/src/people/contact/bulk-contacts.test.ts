import { expect } from 'vitest'
import { BusinessError } from '@customer-center/contract/envelope'
import { Right } from '@customer-center/contract/rights'
import { test } from '../../testing/contact-fixtures.ts'
import { save } from '../../testing/saves.ts'

const named = { ASP_ANREDE: 0, ASP_NACHNAME: 'Neu' }

test('the rows of a table, sent one by one and then all again, are each made once, with one mail; a refused one keeps back no other', async ({
  database,
  own,
  saves,
  server
}) => {
  const { admin } = own.users
  const count = async () => {
    const { rows: found } = await database.pool.query<{ n: number }>(
      'select count(*) as n from contacts where id = $1',
      [own.id]
    )
    return Number(found[0]?.n)
  }
  const right = { ASP_SHOPRECHTE: Right.contact }
  const rows = [
    { ...named, ...right, ASP_SHOPEMAIL: 'tabelle-1@firma.example' },
    { ...named, ...right },
    { ...named, ...right, ASP_SHOPEMAIL: 'tabelle-3@firma.example' }
  ]
  const sendAll = async () => {
    const answers = []
    for (const [index, row] of rows.entries())
      answers.push(
        await save(server.url, { ...headers, 'idempotency-key': `tabelle-${index}` }, ['POST', '/contact'], row)
      )
    return answers
  }
  const headers = await saves.sessionOf(admin)
  const before = await count()
  const first = await sendAll()
  expect(first.map(({ code }) => code)).toEqual([0, BusinessError.requiredFieldMissing, 0])
  expect(await sendAll()).toEqual(first)
  expect(await count()).toBe(before + 2)
  for (const index of [0, 2]) expect(await saves.mails(Number(first[index]?.data?.['ASP_PVAID']))).toHaveLength(1)
  rows[1] = { ...rows[1]!, ASP_SHOPEMAIL: 'tabelle-2@firma.example' }
  expect((await sendAll()).map(({ code }) => code)).toEqual([0, 0, 0])
  expect(await count()).toBe(before + 3)
})
