import { type RawBuilder, sql } from 'kysely'
import type { FieldTable } from '@customer-center/contract/field-codes'
import { memberName } from '../../platform/database/column-name.ts'
import { preparedUpTo } from '../../platform/database/prepared.ts'
import type { Db, Tables } from '../../platform/database/query.ts'
import { WriteConflict } from '../../platform/database/transaction.ts'
import { type AuditActor, auditEntry, type AuditChange } from './audit.ts'
import type { ColumnValues, RowOfTable } from './tables.ts'

interface RowWrite {
  readonly actor: AuditActor
  /** Row of the noun; in the audit it is `saved`. */
  readonly row: RowOfTable
  /** Rows of other tables that belong to it and are written with it. */
  readonly parts?: readonly RowOfTable[]
  readonly change: Omit<AuditChange<FieldTable>, 'key'>
  /** Version that the stored row must have; left out for a new row. */
  readonly version?: number
  /** Part whose row is locked first: two writers with the same order never deadlock. */
  readonly first?: RowOfTable | undefined
}

const isEmpty = (columns: ColumnValues): boolean => Object.keys(columns).length === 0

const equalities = (columns: ColumnValues, separator: RawBuilder<unknown>) =>
  sql.join(
    Object.entries(columns).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
    separator
  )

function updateSql(
  { table, key, columns, versioned }: RowOfTable,
  condition: RawBuilder<unknown>
): RawBuilder<unknown> {
  const set = [
    ...(isEmpty(columns) ? [] : [equalities(columns, sql`, `)]),
    ...(versioned ? [sql`version = version + 1`] : [])
  ]
  return sql`update ${sql.table(table)} set ${sql.join(set)} where ${equalities(key, sql` and `)} and ${condition}`
}

const insertSql = ({ table, key, columns }: RowOfTable): RawBuilder<unknown> => {
  const values = { ...columns, ...key }
  const names = Object.keys(values).map((column) => sql.ref(column))
  return sql`insert into ${sql.table(table)} (${sql.join(names)}) values (${sql.join(Object.values(values))})`
}

// A form usually changes a few fields, but any set of fields may be sent.
const preparedUpdates = new Map<keyof Tables, (text: string) => string>()

/** Returns the parts of `with` that update the row as `saved`, and then its parts. */
function updates({ row, parts = [], version, first }: RowWrite, entry: RawBuilder<unknown>) {
  const isUnchanged = sql`version = ${version}`
  const written = [...(first ? [first] : []), ...parts].filter(
    ({ columns, versioned }) => versioned || !isEmpty(columns)
  )
  return [
    ...(first
      ? [
          sql`first as (select from ${sql.table(first.table)} where ${equalities(first.key, sql` and `)} for no key update)`
        ]
      : []),
    sql`saved as (${updateSql(row, first ? sql`${isUnchanged} and exists (select from first)` : isUnchanged)} returning *)`,
    entry,
    ...written.map(
      (part, index) => sql`${sql.ref(`part${index}`)} as (${updateSql(part, sql`exists (select from saved)`)})`
    )
  ]
}

/** Returns the parts of `with` that insert the row as `saved`, and its parts. */
const inserts = ({ row, parts = [] }: RowWrite, entry: RawBuilder<unknown>) => [
  ...parts.map((part, index) => sql`${sql.ref(`part${index}`)} as (${insertSql(part)})`),
  sql`saved as (${insertSql(row)} returning *)`,
  entry
]

/**
 * Writes a new row, or a changed row with the next version, together with its parts and the audit row, in one statement
 * without a transaction around it. Unchanged parts of a changed row are left out.
 * @returns the version that is stored now
 * @throws WriteConflict when somebody else has written since the row was read
 */
export async function writeRow(db: Db, write: RowWrite): Promise<number> {
  const { actor, row, change, version } = write
  const key = Object.fromEntries(Object.entries(row.key).map(([column, value]) => [memberName(column), value]))
  const entry = sql`entry as (${auditEntry(actor, { ...change, key }, sql`from saved`)})`
  const statements = version === undefined ? inserts(write, entry) : updates(write, entry)
  let query = sql<{ version: number }>`with ${sql.join(statements)} select version from saved`.compile(db)
  if (version !== undefined) {
    const mark = preparedUpdates.get(row.table) ?? preparedUpTo(16)
    preparedUpdates.set(row.table, mark)
    query = { ...query, sql: mark(query.sql) }
  }
  const [saved] = (await db.executeQuery(query)).rows
  if (!saved) throw new WriteConflict()
  return saved.version
}
