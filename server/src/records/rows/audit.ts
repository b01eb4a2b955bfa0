import { type RawBuilder, sql } from 'kysely'
import type { FieldTable, FieldValues } from '@customer-center/contract/field-codes'
import type { Db } from '../../platform/database/query.ts'
import { expiringTable, isOlder } from '../../platform/database/retention.ts'
import type { Actor } from '../../platform/http/caller.ts'
import { currentTrace, traceparent } from '../../platform/lib/trace.ts'
import { type AuditResource, isInFeedSql } from './audit-resources.ts'
import type { ColumnValues } from './tables.ts'

/** Author of a recorded change of a customer: a person, or a program of the provider, by the number of its key. */
export type AuditActor = Pick<Actor, 'providerId' | 'customerId'> &
  (
    | { readonly contactId: number; readonly providerKey?: never }
    | { readonly contactId?: never; readonly providerKey: number }
  )

export interface AuditChange<Fields extends FieldTable> {
  readonly action: 'create' | 'update'
  readonly resource: AuditResource
  readonly key: ColumnValues
  /** SQL of the row's external ID, for rows that may be deleted before the change is read. */
  readonly externalId?: RawBuilder<string>
  readonly fields: Fields
  /** The former values; null for a new row. */
  readonly before: Partial<FieldValues<Fields>> | null
  /** The changed values alone. */
  readonly after: Partial<FieldValues<Fields>>
}

/** Returns a changed value for the audit; for a secret, only the fact that it was set. */
export const recordedValue = (values: { readonly old: unknown; readonly new: unknown }, isSecret: boolean): object =>
  isSecret ? { set: true } : values

/** Returns `{CODE: {old, new}}`. */
function recordedChanges<Fields extends FieldTable>({
  fields,
  before,
  after
}: AuditChange<Fields>): Record<string, object> {
  const entries = Object.entries(after) as [keyof Fields & string, unknown][]
  return Object.fromEntries(
    entries.map(([name, value]) => {
      const { code = name, use } = fields[name] ?? {}
      return [code, recordedValue({ old: before?.[name] ?? null, new: value }, use === 'write')]
    })
  )
}

const insertSql = (rows: RawBuilder<unknown>) => sql<Record<string, unknown>>`
  insert into audit_entries (provider_id, customer_id, actor_contact_id, provider_key, action, resource, key, changes, trace) ${rows}`

/**
 * Returns the audit row of a save: author, time, fields, old and new values. It is an insert for the `with` of the
 * writing statement, which spares a round trip and lets neither be written without the other. The row is the history
 * that admins see, the entry of the provider's feed of changes, and the outbox of its webhooks: `docs/ARCHITECTURE.md`,
 * "How a change reaches the provider".
 * @param from the row on which it depends, as `from saved`, so that a save that wrote nothing records nothing
 */
export function auditEntry<Fields extends FieldTable>(
  { providerId, customerId, contactId, providerKey }: AuditActor,
  change: AuditChange<Fields>,
  from: RawBuilder<unknown> = sql``
): RawBuilder<Record<string, unknown>> {
  const { action, resource, key, externalId } = change
  const trace = currentTrace()
  const name = externalId ? sql`|| jsonb_build_object('externalId', ${externalId})` : sql``
  return insertSql(sql`
    select ${providerId}::int, ${customerId}::int, ${contactId ?? null}::int, ${providerKey ?? null}::int, ${action}::text, ${resource}::text,
           ${JSON.stringify(key)}::jsonb ${name}, ${JSON.stringify(recordedChanges(change))}::jsonb,
           ${trace ? traceparent(trace) : null}::text ${from}`)
}

/** Records an act that writes no row of its resource, such as a mail. */
export async function recordAct(
  trx: Db,
  actor: AuditActor,
  act: Pick<AuditChange<FieldTable>, 'resource' | 'key'> & Partial<AuditChange<FieldTable>>
): Promise<void> {
  await auditEntry(actor, { action: 'create', fields: {}, before: null, after: {}, ...act }).execute(trx)
}

/** The record of a row that the provider changed. */
export interface AuditRow {
  readonly customer_id: number
  readonly resource: AuditResource
  readonly key: object
  /** `{CODE: {old, new}}` */
  readonly changes: object
}

/**
 * Writes the audit entries of rows that the provider changed, with one statement.
 * @param by the provider's key, null for a command
 */
export async function insertAuditEntries(
  trx: Db,
  {
    providerId,
    providerKey,
    action
  }: { readonly providerId: number; readonly providerKey: number | null; readonly action: string },
  entries: readonly AuditRow[]
): Promise<void> {
  if (entries.length === 0) return
  await insertSql(sql`
    select ${providerId}::int, customer_id, null, ${providerKey}::int, ${action}::text, resource, key, changes, null
    from json_populate_recordset(null::audit_entries, ${JSON.stringify(entries)}::json)`).execute(trx)
}

/**
 * The history, the feed of changes and webhooks read no older entries. They are kept for a further day, for cursors
 * that were issued in time.
 */
export const auditRetention = expiringTable('audit_entries', '`AUDIT_DAYS` and a day', ({ auditDays }) =>
  isOlder('at', auditDays + 1)
)

/**
 * Moves entries of a database that was restored into another server, which starts a new count of transactions. Readers
 * of changes would wait until the count reaches the numbers of the entries; so the entries get the number of this
 * transaction, and readers get them now, some of them again.
 */
export async function renumberRestoredEntries(db: Db): Promise<void> {
  const { rows } = await sql`
    select from providers cross join (values (true), (false)) as kind (is_program)
    cross join lateral (
      select txid from audit_entries
      where provider_id = providers.provider_id and (actor_contact_id is null) = kind.is_program
        and ${sql.raw(isInFeedSql)}
      order by txid desc, id desc limit 1
    ) as newest
    where newest.txid >= pg_snapshot_xmax(pg_current_snapshot()) limit 1`.execute(db)
  if (rows.length === 0) return
  await sql`
    update audit_entries set txid = pg_current_xact_id()
    where txid >= pg_snapshot_xmax(pg_current_snapshot())`.execute(db)
}
