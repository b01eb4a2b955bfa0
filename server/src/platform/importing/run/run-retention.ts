import { type RawBuilder, sql } from 'kysely'
import type { Config } from '../../config/config.ts'
import { expires, isOlder, type Retention, stays } from '../../database/retention.ts'

const ofOldRun = ({ importDays }: Config): RawBuilder<unknown> =>
  sql`(company, run_id) in (select company, run_id from import_runs where ${isOlder('committed_at', importDays)})`

/** Records of imports. A run is deleted once its rows are gone, so that no statement deletes all of them. */
export const importRetention: readonly Retention[] = [
  expires('import_refusals', '`IMPORT_DAYS`, and at most 10 MB of each run', ofOldRun),
  expires('import_keys', 'the end of the run; `IMPORT_DAYS` of one that broke off', ofOldRun),
  expires(
    'import_runs',
    '`IMPORT_DAYS`',
    ({ importDays }) => sql`${isOlder('committed_at', importDays)}
      and not exists (select from import_refusals r where r.company = import_runs.company and r.run_id = import_runs.run_id)
      and not exists (select from import_keys k where k.company = import_runs.company and k.run_id = import_runs.run_id)`
  ),
  stays('for good: one for each field of a row that a customer has changed', 'customer_changes'),
  stays('for good: one for each list of rows whose highest was removed', 'removed_numbers')
]
