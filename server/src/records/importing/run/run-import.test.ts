// On both databases: rows come into the embedded one by a copy in memory.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { test as serverTest } from '../../../../../testing/server/fixtures.ts'
import { importer } from '../../../../../testing/server/imports.ts'
import { addRows, changeRows, readRow } from '../../../../../testing/server/rows.ts'
import type { SourceRow } from '../rows.ts'
import { sourceRows } from './import-rows.ts'
import { findRun } from './import-run.repository.ts'

const test = serverTest
  .extend('providerId', { scope: 'file' }, async ({ own }) => own.providerId)
  .extend('run', { scope: 'file' }, ({ db, providerId }) => importer(db, providerId))
  /** Imports rows for a company of a provider that has none. */
  .extend('runElsewhere', { scope: 'file' }, async ({ db }) => {
    await addRows(db, 'providers', { provider_id: 3, name: 'Akademie', street: 'Kai 1', plz: '1020', place: 'Wien' })
    return importer(db, 3)
  })

test.beforeAll(async ({ run }) => {
  await run('customers', [{ externalId: 'C-1', lastName: 'Bau GmbH', place: 'Linz' }])
  await run('contacts', [
    { externalId: 'P-1', customer: 'C-1', lastName: 'Huber', contactNo: 70_000 },
    { externalId: 'P-2', customer: 'C-1', lastName: 'Maier' }
  ])
})

test('creates customers and contacts with numbers of their own or the ones that they bring', async ({ run, db }) => {
  const customers = await run('customers', [
    { externalId: 'N-1', lastName: 'Bau GmbH', place: 'Linz' },
    { externalId: 'N-2', lastName: 'Holz GmbH', customerNo: 50_000, number: 'K-50' }
  ])
  expect(customers.refused).toEqual([])
  expect(customers.counts).toMatchObject({ read: 2, created: 2, refused: 0 })
  const contacts = await run('contacts', [
    { externalId: 'Q-1', customer: 'N-1', lastName: 'Huber', eMailAddress: 'huber@bau.example' },
    { externalId: 'Q-2', customer: 'N-2', lastName: 'Maier', contactNo: 60_000, active: false },
    { externalId: 'Q-3', customer: 'N-2', lastName: 'Holz GmbH', personNo: 50_000 }
  ])
  expect(contacts.refused).toEqual([])
  expect(contacts.counts).toMatchObject({ read: 3, created: 3 })
  const stored = await db
    .selectFrom('contacts')
    .innerJoin('persons', (join) =>
      join
        .onRef('persons.provider_id', '=', 'contacts.provider_id')
        .onRef('persons.person_id', '=', 'contacts.person_id')
    )
    .select([
      'external_id',
      'contacts.customer_id',
      'contact_id',
      'contacts.person_id',
      'sequence_number',
      'active',
      'last_name',
      'version'
    ])
    .where('external_id', 'like', 'Q-%')
    .orderBy('external_id')
    .execute()
  expect(stored).toMatchObject([
    { external_id: 'Q-1', last_name: 'Huber', active: true, sequence_number: 1, version: 1 },
    { external_id: 'Q-2', last_name: 'Maier', contact_id: 60_000, customer_id: 50_000, active: false },
    { external_id: 'Q-3', last_name: 'Holz GmbH', customer_id: 50_000, person_id: 50_000, sequence_number: 2 }
  ])
})

test('writes nothing where everything is as the file has it', async ({ run, db }) => {
  const rows = [
    { externalId: 'C-10', lastName: 'Same GmbH', place: 'Graz' },
    { externalId: 'C-11', lastName: ' Tidy  GmbH ', street: '', personNumber: '7' }
  ]
  await run('customers', rows)
  const state = () =>
    db
      .selectFrom('customers')
      .innerJoin('persons', (join) =>
        join
          .onRef('persons.provider_id', '=', 'customers.provider_id')
          .onRef('persons.person_id', '=', 'customers.customer_id')
      )
      .select([
        'customers.customer_id',
        'version',
        sql<string>`customers.xmin::text`.as('xmin'),
        sql<string>`persons.xmin::text`.as('of')
      ])
      .where('external_id', 'in', ['C-10', 'C-11'])
      .orderBy('customers.customer_id')
      .execute()
  const before = await state()
  const again = await run('customers', rows)
  expect(again.counts).toMatchObject({ read: 2, created: 0, updated: 0, unchanged: 2, refused: 0 })
  expect(await state()).toEqual(before)
})

test('changes only the members that a row has, and records their old and new values', async ({
  run,
  db,
  providerId
}) => {
  await run('customers', [{ externalId: 'C-20', lastName: 'Alt GmbH', place: 'Wels', uidNr: 'ATU1' }])
  const { counts } = await run('customers', [{ externalId: 'C-20', lastName: 'Neu GmbH', uidNr: null }])
  expect(counts).toMatchObject({ updated: 1, created: 0 })
  const { customer_id: id, version } = await readRow(db, 'customers', { external_id: 'C-20' })
  expect(version).toBe(2)
  const entries = await db.selectFrom('audit_entries').selectAll().where('customer_id', '=', id).execute()
  expect(entries).toMatchObject([
    {
      action: 'update',
      resource: 'customer',
      actor_contact_id: null,
      key: { providerId, customerId: id },
      changes: { KND_NACHNAME: { old: 'Alt GmbH', new: 'Neu GmbH' }, KND_UIDNR: { old: 'ATU1', new: null } }
    }
  ])
})

test('refuses each broken row with its line, field, value and a sentence, and takes all others', async ({ run }) => {
  const { counts, refused } = await run('contacts', [
    { externalId: 'P-20', customer: 'C-1', lastName: 'Gut' },
    { externalId: 'P-21', customer: 'nobody', lastName: 'Fremd' },
    { externalId: 'P-22', customer: 'C-1' },
    { externalId: 'P-23', customer: 'C-1', lastName: 'x'.repeat(101) },
    { externalId: 'P-24', customer: 'C-1', lastName: 'A', eMailAddress: 'no address' },
    { externalId: 'P-25', customer: 'C-1', lastName: 'A', salutation: 9 },
    { externalId: 'P-26', customer: 'C-1', lastName: 'A', shoeSize: 44 },
    { externalId: 'P-27', customer: 'C-1', lastName: 'A\u202Eb' },
    { externalId: 'P-28', customer: 'C-1', lastName: 'A', active: 'ja' },
    { externalId: 'P-20', customer: 'C-1', lastName: 'Zweimal' },
    { externalId: 'P-29', customer: 'C-1', lastName: 'A', contactNo: 70_000 },
    { customer: 'C-1', lastName: 'A' },
    { externalId: 'P-30', customer: 'C-1', lastName: 'Auch gut' }
  ])
  expect(counts).toMatchObject({ read: 13, created: 4, refused: 9, refusedFields: 2 })
  expect(refused.map(({ line, field, value, sentence }) => [line, field, value, sentence])).toEqual([
    [2, 'customer', 'nobody', 'customer names no row of customers that is there.'],
    [3, 'lastName', null, 'A new row needs lastName.'],
    [4, 'lastName', 'x'.repeat(101), 'lastName must have at most 100 characters.'],
    [5, 'eMailAddress', 'no address', 'eMailAddress must be one e-mail address. The row was taken without it.'],
    [6, 'salutation', '9', 'salutation must be one of 0, 1, 2, 3, 10. The row was taken without it.'],
    [7, 'shoeSize', '44', 'There is no such column.'],
    [8, 'lastName', 'A\u202Eb', 'lastName has characters that cannot be stored.'],
    [9, 'active', 'ja', 'active must be true or false.'],
    [10, null, null, 'An earlier row of this run has the same key.'],
    [11, 'contactNo', '70000', 'contactNo is already the number of another contact.'],
    [12, 'externalId', null, 'externalId must not be empty.']
  ])
})

test('refuses a number that another row of the company has', async ({ run }) => {
  const order = { customer: 'C-1', registeredAt: '2026-03-02T12:00:00Z', orderedFrom: 'Ada', no: 70_100 }
  const { refused } = await run('orders', [
    { ...order, externalId: 'O-1' },
    { ...order, externalId: 'O-2' }
  ])
  expect(refused).toMatchObject([{ line: 2, field: 'no', sentence: 'no is already the number of another order.' }])
})

test('never changes what names a row outside', async ({ run }) => {
  const { refused } = await run('contacts', [
    { externalId: 'P-1', contactNo: 70_001 },
    { externalId: 'P-1', customer: 'C-1' },
    { externalId: 'P-2', contactNo: null }
  ])
  expect(refused.map(({ line, field, sentence }) => [line, field, sentence])).toEqual([
    [1, 'contactNo', 'contactNo of a stored row never changes.'],
    [2, null, 'An earlier row of this run has the same key.'],
    [3, 'contactNo', 'contactNo must not be empty.']
  ])
})

test('commits nothing in a dry run, and says the same', async ({ run, db }) => {
  const rows = [
    { externalId: 'C-50', lastName: 'Probe GmbH' },
    { externalId: 'C-1', place: 'Steyr' },
    { externalId: 'C-51', lastName: '' }
  ]
  const dry = await run('customers', rows, { undoesBatches: true })
  expect(dry.counts).toMatchObject({ read: 3, created: 1, updated: 1, refused: 1 })
  expect(await db.selectFrom('customers').select('customer_id').where('external_id', '=', 'C-50').execute()).toEqual([])
  expect((await run('customers', rows)).counts).toEqual(dry.counts)
})

test('goes on after the last stored line of a run that broke off', async ({ run, db, providerId }) => {
  const runId = randomUUID()
  const rows = Array.from({ length: 1200 }, (_, index) => ({ externalId: `R-${index}`, lastName: `Firma ${index}` }))
  async function* breaking(): AsyncGenerator<SourceRow> {
    for await (const row of sourceRows(rows)) {
      if (row.line === 700) throw new Error('killed')
      yield row
    }
  }
  await expect(run('customers', [], { rows: breaking(), runId })).rejects.toThrow('killed')
  const { line, state } = await readRow(db, 'import_runs', { run_id: runId })
  expect([line, state]).toEqual([500, 'running'])
  expect((await run('customers', rows, { runId })).counts).toMatchObject({ read: 1200, created: 1200 })
  expect((await run('customers', rows, { runId })).counts).toMatchObject({ read: 1200, created: 1200 })
  expect((await findRun(db, { providerId, runId }))?.state).toBe('done')
  await expect(run('contacts', [], { runId })).rejects.toThrow('one of another kind')
})

test('ends where a batch cannot be stored, also while the sender of the next one is silent', async ({ run, db }) => {
  const runId = randomUUID()
  async function* silent(): AsyncGenerator<SourceRow> {
    const rows = Array.from({ length: 250 }, (_, index) => ({ externalId: `S-${index}`, lastName: 'Still GmbH' }))
    yield* sourceRows(rows.slice(0, 249))
    // Another process has gone on with the run.
    await changeRows(db, 'import_runs', { run_id: runId }, { line: 7 })
    for await (const row of sourceRows(rows.slice(249))) yield { ...row, line: 250 }
    await new Promise(() => undefined)
  }
  await expect(run('customers', [], { rows: silent(), runId })).rejects.toThrow('Somebody else goes on with this run.')
  expect(await db.selectFrom('customers').select('customer_id').where('external_id', '=', 'S-0').execute()).toEqual([])
})

test('makes contacts inactive that a full set lacks, and stops where that would be too many', async ({
  runElsewhere: run,
  db
}) => {
  await run('customers', [{ externalId: 'F', lastName: 'Voll GmbH' }])
  const rows = Array.from({ length: 40 }, (_, index) => ({ externalId: `F-${index}`, customer: 'F', lastName: 'Voll' }))
  await run('contacts', rows)
  const active = () =>
    db.selectFrom('contacts').select('external_id').where('provider_id', '=', 3).where('active', '=', true).execute()
  await expect(run('contacts', rows.slice(0, 30), { mode: 'replace' })).rejects.toThrow(
    'Nothing was removed: the set lacks 10 of 40 rows, and at most 5 % may go.'
  )
  expect(await active()).toHaveLength(40)
  await expect(run('contacts', [...rows.slice(1), { lastName: 'Wer?' }], { mode: 'replace' })).rejects.toThrow(
    'some refused rows do not say which rows they are'
  )
  const { counts } = await run('contacts', rows.slice(0, 39), { mode: 'replace' })
  expect(counts).toMatchObject({ unchanged: 39, removed: 1 })
  expect(await active()).toHaveLength(39)
  expect((await run('contacts', rows.slice(0, 30), { mode: 'replace', maxRemoved: 0.5 })).counts.removed).toBe(9)
})

test('lets a full set remove exactly the share that may go', async ({ run }) => {
  const rows = Array.from({ length: 100 }, (_, n) => ({ externalId: `S-${n}`, caption: 'Seminar' }))
  await run('events', rows, { mode: 'replace', maxRemoved: 1 })
  await expect(run('events', rows.slice(30), { mode: 'replace', maxRemoved: 0.29 })).rejects.toThrow(
    'the set lacks 30 of 100 rows, and at most 29 % may go.'
  )
  await expect(run('events', rows.slice(30), { mode: 'replace', maxRemoved: 0.125 })).rejects.toThrow(
    'the set lacks 30 of 100 rows, and at most 12.5 % may go.'
  )
  expect((await run('events', rows.slice(29), { mode: 'replace', maxRemoved: 0.29 })).counts.removed).toBe(29)
})
