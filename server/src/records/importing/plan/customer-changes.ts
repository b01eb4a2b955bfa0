import { sql } from 'kysely'
import type { Db } from '../../../platform/database/query.ts'
import { type ImportDefinition, mainTable } from '../import.ts'
import { type ImportedRow, leaveMember, noteConflict, settleMark } from '../imported-row.ts'
import type { ImportSetup } from './import-setup.ts'

interface CustomerChange {
  readonly row_key: string
  readonly code: string
  readonly changed_at: string
}

/** Formats the audit's key of a row as in `customer_changes`. */
function rowKeyOf(definition: ImportDefinition, row: ImportedRow): string {
  const main = row.stored[mainTable(definition).alias] ?? {}
  return mainTable(definition)
    .key.map((column) => main[column])
    .join('/')
}

async function findChanges(db: Db, providerId: number, resources: readonly string[], keys: readonly string[]) {
  const { rows } = await sql<CustomerChange>`
    select row_key, code, changed_at::text from customer_changes
    where provider_id = ${providerId} and resource = any(${resources}) and row_key = any(${keys})`.execute(db)
  const changes = new Map<string, CustomerChange[]>()
  for (const row of rows) changes.set(row.row_key, [...(changes.get(row.row_key) ?? []), row])
  return changes
}

/**
 * Removes from the rows the members that a customer has changed, unless the provider leads. Notes settled marks: the
 * provider has sent the customer's value back, or the provider's value counts.
 */
export async function settleConflicts(db: Db, setup: ImportSetup, rows: readonly ImportedRow[]): Promise<void> {
  const { definition, request, lead } = setup
  const { changedBy, fields, members, resource } = definition
  const stored = rows.filter(({ isNew }) => !isNew)
  if (!changedBy || stored.length === 0) return
  const keys = stored.map((row) => rowKeyOf(definition, row))
  const found = await findChanges(db, request.providerId, changedBy, keys)
  if (found.size === 0) return
  for (const [place, row] of stored.entries()) {
    const changes = found.get(keys[place] ?? '') ?? []
    for (const [member] of row.values) {
      const codes = [fields[member]?.code, members[member]?.changedAs]
      const marks = changes.filter(({ code }) => codes.includes(code))
      if (marks.length === 0 || row.conflicts.some(({ field }) => field === member)) continue
      const side = lead?.[resource] ?? 'customer'
      // An address has two codes, one for its form and one for its owner's profile: the later change counts.
      const changedAt = Date.parse(String(row.values.get('changedAt')))
      const isLater = marks.every((mark) => changedAt > Date.parse(mark.changed_at))
      const wins = side === 'provider' || (side === 'last' && isLater)
      if (!row.changes.has(member) || wins) for (const { code } of marks) settleMark(row, member, code)
      if (!row.changes.has(member)) continue
      const kept = wins ? 'the provider’s value was written' : 'the customer’s value stays'
      noteConflict(row, member, `A customer has changed ${member} meanwhile: ${kept}.`)
      if (!wins) leaveMember(row, member)
    }
  }
}

/** Deletes settled marks, in the transaction that writes the rows. */
export async function forgetSettled(
  db: Db,
  { definition, request }: ImportSetup,
  rows: readonly ImportedRow[]
): Promise<void> {
  const settled = rows.flatMap((row) => row.settled.map(({ code }) => ({ row_key: rowKeyOf(definition, row), code })))
  const { changedBy } = definition
  if (!changedBy || settled.length === 0) return
  await sql`
    delete from customer_changes c using json_populate_recordset(null::customer_changes, ${JSON.stringify(settled)}::json) r
    where c.provider_id = ${request.providerId} and c.resource = any(${changedBy})
      and c.row_key = r.row_key and c.code = r.code`.execute(db)
}
