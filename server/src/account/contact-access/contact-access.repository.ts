import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { ownHashPrefix } from '../password/passwords.ts'

interface ShopUserKey {
  readonly company: number
  readonly pvaid: number
}

/** Notes a login, in the transaction that begins its session. */
export async function noteLogin(trx: Kysely<Tables>, { company, pvaid }: ShopUserKey): Promise<void> {
  await sql`
    insert into contact_access (company, pvaid, last_login_at) values (${company}, ${pvaid}, now())
    on conflict (company, pvaid) do update set last_login_at = now()`.execute(trx)
}

/**
 * SQL condition over the rows of `accessState`: the person has or had an access of this server, by an own password or
 * by a mail. A person whom an import brings, with or without a password of the old system, knows nothing of this server
 * yet.
 */
export const knowsAccess = `(users.password_hash like '${ownHashPrefix}%' or access.pvaid is not null)`
