import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { test } from '../../testing/server/fixtures.ts'
import { labelOf } from './confirmations/data-copy/make-data-copy.ts'
import dataCopyTexts from './confirmations/data-copy/texts.json' with { type: 'json' }
import { jobs, personalData } from './features.ts'
import { noDescription } from './records/saving/field-name.ts'

/** Tables without a person, and why. */
const exempt: Readonly<Record<string, string>> = {
  providers: 'the provider itself',
  field_descriptors: 'forms',
  possible_values: 'forms',
  event_models: 'drawings of rooms',
  events: 'what is offered to everybody',
  event_dates: 'what is offered to everybody',
  evaluations: 'which reports there are',
  documents: 'files of events and invoices of customers',
  stored_files: 'files of events and invoices of customers',
  file_names: 'names of those files',
  letters: 'which letters there are',
  signing_keys: 'keys of the server',
  log_keys: 'keys of the server',
  provider_keys: 'keys of programs',
  webhooks: 'addresses of programs',
  import_runs: 'counts',
  import_keys: 'keys of rows, gone when the run is done',
  removed_numbers: 'one number of each list',
  outgoing: 'whether mails and webhooks leave',
  operator_events: 'numbers, until a server has logged them',
  mail_limits: 'hashes of addresses, for a day',
  migrations: 'migrations'
}

/** Columns that name the row and its owner, and those that the queue needs of a job. */
const keys = new Set([
  'id',
  'provider_id',
  'person_id',
  'contact_id',
  'version',
  'event_id',
  'no',
  'customer_id',
  'provider_key'
])

const wordsOf = (text: string): string[] => text.match(/\w+/g) ?? []

describe('what is stored of a person', () => {
  test('is described for each table, or the table says why there is nothing', async ({ db }) => {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public'`.execute(db)
    const described = new Set(personalData.map(({ table }) => table))
    const known = [...described, ...Object.keys(exempt)]
    expect(known.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
  })

  test('is copied column by column, or the column says why it is not', async ({ db }) => {
    const { rows } = await sql<{ table: string; column: string }>`
      select table_name as "table", column_name as "column" from information_schema.columns
      where table_schema = 'public'`.execute(db)
    const missing = rows.filter(({ table, column }) => {
      const ofTable = personalData.filter((one) => one.table === table)
      if (ofTable.length === 0 || keys.has(column)) return false
      const handled = ofTable.flatMap(({ copy, withheld = {}, rows: about }) => [
        ...(typeof copy === 'string' ? [] : wordsOf(JSON.stringify(copy))),
        ...Object.keys(withheld),
        ...wordsOf(about)
      ])
      return !handled.includes(column)
    })
    expect(missing).toEqual([])
  })

  test('has each kind of mail, with a German word for it', async ({ db }) => {
    const kinds = jobs.filter(({ group }) => group === 'mail').map(({ name }) => name)
    const values = kinds.map((kind) => ({ id: randomUUID(), kind, data: '{}', due_at: new Date() }))
    await db.insertInto('jobs').values(values).execute()
    const { copy } = personalData.find(({ name }) => name === 'mails')!
    const from = typeof copy === 'string' ? '' : copy.from!
    const { rows } = await sql<{ kind: string }>`select kind from ${sql.raw(from)} mails`.execute(db)
    expect(rows.map(({ kind }) => kind).toSorted()).toEqual(kinds.toSorted())
    expect(kinds.filter((kind) => !Object.hasOwn(dataCopyTexts.choices, kind))).toEqual([])
  })

  test('has a German heading and German labels in the readable copy', () => {
    const copies = personalData.flatMap(({ name, copy }) => (typeof copy === 'string' ? [] : [{ name, copy }]))
    const { sections, labels } = dataCopyTexts
    expect(copies.map(({ name }) => name).toSorted()).toEqual(Object.keys(sections).toSorted())
    const members = [...new Set(copies.flatMap(({ copy }) => Object.keys(copy.columns)))]
    // A field has the same name everywhere.
    const others = members.filter((member) => !Object.hasOwn(labels, member))
    expect(others.filter((member) => labelOf(member) === noDescription)).toEqual([])
    expect(Object.keys(labels).filter((label) => !members.includes(label))).toEqual([])
  })

  test('has for each table something that becomes of it when the person is erased', () => {
    expect(personalData.filter(({ erasure }) => erasure.length === 0)).toEqual([])
  })
})
