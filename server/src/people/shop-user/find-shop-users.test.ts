// On both databases: the embedded one is PostgreSQL 18, a server may be 14 and accepts less.
import { sql } from 'kysely'
import { expect } from 'vitest'
import { commandContext } from '../../../../testing/server/command-context.ts'
import { test } from '../../../../testing/server/fixtures.ts'
import { changeRows } from '../../../../testing/server/rows.ts'
import { findShopUsersCommand } from './shop-user.command.ts'

test('a user is found with and without accents, capitals and spelled umlauts', async ({ db, own }) => {
  const { admin } = own.shopUsers
  const finds = async (text: string) => (await findShopUsersCommand.run(db, { text }, commandContext)).rows.length > 0
  const rename = (name: string) => changeRows(db, 'persons', { person_id: admin.personId }, { last_name: name })
  const cases: [name: string, found: string[], missed: string[]][] = [
    ['Škvorecký-Müller', ['skvorecky', 'ŠKVORECKÝ', 'muller', 'Mueller', 'MÜLLER', 'mu\u0308ller'], ['miller']],
    ['Mueller', ['müller', 'mueller'], ['mül ler']],
    ['Groß-Søren', ['gross', 'GROSS', 'groß', 'soren', 'søren'], ['gros-']],
    ['O’Neill_%', ['_%', 'o’n'], ['x%']]
  ]
  for (const [name, found, missed] of cases) {
    await rename(name)
    expect([name, await Promise.all([...found, ...missed].map(finds))]).toEqual([
      name,
      [...found.map(() => true), ...missed.map(() => false)]
    ])
  }
})

test('a list of more than 200 users says that there are more, and goes on behind its last one', async ({ db, own }) => {
  const { admin } = own.shopUsers
  const each = sql`${admin.providerId}::int, ${admin.contactId + 100_000} + n`
  const numbers = sql`generate_series(1, 201) n`
  await sql`insert into persons (provider_id, person_id, last_name) select ${each}, 'Viele' from ${numbers}`.execute(db)
  await sql`
    insert into contacts (provider_id, contact_id, person_id, customer_id)
    select ${each}, ${admin.contactId + 100_000} + n, ${admin.customerId}::int from ${numbers}`.execute(db)
  await sql`
    insert into shop_users (provider_id, contact_id, customer_id, email_address, rights)
    select ${each}, ${admin.customerId}::int, 'viele-' || n || '@firma.example', 0 from ${numbers}`.execute(db)
  const first = await findShopUsersCommand.run(db, { text: 'VIELE-' }, commandContext)
  expect([first.rows.length, first.hasMore]).toEqual([200, true])
  const rest = await findShopUsersCommand.run(db, { text: 'VIELE-', after: first.cursor ?? '' }, commandContext)
  expect([rest.rows.length, rest.hasMore]).toEqual([1, false])
  const pvaids = [...first.rows, ...rest.rows].map(({ contactId }) => contactId)
  expect(new Set(pvaids).size).toBe(201)
})
