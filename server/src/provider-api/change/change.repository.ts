import { columnName } from '../../platform/database/column-name.ts'
import { readPage } from '../../platform/database/plans.ts'
import { prepared } from '../../platform/database/prepared.ts'
import type { Db } from '../../platform/database/query.ts'
import { isInFeedSql } from '../../records/rows/audit-resources.ts'
import { feedResources } from './feed-resources.ts'

/** A reader's position: after a change, identified by the number of its transaction and its own number. */
export interface ChangePosition {
  readonly txid: string
  readonly id: number
}

export interface ChangeCursor extends ChangePosition {
  /** Seconds since 1970. All changes that the reader lacks are later. */
  readonly since: number
  /** Database that issued the cursor: '1', or the time of its restore from a backup. */
  readonly era: string
}

/** The position before the first change. PostgreSQL's first transaction has the number 3. */
export const beginningOfFeed: ChangePosition = { txid: '0', id: 0 }

/** Formats a cursor. Readers must not parse it, since its parts may change. */
export const writeCursor = ({ era, txid, id, since }: ChangeCursor): string =>
  Buffer.from(`${era}.${txid}.${id}.${since}`).toString('base64url')

const largestTxid = 2n ** 64n

/** Reads a cursor; undefined for a text that `writeCursor` has not made. */
export function readCursor(text: string): ChangeCursor | undefined {
  const parts = /^(\d{1,15})\.(\d{1,20})\.(\d{1,15})\.(\d{1,11})$/.exec(
    Buffer.from(text, 'base64url').toString('latin1')
  )
  const [, era = '', txid = '', id, since] = parts ?? []
  if (!parts || BigInt(txid) >= largestTxid) return undefined
  return { era, txid, id: Number(id), since: Number(since) }
}

export interface StoredChange extends ChangePosition {
  readonly at: Date
  readonly customerId: number
  readonly contactId: number | null
  readonly keyName: string | null
  readonly action: string
  readonly resource: string
  /** Key of the row; if the row may be deleted by now, with its external ID at the time of the change. */
  readonly key: Readonly<Record<string, number | string>>
  readonly changes: Readonly<Record<string, object>>
  /** External IDs of the rows that `customerId`, `key` and `contactId` identify; null for a missing or removed row. */
  readonly customer: string | null
  readonly contact: string | null
  /** External ID of a row of any other kind. */
  readonly externalId: string | null
  readonly actor: string | null
  /** The header `traceparent` of the save. */
  readonly trace: string | null
}

export interface ChangePage {
  /** Changes in the order of writing. */
  readonly changes: readonly StoredChange[]
  /** The last change in the order of reading; undefined if there is none. */
  readonly last: (ChangePosition & { readonly at: Date }) | undefined
  readonly hasMore: boolean
}

// Returns the SQL of the current external ID, as for contacts; for a removed row that of the change, since its number
// may belong to another row by now.
function externalIdOf(resource: string, feed: string, key: readonly string[]): string {
  const table = feed.replaceAll('-', '_')
  const isRow = key.map((name) => `${table}.${columnName(name)} = (entry.key->>'${name}')::int`).join(' and ')
  return `
    when '${resource}' then coalesce(case entry.action when 'delete' then entry.key->>'externalId' end, (select external_id from ${table} where ${table}.provider_id = entry.provider_id and ${isRow}), entry.key->>'externalId')`
}

const externalIds = Object.entries(feedResources).flatMap(([resource, { feed, key }]) =>
  key ? [externalIdOf(resource, feed, key)] : []
)

const columnOf = (column: string, table: string, number: string, key: string) =>
  `(select ${column} from ${table} where ${table}.provider_id = entry.provider_id and ${table}.${number} = ${key})`

const columns = `
  entry.txid::text, entry.id, entry.at, entry.customer_id as "customerId", entry.actor_contact_id as "contactId",
  ${columnOf('name', 'provider_keys', 'id', 'entry.provider_key')} as "keyName",
  entry.action, entry.resource, entry.key, entry.changes, entry.trace,
  ${columnOf('external_id', 'customers', 'customer_id', 'entry.customer_id')} as customer,
  ${columnOf('external_id', 'contacts', 'contact_id', `(entry.key->>'contactId')::int`)} as contact,
  ${columnOf('external_id', 'contacts', 'contact_id', 'entry.actor_contact_id')} as actor,
  case entry.resource${externalIds.join('')} end as "externalId"`

// Returns the SQL of a page. Rows of running and later transactions wait: a reader that has passed their numbers would
// never see them. Changes by persons and by programs are two ranges of one index, each read in its order. Every reader
// has to learn of an erased person.
const pageOfChanges = prepared<StoredChange>(`
  select ${columns}
  from (
    select * from (
    select found.* from unnest($5::boolean[]) as kind (is_person)
    cross join lateral (
      select * from audit_entries
      where provider_id = $1 and (actor_contact_id is null) = (not kind.is_person) and ${isInFeedSql}
        and (txid, id) > ($2::xid8, $3::bigint) and txid < pg_snapshot_xmin(pg_current_snapshot())
      order by txid, id limit $4 + 1
    ) as found
    union all (
      select * from audit_entries
      where provider_id = $1 and action = 'erase' and actor_contact_id is null and not false = any($5::boolean[])
        and (txid, id) > ($2::xid8, $3::bigint) and txid < pg_snapshot_xmin(pg_current_snapshot())
      order by txid, id limit $4 + 1
    )) as found
    order by found.txid, found.id limit $4 + 1
  ) as entry
  order by entry.txid, entry.id`)

/**
 * Reads the changes after a position, in pages that omit none, whatever the order of the commits: the changes of a
 * transaction are read when all earlier transactions have ended.
 */
export async function readChangePage(
  db: Db,
  providerId: number,
  after: ChangePosition,
  { limit, byPersonsOnly }: { readonly limit: number; readonly byPersonsOnly: boolean }
): Promise<ChangePage> {
  const kinds = byPersonsOnly ? [true] : [true, false]
  const values = [providerId, after.txid, after.id, limit, kinds]
  const rows = await readPage(db, (trx) => pageOfChanges(trx, values))
  const hasMore = rows.length > limit
  const changes = hasMore ? rows.slice(0, limit) : rows
  const last = changes.at(-1)
  return { changes: changes.toSorted((a, b) => a.id - b.id), last, hasMore }
}

const readAhead = prepared<{ ahead: boolean }>(`select $1::xid8 >= pg_snapshot_xmax(pg_current_snapshot()) as ahead`)

/** Tells whether a position is ahead of this database, and so comes from another database. */
export async function isAhead(db: Db, { txid }: ChangePosition): Promise<boolean> {
  const [found] = await readAhead(db, [txid])
  return found?.ahead === true
}

const readOne = prepared<StoredChange>(
  `select ${columns} from audit_entries as entry where entry.provider_id = $1 and entry.id = $2`
)

/** Finds a change by its number; undefined if it is no longer kept. */
export async function findChange(db: Db, providerId: number, id: number): Promise<StoredChange | undefined> {
  return (await readOne(db, [providerId, id]))[0]
}
