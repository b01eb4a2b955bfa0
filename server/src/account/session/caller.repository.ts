import { rightName } from '@customer-center/contract/rights'
import { CompiledQuery, type Kysely, sql } from 'kysely'
import { revisionOfCaller } from '../../platform/database/list-changes.ts'
import { prepared } from '../../platform/database/prepared.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { AskedList } from '../../platform/http/access.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { KnownList, KnownLists } from './known-lists.ts'
import { tokenHash } from './tokens.ts'

/** SQL of whether a session still counts. */
export const livingText = `sessions.revoked_at is null and sessions.expires_at > now() and contacts.active and shop_users.rights <> 0`

// A tenth of the session's length ($2, in minutes), so that the shortest session slides too; a minute at most, because by so much
// a session may end early.
const writeAfter = `least(make_interval(secs => $2::int * 6), interval '1 minute')`

const callerText = `
  select sessions.company, sessions.id, sessions.pvaid, sessions.family, contacts.contact_company, contacts.contact_id,
         shop_users.rights, shop_users.email_address, shop_users.password_must_change, sessions.last_used_at < now() - ${writeAfter} as stale
  from sessions
  join contacts on contacts.company = sessions.company and contacts.pvaid = sessions.pvaid
  join shop_users on shop_users.company = sessions.company and shop_users.pvaid = sessions.pvaid
  where sessions.token_hash = $1 and sessions.kind = 'access' and ${livingText}`

const callerOf = prepared(callerText)
const callersWithList = new Map<string, string>()

/**
 * The caller with a list in one statement. The list is read only if the right is in $3, no generated password waits to be
 * changed, and its revision is not $4.
 */
function callerWithList(list: string): string {
  const known = callersWithList.get(list)
  if (known !== undefined) return known
  const text = prepared(`
  with caller as materialized (${callerText})
  select caller.*, revision, case
    when caller.rights = any($3::int[]) and not caller.password_must_change and revision is distinct from $4 then (${list})
  end as list
  from caller cross join lateral ${revisionOfCaller} revisions (revision)`)
  callersWithList.set(list, text)
  return text
}

interface FoundCaller {
  readonly company: number
  readonly id: number
  readonly pvaid: number
  readonly family: string
  readonly contact_company: number
  readonly contact_id: number
  readonly rights: number
  readonly email_address: string
  readonly password_must_change: boolean
  readonly stale: boolean
}

interface FoundList {
  readonly revision: string
  readonly list: string | null
}

/** Who calls, and the JSON text of the list that was asked for; null for who may not have it. */
interface Identified {
  readonly caller: Caller
  readonly list: string | null
}

/** What was kept of a list is given again while nothing in it has changed; `kept` is what the statement was asked with. */
function listOf(found: FoundCaller & FoundList, asked: AskedList, kept: KnownList | undefined): KnownList | null {
  if (!asked.rights.includes(found.rights) || found.password_must_change) return null
  const { revision, list } = found
  return kept?.revision === revision ? kept : { revision, json: asked.write(list) }
}

const putOff = async (db: Kysely<Tables>, hash: Buffer, minutes: number): Promise<void> => {
  await sql`
    update sessions set last_used_at = now(), expires_at = now() + make_interval(mins => ${minutes}::int)
    where token_hash = ${hash} and revoked_at is null`.execute(db)
}

/**
 * Who holds the access token, and puts its end off; not with each call, see `writeAfter`.
 * @param known the lists that this process has given out
 */
export async function findCaller(
  db: Kysely<Tables>,
  token: string,
  { sessionMinutes }: { readonly sessionMinutes: number },
  known: KnownLists,
  asked?: AskedList
): Promise<Identified | undefined> {
  const hash = tokenHash(token)
  const key = asked ? `${hash.toString('base64')} ${asked.sql}` : ''
  const kept = known.get(key)
  const query = asked
    ? CompiledQuery.raw(callerWithList(asked.sql), [hash, sessionMinutes, asked.rights, kept?.revision ?? null])
    : CompiledQuery.raw(callerOf, [hash, sessionMinutes])
  const { rows } = await db.executeQuery<FoundCaller & FoundList>(query)
  const [found] = rows
  if (!found) return undefined
  if (found.stale) await putOff(db, hash, sessionMinutes)
  const list = asked ? listOf(found, asked, kept) : null
  if (list && list !== kept) known.set(key, list)
  const { company, id, pvaid, family } = found
  const caller = {
    company,
    id,
    pvaid,
    family,
    contactCompany: found.contact_company,
    contactId: found.contact_id,
    right: rightName(found.rights),
    emailAddress: found.email_address,
    passwordMustChange: found.password_must_change
  }
  return { caller, list: list?.json ?? null }
}
