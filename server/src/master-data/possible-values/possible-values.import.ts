import { sql } from 'kysely'
import { defineImport, intoTable } from '../../platform/importing/import.ts'

/** The choices of the drop-downs whose lists the provider keeps. */
export const possibleValuesImport = defineImport({
  resource: 'possible-values',
  tables: [intoTable('possible_values', 'v', ['field', 'key'])],
  columns: { field: 'v.field', key: 'v.key', value: 'v.value', position: 'v.position' },
  key: ['field', 'key'],
  removal: {
    counts: 'true',
    async remove(trx, company, gone) {
      await sql`
        delete from possible_values v using json_populate_recordset(null::possible_values, ${JSON.stringify(gone)}::json) r
        where v.company = ${company} and v.field = r.field and v.key = r.key`.execute(trx)
    }
  }
})
