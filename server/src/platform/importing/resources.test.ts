import { importResourceNames, type ImportResourceName } from '@customer-center/contract/import/resources'
import { expect } from 'vitest'
import { test as serverTest } from '../../testing/fixtures.ts'
import { importer } from '../../testing/imports.ts'

const sha256 = 'a'.repeat(64)
const logo = `data:image/png;base64,${Buffer.from('89504e470d0a1a0a', 'hex').toString('base64')}`

/** A row of each resource with every member, and the changes of another run. */
const rows: Record<ImportResourceName, readonly [row: Record<string, unknown>, change: Record<string, unknown>]> = {
  provider: [{ name: 'Akademie Nord GmbH', place: 'Kiel', colour: '#0B5563', logo, bank: null }, { place: 'Husum' }],
  fields: [{ form: 'contact', field: 'ASP_ORT', position: 3, required: true }, { description: 'Wohnort' }],
  'possible-values': [{ field: 'ASP_FREIFELD16', key: 'a', value: 'Rot', position: 1 }, { value: 'Blau' }],
  customers: [{ externalId: 'C', lastName: 'Bau GmbH', number: 'B-1', compareField14: 'x' }, { uidNr: 'ATU1' }],
  contacts: [{ externalId: 'P', customer: 'C', lastName: 'Huber', salutation: 0, personNumber: '7' }, { title: 'Dr.' }],
  'shop-users': [{ contact: 'P', emailAddress: 'huber@bau.example', rights: 3 }, { rights: 1 }],
  'invoice-addresses': [
    { externalId: 'A', customer: 'C', name: 'Bau GmbH', street: 'Ring 1', plz: '1010', place: 'Wien' },
    { salutation: 10 }
  ],
  events: [{ externalId: 'E', caption: 'Statik', fromDate: '2026-03-29', toDate: '2026-03-30' }, { location: 'Linz' }],
  'event-dates': [
    { event: 'E', dayNo: 1, date: '2026-03-29', starts: '09:00', ends: '17:30:00', hours: 7.5 },
    { hours: '7.25' }
  ],
  'event-models': [{ modelId: 'saal', event: null, css: '.a{}\n', svg: '<svg/>', html: '' }, { css: '.b{}' }],
  orders: [
    { externalId: 'O', customer: 'C', registeredAt: '2026-03-29 02:30:00', orderedFrom: 'Huber', orderedBy: 'P' },
    { orderedBy: null }
  ],
  participations: [
    { externalId: 'T', contact: 'P', event: 'E', order: 'O', price: '1249.90' },
    { attended: true, hours: '14.5', state: 'rebooked', rebookedTo: 'E' }
  ],
  documents: [
    { externalId: 'D', kind: 'invoice', customer: 'C', caption: 'Rechnung 1', fileName: 'Rechnung.pdf', sha256 },
    { caption: 'Rechnung' }
  ],
  invoices: [
    {
      externalId: 'I',
      customer: 'C',
      no: 'R-1',
      date: '2026-04-01',
      document: 'D',
      xml: 'D',
      amount: -0.5,
      currency: 'EUR'
    },
    { isPaid: true, dueDate: '2026-04-15' }
  ],
  'webinar-links': [
    { externalId: 'W', customer: 'C', contact: 'P', event: 'E', caption: 'Statik', link: 'https://webinar.example/1' },
    { expiryDate: '2027-01-01' }
  ],
  letters: [{ externalId: 'L', kind: 'participation', event: 'E' }, { event: null }],
  evaluations: [{ externalId: 'V', caption: 'Kosten', template: 'evaluation-costs' }, { caption: 'Alle Kosten' }]
}

const test = serverTest.extend('run', { scope: 'file' }, async ({ db, own }) => {
  const { company } = own
  await db.insertInto('stored_files').values({ company, sha256, storage_key: 'files/a', size_bytes: 3 }).execute()
  return importer(db, company)
})

test('every resource is created, left alone where it is the same, and changed where it is not', async ({ run }) => {
  for (const resource of importResourceNames) {
    const [row, change] = rows[resource]
    const first = await run(resource, [row])
    expect([resource, first.refused]).toEqual([resource, []])
    expect([resource, first.counts.created + first.counts.updated]).toEqual([resource, 1])
    expect([resource, (await run(resource, [row])).counts]).toMatchObject([resource, { unchanged: 1, updated: 0 }])
    const changed = await run(resource, [{ ...row, ...change }])
    expect([resource, changed.refused, changed.counts.updated]).toEqual([resource, [], 1])
  }
})

test('every resource but the provider can be a full set, in the order in which nothing refers to what goes', async ({
  run,
  db
}) => {
  const kept = new Set<ImportResourceName>(['provider'])
  for (const resource of importResourceNames.toReversed()) {
    if (kept.has(resource)) continue
    const { counts } = await run(resource, [], { mode: 'replace', maxRemoved: 1 })
    expect([resource, counts.removed]).toEqual([resource, resource === 'contacts' ? 6 : expect.any(Number)])
    expect([resource, (await run(resource, [], { mode: 'replace', maxRemoved: 0 })).counts.removed]).toEqual([
      resource,
      0
    ])
  }
  const left = await db.selectFrom('contacts').select('active').where('company', '=', 1).execute()
  expect(left.map(({ active }) => active)).toEqual(Array.from({ length: 6 }, () => false))
  expect(await db.selectFrom('events').select('event_id').execute()).toEqual([])
})

test('a time without an offset is one of the provider’s clock, also in the hour that a change of the clock leaves out', async ({
  run,
  db
}) => {
  await run('customers', [{ externalId: 'Z', lastName: 'Zeit GmbH' }])
  const times = ['2026-01-10 09:00', '2026-07-10T09:00:00', '2026-07-10T09:00:00+0300', '2026-07-10T09:00:00Z']
  const { refused } = await run(
    'orders',
    times.map((registeredAt, index) => ({ externalId: `Z-${index}`, customer: 'Z', registeredAt, orderedFrom: 'x' }))
  )
  expect(refused).toEqual([])
  const stored = await db
    .selectFrom('orders')
    .select('registered_at')
    .where('external_id', 'like', 'Z-%')
    .orderBy('no')
    .execute()
  expect(stored.map((row) => row.registered_at.toISOString())).toEqual([
    '2026-01-10T08:00:00.000Z',
    '2026-07-10T07:00:00.000Z',
    '2026-07-10T06:00:00.000Z',
    '2026-07-10T09:00:00.000Z'
  ])
})
