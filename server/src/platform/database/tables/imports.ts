import type { Generated } from 'kysely'

interface ImportRunTable {
  company: number
  /** Unique within the company. */
  run_id: string
  resource: string
  mode: 'upsert' | 'replace'
  dry_run: boolean
  /** Null: a command. */
  provider_key: number | null
  format: 'csv' | 'ndjson'
  /** The header line of a CSV file. */
  header: string | null
  state: Generated<'running' | 'done' | 'failed'>
  /** Why the whole run stopped. */
  failure: string | null
  /** The last line whose rows are stored. */
  line: Generated<number>
  read: Generated<number>
  created: Generated<number>
  updated: Generated<number>
  unchanged: Generated<number>
  removed: Generated<number>
  refused: Generated<number>
  refused_fields: Generated<number>
  conflicts: Generated<number>
  started_at: Generated<Date>
  committed_at: Generated<Date>
}

interface ImportRefusalTable {
  id: Generated<number>
  company: number
  run_id: string
  line: number
  /** The row was taken, but for this field, which a customer has changed meanwhile. */
  is_conflict: Generated<boolean>
  field: string | null
  value: string | null
  /** The value that stays since another row has set it. */
  stored: string | null
  sentence: string
  text: string
}

interface ImportKeyTable {
  company: number
  run_id: string
  key: string
  /** False: every row with this key was refused. */
  accepted: boolean
}

interface CustomerChangeTable {
  company: number
  /** As in the audit. */
  resource: string
  row_key: string
  code: string
  changed_at: Date
}

export interface ImportTables {
  import_runs: ImportRunTable
  import_refusals: ImportRefusalTable
  import_keys: ImportKeyTable
  customer_changes: CustomerChangeTable
}
