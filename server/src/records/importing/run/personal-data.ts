import { type RawBuilder, sql } from 'kysely'
import type { Config } from '../../../platform/config/config.ts'
import { expiringTable, isOlder, type Retention, keptTables } from '../../../platform/database/retention.ts'
import { namesPerson, personalDataOf, type PersonalData } from '../../../platform/personal-data/personal-data.ts'
import { isOfContactSql } from '../../rows/audit-resources.ts'

/** Returns the SQL of a row of CSV or JSON with the same mark around each of its cells. */
const cellsOf = (text: string) => `';' || regexp_replace(${text}, '["\\s,|:{}]+', ';', 'g') || ';'`

/** Personal data that imports store apart from a person's rows. */
export const importedOfPerson: readonly PersonalData[] = [
  personalDataOf('customer_changes', {
    name: 'changedFields',
    rows: `t.provider_id = person.provider_id and (
      ${isOfContactSql('t')} and t.row_key = person.contact_id::text
      or person.is_customer and t.resource = 'customer' and t.row_key = person.person_id::text
      or person.is_customer and t.resource = 'invoice-address' and t.row_key like person.person_id || '/%')`,
    copy: 'in the list of changes',
    withheld: {
      resource: 'in the list of changes',
      row_key: 'numbers of the row',
      code: 'in the list of changes',
      changed_at: 'in the list of changes'
    },
    erasure: [{ action: 'delete' }]
  }),
  personalDataOf('import_refusals', {
    name: 'refusedRows',
    // Rows of the provider's files are free text: those that contain the person's name, or the person's key as a whole
    // cell.
    rows: `t.provider_id = person.provider_id and (${namesPerson("concat_ws(' ', t.value, t.stored, t.sentence, t.text)")}
      or t.key = person.external_id or strpos(${cellsOf('t.text')}, ${cellsOf('person.external_id')}) > 0)`,
    copy: 'rows of the provider’s files that were not taken',
    withheld: {
      run_id: 'an internal number',
      line: 'of the file',
      kind: 'of the file',
      field: 'of the file',
      value: 'of the file',
      stored: 'of the person',
      sentence: 'of the file',
      text: 'of the file',
      key: 'of the file',
      known: 'of the file'
    },
    erasure: [{ action: 'delete' }]
  })
]

const ofOldRun = ({ importDays }: Config): RawBuilder<unknown> =>
  sql`(provider_id, run_id) in (select provider_id, run_id from import_runs where ${isOlder('committed_at', importDays)})`

/** Records of imports. A run is deleted after its rows, so that no single statement deletes all of them. */
export const importRetention: readonly Retention[] = [
  expiringTable('import_refusals', '`IMPORT_DAYS`, and at most 10 MB of each run', ofOldRun),
  expiringTable('import_keys', 'the end of the run; `IMPORT_DAYS` of one that broke off', ofOldRun),
  expiringTable(
    'import_runs',
    '`IMPORT_DAYS`',
    ({ importDays }) => sql`${isOlder('committed_at', importDays)}
      and not exists (select from import_refusals r where r.provider_id = import_runs.provider_id and r.run_id = import_runs.run_id)
      and not exists (select from import_keys k where k.provider_id = import_runs.provider_id and k.run_id = import_runs.run_id)`
  ),
  keptTables('for good: one for each field of a row that a customer has changed', 'customer_changes'),
  keptTables('for good: one for each list of rows whose highest was removed', 'removed_numbers')
]
