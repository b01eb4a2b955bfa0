import type { FieldTable, Named } from '@customer-center/contract/field-codes'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../http/caller.ts'
import { Refusal } from '../http/refusal.ts'

/**
 * Refuses a write whose reader has missed a change; a write without a VERSION wins. `stored` must come from a row that this
 * transaction has locked, or be what the writing statement compares with.
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
 * @param from what else the row hangs on, as `from saved`, so that nothing is written down of a save that wrote nothing
 */
export function auditEntry<Fields extends FieldTable>(
  { company, id, pvaid }: Caller,
  change: Change<Fields>,
  from: RawBuilder<unknown> = sql``
): RawBuilder<Record<string, unknown>> {
  const { action, resource, key } = change
  return sql<Record<string, unknown>>`
    insert into audit_entries (company, customer_id, actor_pvaid, action, resource, key, changes)
    select ${company}::int, ${id}::int, ${pvaid}::int, ${action}::text, ${resource}::text,
           ${JSON.stringify(key)}::jsonb, ${JSON.stringify(changesOf(change))}::jsonb ${from}`
}

export type Columns = Readonly<Record<string, string | number | boolean | null>>

export const isEmpty = (columns: Columns): boolean => Object.keys(columns).length === 0

/** `set` of an update, without the word. */
export function assignments(columns: Columns): RawBuilder<unknown> {
  return sql.join(Object.entries(columns).map(([column, value]) => sql`${sql.ref(column)} = ${value}`))
}

/** `set` of an update that counts the row's version up. */
export function withNextVersion(columns: Columns): RawBuilder<unknown> {
  return isEmpty(columns) ? sql`version = version + 1` : sql`${assignments(columns)}, version = version + 1`
}

/**
 * Reads, checks and writes until nobody else has written between the reading and the writing. Each time that somebody has, a save
 * is done, so that of those who meet here somebody always gets on.
 * @param save null when the row was written since it was read, and so nothing was written
 */
export async function untilSaved<Result>(save: () => Promise<Result | null>): Promise<Result> {
  for (;;) {
    const saved = await save()
    if (saved !== null) return saved
  }
}
