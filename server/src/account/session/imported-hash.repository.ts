import { type Kysely, sql } from 'kysely'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { ownHashPrefix } from './passwords.ts'
import type { VerifiedLogin } from './session.repository.ts'

const isImported = sql`password_hash not like ${sql.lit(`${ownHashPrefix}%`)}`

/** One of the passwords' hashes that came from another system and were not replaced yet. */
export async function findImportedHash(db: Kysely<Tables>): Promise<string | undefined> {
  const { rows } = await sql<{ hash: string }>`
    select password_hash as hash from shop_users where ${isImported} limit 1`.execute(db)
  return rows[0]?.hash
}

/**
 * Stores the same password's hash of our own. Mails and changes of the address that wait for their links know the password by its hash.
 * @returns false if the password has changed since
 */
export function replaceHash(
  db: Kysely<Tables>,
  { company, pvaid, passwordHash: before }: VerifiedLogin,
  after: string
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const { rows } = await sql`
    with replaced as (
      update shop_users set password_hash = ${after}
      where company = ${company} and pvaid = ${pvaid} and password_hash = ${before} returning company, pvaid
    ), mails as (
      update password_mails set password_hash = ${after} from replaced
      where (password_mails.company, password_mails.pvaid, password_hash) = (replaced.company, replaced.pvaid, ${before})
    ), changes as (
      update email_changes set password_hash = ${after} from replaced
      where (email_changes.company, email_changes.pvaid, password_hash) = (replaced.company, replaced.pvaid, ${before})
    )
    select from replaced`.execute(trx)
    return rows.length > 0
  })
}
