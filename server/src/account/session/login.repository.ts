import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { Networks } from '../../platform/http/client-address.ts'
import { normalizeUserName } from './login-attempt.repository.ts'
import type { SessionOwner } from './session.repository.ts'

export interface LoginAttempt {
  readonly customerNumber: string
  readonly userName: string
  readonly password: string
  /** The networks of the request's address. */
  readonly networks: Networks
  /** Admits only a customer of this company of the provider's. */
  readonly provider?: number
}

export interface Candidate extends SessionOwner {
  readonly email_address: string
  readonly password_hash: string | null
  /** Neither the contact nor the right keeps the person out. */
  readonly open: boolean
  /** A generated password that is too old, or was mailed to an address that is not the user name any more. */
  readonly expired: boolean
}

/** SQL query of the shop users of a name: several, where companies of the provider use the same customer number. */
export const usersOfName = ({ customerNumber, userName, provider }: LoginAttempt): RawBuilder<unknown> => sql`
  select users.* from customers
  join shop_users as users on users.company = customers.company and users.id = customers.id
  where customers.number = ${customerNumber} and lower(users.email_address) = ${normalizeUserName(userName)}
    and (${provider ?? null}::int is null or users.company = ${provider ?? null})`

export async function findCandidates(db: Db, login: LoginAttempt): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select users.company as provider, users.id as customer, users.pvaid as contact, users.email_address, users.password_hash,
           contacts.active and users.rights <> 0 as open,
           coalesce(users.password_expires_at <= now(), false)
             or coalesce(lower(users.password_address) <> lower(users.email_address), false) as expired
    from (${usersOfName(login)}) users
    join contacts on contacts.company = users.company and contacts.pvaid = users.pvaid
    order by users.company`.execute(db)
  return rows
}
