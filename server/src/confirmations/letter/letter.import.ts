import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { assignNumbers } from '../../platform/importing/assign-numbers.ts'
import { defineImport, intoTable, type PlannedRow } from '../../platform/importing/import.ts'

async function numberLetters(trx: Kysely<Tables>, company: number, rows: readonly PlannedRow[]): Promise<void> {
  const { rows: found } = await sql<{ highest: number }>`
    select coalesce(max(letter_no), 0) as highest from letters where company = ${company}`.execute(trx)
  assignNumbers(rows, 'l.letter_no', found[0]?.highest ?? 0)
}

/** Which letters there are. Those that were issued are no rows of it. */
export const letterImport = defineImport({
  resource: 'letters',
  tables: [intoTable('letters', 'l', ['letter_no'])],
  columns: {
    externalId: 'l.external_id',
    letterNo: 'l.letter_no',
    kind: 'l.kind',
    caption: 'l.caption',
    template: 'l.template'
  },
  references: { event: { 'l.event_id': 'event_id', 'l.no': 'no' } },
  key: ['external_id'],
  prepare: numberLetters,
  removal: {
    counts: 'true',
    async remove(trx, company, gone) {
      await sql`
        delete from letters where company = ${company}
          and letter_no = any(${gone.map(({ letter_no }) => Number(letter_no))}::int[])`.execute(trx)
    }
  },
  constraints: {
    letters_pkey: ['letterNo', 'is already the number of another letter.'],
    letters_external_id: ['externalId', 'is already the key of another row.']
  }
})
