import { sql } from 'kysely'
import { expect, onTestFinished } from 'vitest'
import { today } from '@customer-center/contract/dates'
import { test as serverTest } from '../../../testing/fixtures.ts'
import { importer } from '../../../testing/imports.ts'
import { openEmptyDatabase } from '../../../testing/test-database.ts'
import { migrate } from '../../database/migrate.ts'

const test = serverTest.extend('run', { scope: 'file' }, async ({ db, own }) => {
  const run = importer(db, own.company)
  await run('customers', [{ externalId: 'C', lastName: 'Huber GmbH' }])
  return run
})

const noDates = ['0001-01-01', '1601-01-01', '1753-01-01', '1899-12-30', '1900-01-01', '9999-12-31', '0000-00-00']
const hundredYears = `${Number(today().slice(0, 4)) + 100}${today().slice(4)}`
const dayAfter = new Date(Date.parse(`${hundredYears}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
const sentence = 'must be from 1950 on, and at most 100 years ahead.'
const taken = 'The row was taken without it.'

test("a day that says 'no date' is none, also with a time, and nothing is told", async ({ run, db }) => {
  const forms = [...noDates, ...noDates.slice(0, 6).flatMap((day) => [`${day}T00:00:00`, `${day} 23:59:59.999+01:00`])]
  const rows = forms.map((fromDate, index) => ({ externalId: `E-${index}`, caption: 'Statik', fromDate }))
  await run(
    'events',
    rows.map((row) => ({ ...row, fromDate: '2026-01-02', toDate: '2026-01-03' }))
  )
  const { counts, refused } = await run(
    'events',
    rows.map((row) => ({ ...row, toDate: row.fromDate }))
  )
  expect([counts.updated, refused]).toEqual([rows.length, []])
  const dated = db.selectFrom('events').select('external_id').where('from_date', 'is not', null)
  expect(await dated.execute()).toEqual([])
})

test("a row that needs a day is refused for 'no date' and for what is none", async ({ run }) => {
  const invoices = noDates.map((date, index) => ({ externalId: `I-${index}`, customer: 'C', no: String(index), date }))
  const told = await run('invoices', invoices)
  expect(told.refused.map((one) => one.sentence)).toEqual(noDates.map(() => 'date must not be empty.'))
  const order = { externalId: 'O', customer: 'C', orderedFrom: 'Huber', registeredAt: '0001-01-01T00:00:00Z' }
  expect((await run('orders', [order])).refused).toMatchObject([
    { kind: 'row', sentence: 'registeredAt must not be empty.' }
  ])
})

test('another day out of range is left out, or refuses a row that needs it', async ({ run, db }) => {
  const wrong = ['1949-12-31', '1753-01-02', dayAfter, '9999-12-30']
  const days = [...wrong, '1950-01-01', hundredYears]
  const { counts, refused } = await run(
    'events',
    days.map((fromDate, index) => ({ externalId: `R-${index}`, caption: 'Statik', fromDate }))
  )
  expect([counts.created, counts.refusedFields]).toEqual([6, 4])
  expect(refused.map((one) => [one.kind, one.value, one.sentence])).toEqual(
    wrong.map((day) => ['field', day, `fromDate ${sentence} ${taken}`])
  )
  const stored = db
    .selectFrom('events')
    .select('from_date as day')
    .where('external_id', 'like', 'R-%')
    .orderBy('external_id')
  expect(await stored.execute()).toEqual([null, null, null, null, '1950-01-01', hundredYears].map((day) => ({ day })))
  const invoices = wrong.map((date, index) => ({ externalId: `I-${index}`, customer: 'C', no: String(index), date }))
  expect((await run('invoices', invoices)).refused).toMatchObject(
    wrong.map(() => ({ kind: 'row', sentence: `date ${sentence}` }))
  )
  const order = { externalId: 'O', customer: 'C', orderedFrom: 'Huber', registeredAt: '1949-12-31T10:00:00Z' }
  expect((await run('orders', [order])).refused).toMatchObject([{ kind: 'row', sentence: `registeredAt ${sentence}` }])
})

test("a stored day that says 'no date' is cleared by the migration, and no other", async ({ databaseKind }) => {
  const { db, close } = await openEmptyDatabase(databaseKind)
  onTestFinished(close)
  await migrate(db, '0092-schema-of-triggers')
  await sql`insert into providers (company, name) values (1, 'Huber')`.execute(db)
  const event = sql`insert into events (company, event_id, no, caption, product_type, from_date, to_date)`
  await sql`${event} values (1, 1, 1, 'A', 1, '1753-01-01', '9999-12-31'), (1, 2, 1, 'B', 1, '1948-01-02', '9999-12-31'),
    (1, 3, 1, 'C', 1, '2026-01-01', '2026-01-02')`.execute(db)
  await migrate(db)
  const { rows } = await sql<object>`select from_date as "from", to_date as "to" from events order by event_id`.execute(
    db
  )
  expect(rows).toEqual([
    { from: null, to: null },
    { from: '1948-01-02', to: null },
    { from: '2026-01-01', to: '2026-01-02' }
  ])
})
