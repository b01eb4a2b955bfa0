import { sql } from 'kysely'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Db } from '../../platform/database/db.ts'
import { ownHashPrefix } from '../password/passwords.ts'
import { type NotedLogin, notingLogins } from '../contact-access/contact-access.repository.ts'
import type { VerifiedLogin } from './session.repository.ts'

const isImported = sql`password_hash not like ${sql.lit(`${ownHashPrefix}%`)}`

/**
 * Notes a login by password that is refused, for each person of its name, and finds one hash of each scheme and cost
 * among those that came from another system and were not replaced yet; of thirty kinds, if a system drew its costs at
 * random. Each step takes the first hash behind all of the kind before it: no
 * other character of a hash is behind the tilde.
 */
export async function noteRefusedLogin(db: Db, refused: readonly NotedLogin[]): Promise<string[]> {
  const next = sql`select password_hash as hash from shop_users where ${isImported}`
  const { rows } = await sql<{ hash: string }>`
    with recursive noted as (${notingLogins('password', refused)}), found as (
      (${next} order by password_hash collate "C" limit 1)
      union all
      select following.hash from found, lateral (
        ${next} and password_hash collate "C" >
          coalesce(substring(found.hash from '^[$][^$]+[$](?:v=[0-9]+[$])?[^$]+[$]'), found.hash) || '~'
        order by password_hash collate "C" limit 1) following
    )
    select hash from found limit 30`.execute(db)
  return rows.map(({ hash }) => hash)
}

/**
 * Replaces an imported hash by our own hash of the same password. Rows that end with the password know it by its hash:
 * mails and changes of the address that wait for their links, and addresses of calendars.
 * @returns false if the password has changed since
 */
export function replaceHash(
  db: Db,
  { provider, contact, passwordHash: before }: VerifiedLogin,
  after: string
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const { rows } = await sql`
    with replaced as (
      update shop_users set password_hash = ${after}
      where company = ${provider} and pvaid = ${contact} and password_hash = ${before} returning company, pvaid
    ), mails as (
      update password_mails set password_hash = ${after} from replaced
      where (password_mails.company, password_mails.pvaid, password_hash) = (replaced.company, replaced.pvaid, ${before})
    ), changes as (
      update email_changes set password_hash = ${after} from replaced
      where (email_changes.company, email_changes.pvaid, password_hash) = (replaced.company, replaced.pvaid, ${before})
    ), feeds as (
      update calendar_feeds set password_hash = ${after} from replaced
      where (calendar_feeds.company, calendar_feeds.pvaid, password_hash) = (replaced.company, replaced.pvaid, ${before})
    )
    select from replaced`.execute(trx)
    return rows.length > 0
  })
}
