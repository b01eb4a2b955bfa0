import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { expect } from 'vitest'
import { today } from '@customer-center/contract/dates'
import { importResources } from '@customer-center/contract/import/resources'
import { stopClock } from '../../../../../testing/server/eventually.ts'
import { test as serverTest } from '../../../../../testing/server/fixtures.ts'
import { importer } from '../../../../../testing/server/imports.ts'
import { imports } from '../../../features.ts'
import { runImport } from '../run/run-import.ts'
import { openRows } from './open-rows.ts'

const test = serverTest
  .extend('run', { scope: 'file' }, ({ db, own }) => importer(db, own.providerId))
  .extend('importText', { scope: 'file' }, ({ db, own }) => async (content: string | Buffer) => {
    const { fields } = importResources.contacts
    const { rows, header, format } = await openRows(Readable.from([Buffer.from(content)]), { fields })
    return runImport(
      { db, imports },
      {
        providerId: own.providerId,
        resource: 'contacts',
        mode: 'upsert',
        providerKey: null,
        format,
        header,
        rows
      }
    )
  })
  .extend('refusedOf', { scope: 'file' }, ({ db }) => async (runId: string) => {
    return db.selectFrom('import_refusals').selectAll().where('run_id', '=', runId).orderBy('line').execute()
  })

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
      join
        .onRef('persons.provider_id', '=', 'customers.provider_id')
        .onRef('persons.person_id', '=', 'customers.customer_id')
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
    { externalId: 'LP-4', customer: 'L-2', lastName: 'Vier', personNumber: '7'.repeat(1000), personNo: 'x' }
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

test('takes a participation without wrong hours or a wrong price', async ({ run, db }) => {
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
  expect(counts).toMatchObject({ created: 2, updated: 1, refused: 0, refusedFields: 3 })
  expect(refused.map(({ line, field, value }) => [line, field, value])).toEqual([
    [1, 'hours', 'siehe Plan'],
    [2, 'hours', 'siehe Plan'],
    [3, 'price', 'gratis']
  ])
  const stored = await db
    .selectFrom('participations')
    .select(['hours', 'attended', 'price'])
    .where('external_id', 'like', 'WT-%')
    .orderBy('external_id')
    .execute()
  expect(stored).toEqual([
    { hours: 7.5, attended: true, price: 0 },
    { hours: null, attended: false, price: 0 },
    { hours: null, attended: false, price: 0 }
  ])
})

const noDates = ['0001-01-01', '1601-01-01', '1753-01-01', '1899-12-30', '1900-01-01', '9999-12-31', '0000-00-00']

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
  stopClock()
  const hundredYears = `${Number(today().slice(0, 4)) + 100}${today().slice(4)}`
  const dayAfter = new Date(Date.parse(`${hundredYears}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
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

const hashes = [
  '$2y$10$.vGA1O9wmRjrwAVXD98HNOgsNpDczlqm3Jq7KnEd1rVAGv3Fykk1a',
  '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21l$aGFzaGhhc2hoYXNo',
  '{SSHA}DkMTwBl+a/3DQTxCYEApdUtNXGgdUac3',
  'pbkdf2_sha256$260000$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA==',
  '5f4dcc3b5aa765d61d8327deb882cf99',
  '*2470C0C06DEE42FD1618BB99005ADCA2EC9D1E19'
]

test.for(hashes)('nothing is kept of a row that looks like a hash: %s', async (hash, { importText, refusedOf }) => {
  const [header, customer] = ['externalId;customer;lastName;eMailAddress', 'none']
  for (const content of [
    `${header}\nk1;${customer};Huber;\nk2;${customer};${hash};\nk3;${customer};Huber;${hash}\nk4;${customer};"${hash}\n`,
    [
      { externalId: 'k1', customer, lastName: 'Huber' },
      { externalId: 'k2', customer, lastName: hash },
      { externalId: 'k3', customer, [hash]: 1 },
      { externalId: 'k4', customer, notes: hash }
    ]
      .map((row) => JSON.stringify(row))
      .join('\n')
  ]) {
    const rows = await refusedOf((await importText(content)).runId)
    expect(rows).toHaveLength(4)
    expect(JSON.stringify(rows, (_name, value) => (typeof value === 'bigint' ? String(value) : value))).not.toContain(
      hash
    )
    expect(rows[0]?.text).toContain('Huber')
    expect(rows[1]).toMatchObject({ text: '', sentence: expect.stringContaining('is not kept') })
  }
})

test('a refused row stays as it came where such digits are a key', async ({ importText, refusedOf }) => {
  const key = '5f4dcc3b5aa765d61d8327deb882cf99'
  const text = JSON.stringify({ externalId: key, customer: 'none', lastName: 'Huber' })
  const [row] = await refusedOf((await importText(text)).runId)
  expect(row?.text).toBe(text)
})

test('rows that are as alike as an ERP may write them are taken packed', async ({ importText }) => {
  const rows = Array.from({ length: 20_000 }, () => '{"externalId":"K-1","customer":"none"}')
  expect((await importText(gzipSync(rows.slice(0, 2000).join('\n')))).read).toBe(2000)
})
