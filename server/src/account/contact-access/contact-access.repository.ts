import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/query.ts'
import { expiringTable, isOlder } from '../../platform/database/retention.ts'
import type { PersonKey } from '../../platform/personal-data/person.ts'
import { ownHashPrefix } from '../password/passwords.ts'

type LoginWay = 'password' | 'passkey' | 'key'

export interface NotedLogin {
  /** The person; missing if nobody has the user name. */
  readonly person?: PersonKey | undefined
  /** The reason of a refusal; missing for a login that succeeded. */
  readonly reason?: string
}

/** SQL that records logins as part of another statement (`with … as`), which saves a statement for each login. */
export const notingLogins = (way: LoginWay, logins: readonly NotedLogin[]): RawBuilder<unknown> => sql`
  insert into logins (provider_id, contact_id, way, reason)
  values ${sql.join(
    logins.map(
      ({ person, reason }) =>
        sql`(${person?.providerId ?? null}, ${person?.contactId ?? null}, ${way}, ${reason ?? null})`
    )
  )}`

/**
 * SQL that records a refused login once for each person of a query, or without a person if there is none, so that the
 * time of the answer does not reveal which names are known.
 * @param persons SQL of a query with `provider_id` and `contact_id`
 */
export const notingRefusedLogin = (
  way: LoginWay,
  reason: string,
  persons: RawBuilder<unknown>
): RawBuilder<unknown> => sql`
  insert into logins (provider_id, contact_id, way, reason)
  select found.provider_id, found.contact_id, ${way}, ${reason} from (values (1)) login left join (${persons}) found on true`

/** Records a login that was stopped before its person was looked up, as `notingRefusedLogin` says. */
export async function noteStoppedLogin(trx: Db, way: LoginWay, persons: RawBuilder<unknown>): Promise<void> {
  await notingRefusedLogin(way, 'throttled', persons).execute(trx)
}

/** Records a login in the transaction that begins its session. */
export async function noteLogin(trx: Db, person: PersonKey, way: LoginWay): Promise<void> {
  const { providerId, contactId } = person
  await sql`
    with noted as (${notingLogins(way, [{ person }])})
    insert into contact_access (provider_id, contact_id, last_login_at) values (${providerId}, ${contactId}, now())
    on conflict (provider_id, contact_id) do update set last_login_at = now()`.execute(trx)
}

/**
 * SQL condition over the rows of `accessState`: the person has or had an access to this server, by a password that was
 * set here or by a mail. A person from an import, with or without a password of the old system, does not know this
 * server yet.
 */
export const knowsAccess = `(users.password_hash like '${ownHashPrefix}%' or access.contact_id is not null)`

/** Reason of a login that was refused because no customer has the number, although persons have the e-mail address. */
export const unknownCustomer = 'unknown-customer'

/** Days for which such a login is kept: anybody can cause it who knows the address. */
const unknownCustomerDays = 7

/** Retention of recorded logins; rows without a person have no use. */
export const loginRetention = expiringTable(
  'logins',
  `\`LOGIN_DAYS\`; ${unknownCustomerDays} days with an unknown customer number`,
  ({ loginDays }) => sql`(${isOlder('at', loginDays)} or provider_id is null
    or reason = ${unknownCustomer} and ${isOlder('at', unknownCustomerDays)})`
)
