import { sql } from 'kysely'
import { expect } from 'vitest'
import { test as changeTest } from '../../testing/change-fixtures.ts'
import { importer } from '../../testing/imports.ts'
import { save } from '../../testing/saves.ts'

const sha256 = 'a'.repeat(64)

const test = changeTest
  .extend('run', { scope: 'file' }, async ({ db, own: { company } }) => {
    await db.insertInto('stored_files').values({ company, sha256, storage_key: 'files/a', size_bytes: 3 }).execute()
    return importer(db, company)
  })
  .extend('allSince', { scope: 'file' }, ({ readAll }) => async (cursor: string) => {
    const { changes } = await readAll(cursor, 1000, '&by=all')
    return changes.flatMap(({ rows }) => rows)
  })

const order = { externalId: 'O', customer: 'C', orderedFrom: 'Huber' }
const participation = { externalId: 'T', contact: 'P', event: 'E', order: 'O', price: '1249.90' }
const invoice = { externalId: 'I', customer: 'C', no: 'R-1', date: '2026-04-01', document: 'D' }
const link = { externalId: 'W', customer: 'C', caption: 'Statik', link: 'https://webinar.example/1' }
const address = { externalId: 'A', customer: 'C', name: 'Bau GmbH', street: 'Ring 1', plz: '1010', place: 'Wien' }

const number = expect.any(Number) as number

const orders = { resource: 'orders', key: { externalId: 'O', customer: 'C', no: number } }
const participations = { resource: 'participations', key: { externalId: 'T', participantId: number } }
const invoices = { resource: 'invoices', key: { externalId: 'I', customer: 'C', controlNo: number } }
const links = { resource: 'webinar-links', key: { externalId: 'W', customer: 'C', linkId: number } }
const addresses = { resource: 'invoice-addresses', key: { externalId: 'A', customer: 'C', id: number, no: number } }

test('a change of any resource names its row in the words of an import', async ({ run, readAll, allSince }) => {
  await run('customers', [{ externalId: 'C', lastName: 'Bau GmbH' }])
  await run('contacts', [{ externalId: 'P', customer: 'C', lastName: 'Huber' }])
  await run('invoice-addresses', [address])
  await run('events', [{ externalId: 'E', caption: 'Statik', fromDate: '2026-03-29', toDate: '2026-03-30' }])
  await run('orders', [{ ...order, registeredAt: '2026-03-29 09:00' }])
  await run('participations', [participation])
  await run(
    'documents',
    [{ ...invoice, kind: 'invoice', externalId: 'D', caption: 'R', fileName: 'R.pdf', sha256 }].map(
      ({ no: _no, date: _date, document: _document, ...row }) => row
    )
  )
  await run('invoices', [invoice])
  await run('webinar-links', [link])
  const { cursor } = await readAll('', 1000, '&by=all')
  await run('customers', [{ externalId: 'C', place: 'Linz' }])
  await run('contacts', [{ externalId: 'P', title: 'Dr.' }])
  await run('invoice-addresses', [{ ...address, place: 'Graz' }])
  await run('orders', [{ ...order, orderedFrom: 'Maier' }])
  await run('participations', [{ ...participation, price: '80.00', state: 'rebooked', rebookedTo: 'E' }])
  await run('invoices', [{ ...invoice, no: 'R-2' }])
  await run('webinar-links', [{ ...link, caption: 'Bauphysik' }])
  expect(await allSince(cursor)).toEqual([
    { resource: 'customers', key: { externalId: 'C', id: number }, fields: { place: { old: null, new: 'Linz' } } },
    {
      resource: 'contacts',
      key: { externalId: 'P', customer: 'C', id: number, pvaid: number },
      fields: { title: { old: null, new: 'Dr.' } }
    },
    { ...addresses, fields: { place: { old: 'Wien', new: 'Graz' } } },
    { ...orders, fields: { orderedFrom: { old: 'Huber', new: 'Maier' } } },
    {
      ...participations,
      fields: {
        price: { old: '1249.90', new: '80.00' },
        state: { old: 'booked', new: 'rebooked' },
        rebookedTo: { old: null, new: 'E' }
      }
    },
    { ...invoices, fields: { no: { old: 'R-1', new: 'R-2' } } },
    { ...links, fields: { caption: { old: 'Statik', new: 'Bauphysik' } } }
  ])
})

test('a change of a gone row still names it', async ({ own, server, headersOf, run, db, readAll, allSince }) => {
  const { cursor } = await readAll('', 1000, '&by=all')
  const values = { ADR_NAME: 'Huber', ADR_STRASSE: 'Weg 1', ADR_PLZ: '1010', ADR_ORT: 'Wien' }
  const headers = await headersOf(own.users.admin)
  const made = await save(server.url, headers, ['PUT', '/address'], values)
  const changed = { ADR_LFDNR: made.data?.['ADR_LFDNR'], ADR_ORT: 'Wels' }
  expect((await save(server.url, headers, ['PUT', '/address'], changed)).code).toBe(0)
  await run('participations', [{ ...participation, price: '81.00' }])
  await run('invoices', [{ ...invoice, no: 'R-3' }])
  const before = await allSince(cursor)
  expect(before.map(({ key }) => key['externalId'])).toEqual([
    expect.stringMatching(/^cc-/),
    before[0]?.key['externalId'],
    'T',
    'I'
  ])
  for (const resource of ['invoices', 'participations', 'invoice-addresses'] as const)
    await run(resource, [], { mode: 'replace', maxRemoved: 1 })
  expect(await db.selectFrom('invoice_addresses').select('no').where('company', '=', own.company).execute()).toEqual([])
  const after = await allSince(cursor)
  expect(after.slice(0, before.length)).toEqual(before)
  // Their removal is a change of its own.
  const gone = after
    .slice(before.length)
    .map(({ resource, key, fields }) => ({ resource, is: key['externalId'], fields }))
  expect(gone).toHaveLength(4)
  expect(gone).toEqual(
    expect.arrayContaining([
      { resource: 'invoices', is: 'I', fields: {} },
      { resource: 'participations', is: 'T', fields: {} },
      { resource: 'invoice-addresses', is: 'A', fields: {} },
      { resource: 'invoice-addresses', is: before[0]?.key['externalId'], fields: {} }
    ])
  )
  // A new row may get the number of one that was removed.
  await run('invoices', [{ ...invoice, externalId: 'N', no: 'R-4' }])
  const later = await allSince(cursor)
  expect(later.slice(before.length, after.length)).toEqual(after.slice(before.length))
})

test('a save leaves the mark that an earlier one of its transaction has set', async ({ db, own }) => {
  const entry = {
    company: own.company,
    customer_id: own.id,
    actor_pvaid: own.users.admin.pvaid,
    provider_key: null,
    action: 'update',
    resource: 'customer',
    key: JSON.stringify({ id: own.id }),
    changes: '{"KND_ORT": {"old": "a", "new": "b"}}'
  }
  /** Their times have the microseconds of the database: two transactions may begin within a millisecond. */
  const marks = async (on: typeof db) => {
    const { rows } = await sql<{ place: string; at: number }>`
      select ctid::text as place, extract(epoch from changed_at)::float8 as at from customer_changes
      where resource = 'customer' and row_key = ${String(own.id)}`.execute(on)
    return rows
  }
  const versions = await db.transaction().execute(async (trx) => {
    const read = async () => {
      await trx.insertInto('audit_entries').values(entry).execute()
      return marks(trx)
    }
    return [await read(), await read()]
  })
  expect(versions[1]).toEqual(versions[0])
  await db.insertInto('audit_entries').values(entry).execute()
  expect((await marks(db))[0]?.at).toBeGreaterThan(versions[0]?.[0]?.at ?? Infinity)
})
