import type { FieldTable, Named } from '@customer-center/contract/field-codes'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { Caller } from '../http/caller.ts'
import { Refusal } from '../http/refusal.ts'

/**
 * Refuses a write whose reader has missed a change. `stored` must come from a row that this transaction has locked; a write
 * without a VERSION wins.
 * @throws Refusal `staleData`
 */
export function checkVersion(stored: number, sent: number | null): void {
  if (sent !== null && sent !== stored) throw new Refusal('staleData')
}

/** Of the values those that differ from what is stored. */
export function changedValues<Values extends object>(stored: Values, values: Partial<Values>): Partial<Values> {
  const differing = Object.entries(values).filter(([name, value]) => value !== stored[name as keyof Values])
  return Object.fromEntries(differing) as Partial<Values>
}

/** What is written down of a save. */
export interface Change<Fields extends FieldTable> {
  readonly action: 'create' | 'update'
  readonly resource: string
  /** What names the row. */
  readonly key: Readonly<Record<string, number>>
  readonly fields: Fields
  /** Null for a new row. */
  readonly before: Partial<Named<Fields>> | null
  /** The changed values alone. */
  readonly after: Partial<Named<Fields>>
}

/** `{CODE: {old, new}}`; of a secret no more than that it was set. */
function changesOf<Fields extends FieldTable>({ fields, before, after }: Change<Fields>): Record<string, object> {
  const entries = Object.entries(after) as [keyof Fields & string, unknown][]
  return Object.fromEntries(
    entries.map(([name, value]) => {
      const { code = name, use } = fields[name] ?? {}
      return [code, use === 'write' ? { set: true } : { old: before?.[name] ?? null, new: value }]
    })
  )
}

/**
 * The audit row of a save, as an insert: run it in the save's transaction, or in its statement (`with`), which spares a round
 * trip. It says who, when, which fields, old and new.
 */
export function auditEntry<Fields extends FieldTable>(
  db: Pick<Kysely<Tables>, 'insertInto'>,
  { company, id, pvaid }: Caller,
  change: Change<Fields>
) {
  const { action, resource, key } = change
  return db.insertInto('audit_entries').values({
    company,
    customer_id: id,
    actor_pvaid: pvaid,
    action,
    resource,
    key: JSON.stringify(key),
    changes: JSON.stringify(changesOf(change))
  })
}
