import { sql } from 'kysely'
import { importResource } from '@customer-center/contract/import/resources'
import type { Db } from '../../../platform/database/query.ts'
import type { ColumnValues } from '../../rows/tables.ts'
import { type ImportDefinition, mainTable, type ReferenceSql } from '../import.ts'
import { type ImportedRow, postponeMember } from '../imported-row.ts'
import type { Move } from '../losses.ts'
import { refusedRow, refusedValue } from '../refusals.ts'
import type { CellValue, ImportValues, KeyedRow, RefusedRow } from '../rows.ts'
import { settleConflicts } from './customer-changes.ts'
import { formatKey, type ImportSetup, referredTable, storedSql } from './import-setup.ts'
import { planRow, type FoundReferences, type StoredTables } from './plan-row.ts'

/** Reads the stored rows of a batch, keyed by their text. */
export async function readStored(
  db: Db,
  { definition, request: { providerId } }: ImportSetup,
  keyed: readonly Pick<KeyedRow, 'key'>[]
): Promise<Map<string, StoredTables>> {
  if (keyed.length === 0) return new Map()
  const ofProvider = keyed.map(({ key }) => ({ ...key, provider_id: providerId }))
  const { rows } = await sql<StoredTables>`${storedSql(definition, ofProvider)}`.execute(db)
  return new Map(rows.map((stored) => [formatKey(definition, stored[mainTable(definition).alias] ?? {}), stored]))
}

/** Makes the statement of a reference to a resource: each row is found by itself, as the stored rows are. */
const byExternalId =
  (definition: ImportDefinition, member: string): ReferenceSql =>
  (providerId, names) => {
    const taken = new Set(Object.values(definition.members[member]?.reference ?? {}))
    return sql`
      select t.external_id as name, ${sql.join([...taken].map((column) => sql.ref(`t.${column}`)))}
      from (select ${providerId}::int as provider_id, unnest(${names}::text[]) as name offset 0) k
      cross join lateral (
        select * from ${sql.table(referredTable(definition, member))} t
        where t.provider_id = k.provider_id and t.external_id = k.name offset 0
      ) t`
  }

/** Finds the rows that a batch references, with one statement for each reference. */
export async function findReferences(
  db: Db,
  { definition, request }: ImportSetup,
  rows: readonly ImportValues[]
): Promise<FoundReferences> {
  const found = new Map<string, ReadonlyMap<string, ColumnValues>>()
  for (const [member, { reference, lookup = byExternalId(definition, member) }] of Object.entries(definition.members)) {
    if (!reference) continue
    const names = [...new Set(rows.map((values) => values.get(member)).filter((name) => typeof name === 'string'))]
    if (names.length === 0) continue
    const { rows: referred } = await sql<{ name: string; found: ColumnValues }>`
      select t.name, to_json(t) as found from (${lookup(request.providerId, names)}) t`.execute(db)
    found.set(member, new Map(referred.map((row) => [row.name, row.found])))
  }
  return found
}

/** The part of a row that waits for the run's end: its key, and the member that takes something away. */
export interface HeldMember {
  readonly line: number
  readonly keyText: string
  /** The number of the one that loses it. */
  readonly subject: number
  readonly values: Readonly<Record<string, CellValue>>
}

/** A move of a written row, which waits for the counts of the run's end. */
export interface NotedMove extends Move {
  readonly line: number
  readonly keyText: string
}

/** Rows of a batch that can be written, and the faults of the others. */
export interface PlannedBatch {
  readonly fresh: readonly ImportedRow[]
  readonly known: readonly ImportedRow[]
  readonly refused: readonly RefusedRow[]
}

/** Takes a member out of a row. */
export function holdMember(
  { definition }: ImportSetup,
  row: ImportedRow,
  { member, subject }: { readonly member: string; readonly subject: number }
): HeldMember {
  const needed = [...importResource(definition.resource).key, member, 'changedAt']
  const values = Object.fromEntries([...row.values].filter(([name]) => needed.includes(name)))
  postponeMember(row, member)
  return { line: row.line, keyText: row.keyText, subject, values }
}

/** Compares rows with the stored rows of the same keys, and settles conflicts with values that customers have set. */
export async function planBatch(
  trx: Db,
  setup: ImportSetup,
  keyed: readonly KeyedRow[],
  found: FoundReferences
): Promise<PlannedBatch> {
  const stored = await readStored(trx, setup, keyed)
  const refused: RefusedRow[] = []
  const rows: ImportedRow[] = []
  for (const row of keyed) {
    const planned = planRow(setup, row, stored.get(row.keyText), found)
    if ('refusal' in planned) refused.push(refusedRow(row, planned.refusal))
    else rows.push(planned)
  }
  await settleConflicts(trx, setup, rows)
  return { fresh: rows.filter(({ isNew }) => isNew), known: rows.filter(({ isNew }) => !isNew), refused }
}

/**
 * Refuses rows whose key an earlier row of the run has. Of rows that a map has made it names the members in which they
 * differ from the stored row: parts of joined files that contradict each other.
 */
export async function refuseDuplicates(
  trx: Db,
  setup: ImportSetup,
  rows: readonly KeyedRow[],
  found: FoundReferences,
  isMapped: boolean
): Promise<RefusedRow[]> {
  const stored = await readStored(trx, setup, isMapped ? rows : [])
  return rows.map((row) => {
    const before = stored.get(row.keyText)
    const planned = before && planRow(setup, row, before, found)
    const members = planned && 'changes' in planned ? [...planned.changes.keys()] : []
    const others = members.length > 0 ? ` and another value of ${members.join(', ')}` : ''
    return refusedRow(
      row,
      refusedValue(null, undefined, `An earlier row of this run has the same key${others}.`).refusal
    )
  })
}
