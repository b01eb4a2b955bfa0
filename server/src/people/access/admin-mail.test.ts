import { sql } from 'kysely'
import { expect } from 'vitest'
import type { WireRow } from '@customer-center/contract/field-codes'
import { Right } from '@customer-center/contract/rights'
import { commandContext } from '../../../../testing/server/command-context.ts'
import { test as contactTest } from '../../../../testing/server/contact-fixtures.ts'
import { importer } from '../../../../testing/server/imports.ts'
import { save } from '../../../../testing/server/saves.ts'
import { lockShopUserCommand, sendAccessCommand, unlockShopUserCommand } from '../shop-user/shop-user.command.ts'

const test = contactTest
  .extend('run', { scope: 'file' }, ({ db }) => importer(db, 1))
  /** Lists the people whom mails about a contact reach, and the news. */
  .extend('told', ({ database }) => async (about: number) => {
    const { rows } = await database.pool.query<{ told: [number, string] }>(
      `select json_build_array(data->'contactId', data->'news') as told from jobs
       where kind = 'admin-mail' and (data->>'person')::int = $1 order by queued_at, (data->>'contactId')::int`,
      [about]
    )
    return rows.map(({ told }) => told)
  })

test('a customer’s other admins are told who becomes admin or is not', async ({ newCustomer, saves, server, told }) => {
  const { admin, shopfull, contact } = (await newCustomer()).shopUsers
  await saves.put(admin, contact, { ASP_SHOPRECHTE: Right.shopfull })
  expect(await told(contact.contactId)).toEqual([])
  await saves.put(admin, shopfull, { ASP_SHOPRECHTE: Right.admin })
  expect(await told(shopfull.contactId)).toEqual([[admin.contactId, 'became']])
  await saves.put(admin, shopfull, { ASP_AKTIV: false })
  expect((await told(shopfull.contactId)).at(-1)).toEqual([admin.contactId, 'lost'])
  const data: WireRow = { ASP_ANREDE: 1, ASP_NACHNAME: 'Neu', ASP_SHOPEMAIL: 'neu@firma.example', ASP_SHOPRECHTE: 1 }
  const created = await save(server.url, await saves.sessionOf(admin), ['POST', '/contact'], data)
  expect(await told(Number(created.data?.['ASP_PVAID']))).toEqual([[admin.contactId, 'became']])
})

test('a removed access is told when nobody takes it back any more', async ({ newCustomer, saves, database, told }) => {
  const { admin, shopfull } = (await newCustomer()).shopUsers
  await saves.put(admin, shopfull, { ASP_SHOPRECHTE: Right.admin })
  const before = await told(shopfull.contactId)
  const sessions = await saves.sessionOf(shopfull)
  const { data } = await saves.put(admin, shopfull, { ASP_SHOPRECHTE: Right.none, ASP_AKTIV: false })
  expect(await told(shopfull.contactId)).toEqual([...before, [admin.contactId, 'lost']])
  const { rows } = await database.pool.query<{ waits: boolean }>(
    `select due_at - queued_at > interval '10 s' as waits from jobs where data->>'news' = 'lost'
     and (data->>'person')::int = $1`,
    [shopfull.contactId]
  )
  expect(rows).toEqual([{ waits: true }])
  // However slow the machine is, the removal is taken back in time.
  await database.pool.query(
    `update jobs set due_at = due_at + interval '1 hour' where kind = 'admin-mail' and (data->>'person')::int = $1`,
    [shopfull.contactId]
  )
  const back = { ASP_SHOPRECHTE: Right.admin, ASP_AKTIV: true, VERSION: data?.['VERSION'] ?? null }
  expect((await saves.put(admin, shopfull, back)).code).toBe(0)
  expect(await told(shopfull.contactId)).toEqual(before)
  expect(await saves.mails(shopfull.contactId)).toEqual([])
  expect(await saves.isAlive(sessions)).toBe(false)
  expect(await saves.login(shopfull)).toBe(200)
})

test('the first import tells nobody before an access', async ({ newCustomer, db, run, told }) => {
  const { customerId, customerNumber: customer } = await newCustomer()
  await db.deleteFrom('shop_users').where('customer_id', '=', customerId).execute()
  const admins = ['N1', 'N2', 'N3']
  await run(
    'contacts',
    admins.map((externalId) => ({ externalId, customer, lastName: 'Huber' }))
  )
  const rowOf = (contact: string) => ({ contact, emailAddress: `${contact}@neu.example`, rights: Right.admin })
  // The hash of the old system, as bcrypt.
  const passwordHash = '$2b$04$abcdefghijklmnopqrstuuA7XG9y0nB1vT0bK6KcZ2s0pQ1xW9yZ.'
  await run('shop-users', [rowOf('N1'), { ...rowOf('N2'), passwordHash }])
  const { rows } = await sql<{ name: string; contact_id: number }>`
    select external_id as name, contact_id from contacts where customer_id = ${customerId} and external_id = any(${admins})`.execute(
    db
  )
  const numbers = Object.fromEntries(rows.map(({ name, contact_id }) => [name, contact_id]))
  const { N1 = 0, N2 = 0, N3 = 0 } = numbers
  expect([await told(N1), await told(N2)]).toEqual([[], []])
  await sendAccessCommand.run(db, { names: ['N1'], providerId: null, again: false, perMinute: 6000 }, commandContext)
  await run('shop-users', [rowOf('N3')])
  expect(await told(N3)).toEqual([[N1, 'became']])
})

test('they are told of imports and commands alike, and the person is not', async ({ newCustomer, db, run, told }) => {
  const { admin, contact } = (await newCustomer()).shopUsers
  const { externalId } = contact
  const row = { contact: externalId, emailAddress: contact.userName, rights: Right.admin as number }
  const expected: [number, string][] = []
  const step = async (news: 'became' | 'lost', work: Promise<unknown>) => {
    await work
    expected.push([admin.contactId, news])
    expect(await told(contact.contactId)).toEqual(expected)
  }
  const name = { name: contact.userName, providerId: null }
  await step('became', run('shop-users', [row]))
  await step('lost', run('shop-users', [{ ...row, rights: Right.contact }]))
  await run('shop-users', [row])
  expected.push([admin.contactId, 'became'])
  await step('lost', lockShopUserCommand.run(db, name, commandContext))
  await db.deleteFrom('mail_limits').execute()
  await step('became', unlockShopUserCommand.run(db, name, commandContext))
  await step('lost', run('contacts', [{ externalId, active: false }]))
  await step('became', run('contacts', [{ externalId, active: true }]))
})
