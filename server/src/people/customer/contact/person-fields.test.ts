// On the embedded database alone: both have the same functions.

import { sql } from 'kysely'
import { expect } from 'vitest'
import { contactFields } from '@customer-center/contract/contact'
import { customerFields } from '@customer-center/contract/customer'
import { test } from '../../../../../testing/server/fixtures.ts'
import { contactColumns, customerColumns } from './contact.columns.ts'

test('a change of any field of a person counts for each customer and contact of that person', async ({ database }) => {
  const { rows } = await sql<{ text: string }>`
    select pg_get_functiondef('note_customer_changes'::regproc) as text`.execute(database.db)
  const [, named = ''] = /code ~ '\^\(ASP\|KND\)_\(([A-Z|]+)\)\$'/.exec(rows[0]?.text ?? '') ?? []
  const ofPerson = [
    ...contactColumns.flatMap(({ name, table }) => (table === 'p' ? contactFields[name] : [])),
    ...customerColumns.flatMap(({ name, table }) => (table === 'p' ? customerFields[name] : []))
  ]
  // A form saves no field that is only read.
  const endings = new Set(ofPerson.flatMap(({ code, use }) => (use === 'read' ? [] : code.slice('ASP_'.length))))
  expect(named.split('|').toSorted()).toEqual([...endings].toSorted())
})
