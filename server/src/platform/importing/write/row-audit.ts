import { type AuditRow, recordedValue } from '../../rows/audit.ts'
import type { ColumnValues } from '../../rows/tables.ts'
import { type ImportDefinition, mainTable } from '../import.ts'
import { type ImportedRow } from '../plan/plan-row.ts'

type ImportAuditKey = NonNullable<ImportDefinition['audit']>
type Value = string | number | boolean | null

/** Returns the member from which a column of the last table is read; the column itself where there is none. */
function memberOf(definition: ImportDefinition, column: string): string {
  const name = `${mainTable(definition).alias}.${column}`
  return Object.entries(definition.members).find(([, own]) => own.column === name)?.[0] ?? column
}

/** Returns the audit's key of a row. */
function auditKey(definition: ImportDefinition, audit: ImportAuditKey, main: ColumnValues): Record<string, Value> {
  const numbers = ['company', ...audit.key].map((column) => [memberOf(definition, column), main[column]])
  // The row may be gone when the change is read, and its name with it.
  return Object.fromEntries([...numbers, ...('external_id' in main ? [['externalId', main['external_id']]] : [])])
}

/** Makes the audit of updated rows. */
export function updateAudit(definition: ImportDefinition, rows: readonly ImportedRow[]): AuditRow[] {
  const { audit, fields } = definition
  if (!audit) return []
  return rows.flatMap(({ stored, changes }) => {
    const main = stored[mainTable(definition).alias] ?? {}
    const id = main['id']
    if (changes.size === 0 || typeof id !== 'number') return []
    // Codes are for fields that people change too; all others have the words of the import.
    const codeOf = (member: string) => (audit.changedBy ? fields[member]?.code : null) ?? member
    const changed = [...changes].map(([member, values]) => [
      codeOf(member),
      recordedValue(values, fields[member]?.secret === true)
    ])
    const key = auditKey(definition, audit, main)
    return [{ customer_id: id, resource: audit.resource, key, changes: Object.fromEntries(changed) as object }]
  })
}

/** Makes the audit of deleted rows; none for rows that are no customer's. */
export function deletionAudit(definition: ImportDefinition, rows: readonly ColumnValues[]): AuditRow[] {
  const { audit } = definition
  if (!audit) return []
  return rows.flatMap((main) => {
    const { id } = main
    if (typeof id !== 'number') return []
    return [{ customer_id: id, resource: audit.resource, key: auditKey(definition, audit, main), changes: {} }]
  })
}
