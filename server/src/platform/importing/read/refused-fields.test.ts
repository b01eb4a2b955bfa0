import { expect } from 'vitest'
import { test as serverTest } from '../../../testing/fixtures.ts'
import { importer } from '../../../testing/imports.ts'

const test = serverTest.extend('run', { scope: 'file' }, ({ db, own }) => importer(db, own.company))

test('takes a row without a field that is wrong, which stays as it was', async ({ run, db }) => {
  const bad = { plz: '1'.repeat(11), emailAddress: 'keine', place: 'Linz\u202E' }
  await run('customers', [{ externalId: 'L-1', lastName: 'Links GmbH', plz: '4020', emailAddress: 'a@links.example' }])
  const customers = await run('customers', [
    { externalId: 'L-1', lastName: 'Links AG', ...bad },
    { externalId: 'L-2', lastName: 'Neu AG', ...bad }
  ])
  expect(customers.counts).toMatchObject({ created: 1, updated: 1, refused: 0, refusedFields: 6 })
  const stored = await db
    .selectFrom('customers')
    .innerJoin('persons', (join) =>
      join.onRef('persons.company', '=', 'customers.company').onRef('persons.id', '=', 'customers.id')
    )
    .select(['last_name', 'plz', 'email_address', 'place'])
    .where('external_id', 'in', ['L-1', 'L-2'])
    .orderBy('external_id')
    .execute()
  expect(stored).toEqual([
    { last_name: 'Links AG', plz: '4020', email_address: 'a@links.example', place: null },
    { last_name: 'Neu AG', plz: null, email_address: null, place: null }
  ])
  const contacts = await run('contacts', [
    { externalId: 'LP-1', customer: 'L-1', lastName: 'Eins' },
    { externalId: 'LP-2', customer: 'L-2', lastName: 'Zwei', newsletter: 'gern' },
    { externalId: 'LP-3', customer: 'L-2', lastName: 'Drei', active: 'vielleicht' },
    { externalId: 'LP-4', customer: 'L-2', lastName: 'Vier', personNumber: '7'.repeat(1000), contactId: 'x' }
  ])
  expect(contacts.counts).toMatchObject({ created: 2, refused: 2, refusedFields: 1 })
  const orders = await run('orders', [
    {
      externalId: 'LO-1',
      customer: 'L-2',
      registeredAt: '2026-01-02T10:00:00Z',
      orderedFrom: 'Zwei',
      orderedBy: 'LP-1'
    },
    {
      externalId: 'LO-2',
      customer: 'L-2',
      registeredAt: '2026-01-02T10:00:00Z',
      orderedFrom: 'Drei',
      orderedBy: 'LP-3'
    }
  ])
  expect(orders.counts).toMatchObject({ created: 2, refused: 0, refusedFields: 2 })
  expect(orders.refused.map(({ line, field, value }) => [line, field, value])).toEqual([
    [1, 'orderedBy', 'LP-1'],
    [2, 'orderedBy', 'LP-3']
  ])
  expect((await run('orders', [{ externalId: 'LO-1', customer: 'L-2', orderedBy: 'LP-1' }])).counts).toMatchObject({
    unchanged: 1,
    updated: 0
  })
})

test('takes a participation without a wrong rebooking, and refuses a wrong state', async ({ run, db }) => {
  await run('customers', [{ externalId: 'S-1', lastName: 'Stand GmbH' }])
  await run('contacts', [{ externalId: 'SP-1', customer: 'S-1', lastName: 'Eins' }])
  await run(
    'events',
    [1, 2, 3].map((n) => ({ externalId: `SE-${n}`, caption: 'Seminar' }))
  )
  // All are of one person in one event.
  const participation = (n: number) => ({ externalId: `ST-${n}`, contact: 'SP-1', event: 'SE-1' })
  const { counts, refused } = await run('participations', [
    participation(1),
    { ...participation(2), state: null },
    { ...participation(3), state: 'waiting' },
    { ...participation(4), state: 'cancelled', rebookedTo: null },
    { ...participation(5), state: 'rebooked', rebookedTo: 'SE-2' },
    { ...participation(6), state: 'rebooked' },
    { ...participation(7), state: 'rebooked', rebookedTo: 'SE-9' },
    { ...participation(8), state: 'storniert' },
    { ...participation(9), state: 'waiting', rebookedTo: 'SE-2' }
  ])
  expect(counts).toMatchObject({ created: 8, refused: 1, refusedFields: 2 })
  expect(refused.map(({ line, field, value, sentence }) => [line, field, value, sentence])).toEqual([
    [7, 'rebookedTo', 'SE-9', 'rebookedTo names no row of events that is there. The row was taken without it.'],
    [8, 'state', 'storniert', 'state must be one of booked, waiting, cancelled, rebooked.'],
    [9, 'rebookedTo', 'SE-2', 'rebookedTo must be empty where state is not rebooked. The row was taken without it.']
  ])
  const stored = async () =>
    db
      .selectFrom('participations')
      .select(['state', 'rebooked_event_id as to'])
      .where('external_id', 'like', 'ST-%')
      .orderBy('external_id')
      .execute()
  const to = expect.any(Number) as number
  expect(await stored()).toEqual([
    { state: 'booked', to: null },
    { state: 'booked', to: null },
    { state: 'waiting', to: null },
    { state: 'cancelled', to: null },
    { state: 'rebooked', to },
    { state: 'rebooked', to: null },
    { state: 'rebooked', to: null },
    { state: 'waiting', to: null }
  ])
  // A full set leaves the event to which somebody was rebooked.
  expect((await run('events', [], { mode: 'replace', maxRemoved: 1 })).counts.removed).toBe(1)
  // An empty cell is booked, a column that is not there leaves the state as it is.
  const again = [participation(3), { ...participation(4), state: null }, { ...participation(5), state: 'booked' }]
  expect((await run('participations', again)).refused.map(({ line, field }) => [line, field])).toEqual([
    [3, 'rebookedTo']
  ])
  await run('participations', [{ ...participation(5), state: 'booked', rebookedTo: null }])
  expect((await stored()).slice(2, 5)).toEqual([
    { state: 'waiting', to: null },
    { state: 'booked', to: null },
    { state: 'booked', to: null }
  ])
})

test('takes a participation without wrong hours, and refuses a wrong price', async ({ run, db }) => {
  await run('customers', [{ externalId: 'W-1', lastName: 'Stunden GmbH' }])
  await run('contacts', [{ externalId: 'WP-1', customer: 'W-1', lastName: 'Eins' }])
  await run(
    'events',
    [1, 2, 3].map((n) => ({ externalId: `WE-${n}`, caption: 'Seminar' }))
  )
  const participation = (n: number) => ({ externalId: `WT-${n}`, contact: 'WP-1', event: `WE-${n}` })
  await run('participations', [{ ...participation(1), hours: 7.5 }])
  const { counts, refused } = await run('participations', [
    { ...participation(1), hours: 'siehe Plan', attended: true },
    { ...participation(2), hours: 'siehe Plan' },
    { ...participation(3), price: 'gratis' }
  ])
  expect(counts).toMatchObject({ created: 1, updated: 1, refused: 1, refusedFields: 2 })
  expect(refused.map(({ line, field, value }) => [line, field, value])).toEqual([
    [1, 'hours', 'siehe Plan'],
    [2, 'hours', 'siehe Plan'],
    [3, 'price', 'gratis']
  ])
  const stored = await db
    .selectFrom('participations')
    .select(['hours', 'attended'])
    .where('external_id', 'like', 'WT-%')
    .orderBy('external_id')
    .execute()
  expect(stored).toEqual([
    { hours: 7.5, attended: true },
    { hours: null, attended: false }
  ])
})
