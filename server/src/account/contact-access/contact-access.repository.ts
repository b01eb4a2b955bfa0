import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/query.ts'
import { expires, isOlder } from '../../platform/database/retention.ts'
import type { PersonKey } from '../../platform/personal-data/person.ts'
import { ownHashPrefix } from '../password/passwords.ts'

type LoginWay = 'password' | 'passkey' | 'key'

/** A login or a refused one, as it is noted. */
export interface NotedLogin {
  /** The person; missing where nobody has the name. */
  readonly person?: PersonKey | undefined
  /** The reason of a refusal; missing for a login that succeeded. */
  readonly reason?: string
}

/** SQL that notes logins as a part of a statement (`with … as`), so that a login costs no statement for it. */
export const notingLogins = (way: LoginWay, logins: readonly NotedLogin[]): RawBuilder<unknown> => sql`
  insert into logins (company, pvaid, way, reason)
  values ${sql.join(
    logins.map(
      ({ person, reason }) => sql`(${person?.provider ?? null}, ${person?.contact ?? null}, ${way}, ${reason ?? null})`
    )
  )}`

/**
 * Notes a login that was stopped before its person was looked up: for each person, and for nobody where there is none,
 * so that the time of the answer does not tell who is known.
 * @param persons SQL of a query with `company` and `pvaid`
 */
export async function noteStoppedLogin(trx: Db, way: LoginWay, persons: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into logins (company, pvaid, way, reason)
    select found.company, found.pvaid, ${way}, 'throttled'
    from (values (1)) login left join (${persons}) found on true`.execute(trx)
}

/** Notes a login, in the transaction that begins its session. */
export async function noteLogin(trx: Db, person: PersonKey, way: LoginWay): Promise<void> {
  const { provider, contact } = person
  await sql`
    with noted as (${notingLogins(way, [{ person }])})
    insert into contact_access (company, pvaid, last_login_at) values (${provider}, ${contact}, now())
    on conflict (company, pvaid) do update set last_login_at = now()`.execute(trx)
}

/**
 * SQL condition over the rows of `accessState`: the person has or had an access of this server, by an own password or
 * by a mail. A person whom an import brings, with or without a password of the old system, knows nothing of this server
 * yet.
 */
export const knowsAccess = `(users.password_hash like '${ownHashPrefix}%' or access.pvaid is not null)`

/** Rows that name nobody are of no use at all. */
export const loginRetention = expires(
  'logins',
  '`LOGIN_DAYS`',
  ({ loginDays }) => sql`(${isOlder('at', loginDays)} or company is null)`
)
