import { sql } from 'kysely'
import { newBrowserMail, queueMail } from '../../mails/index.ts'
import type { Db } from '../../platform/database/query.ts'
import { expiringTable } from '../../platform/database/retention.ts'
import { newToken, tokenHash } from '../../platform/lib/tokens.ts'
import type { PersonKey } from '../../platform/personal-data/person.ts'
import { deviceName, type UserAgent } from './user-agent.ts'

/** Limit of marks for one person; beyond it, the least recently used mark is deleted. */
const maxMarks = 20

/**
 * The circumstances of a login: its method, the shop's appKey, and the browser's marks of earlier logins, of any
 * person.
 */
export interface LoginPlace {
  readonly userAgent: UserAgent
  readonly shop: string | undefined
  readonly marks: readonly string[]
  readonly way: 'password' | 'passkey'
}

/**
 * Finds the person's mark among the browser's. Without one, a mail informs the owner at most once a day, but never
 * about the very first login. Each person has separate marks, so that nobody can know or plant another person's mark.
 * Runs in the transaction that begins the session, after `noteLogin`, whose row makes simultaneous logins of one person
 * wait for each other.
 * @returns the marks that the browser should keep, the person's first
 */
export async function noteBrowser(
  trx: Db,
  { providerId, contactId }: PersonKey,
  { userAgent, shop, marks }: LoginPlace
): Promise<readonly string[]> {
  const mark = newToken()
  const ofPerson = sql`provider_id = ${providerId} and contact_id = ${contactId}`
  // All parts of the statement see the table as it was before the statement.
  const { rows } = await sql<{ known: Buffer | null; isTold: boolean }>`
    with known as (
      update login_marks set last_used_at = now()
      where ${ofPerson} and mark_hash = any(${marks.map(tokenHash)}::bytea[])
      returning mark_hash
    ), added as (
      insert into login_marks (provider_id, contact_id, mark_hash)
      select ${providerId}::int, ${contactId}::int, ${tokenHash(mark)}::bytea where not exists (select from known)
    ), removed as (
      delete from login_marks where ${ofPerson} and not exists (select from known) and mark_hash in (
        select mark_hash from login_marks where ${ofPerson} order by last_used_at desc offset ${maxMarks - 1})
    ), told as (
      update contact_access set browser_told_at = now()
      where ${ofPerson} and not exists (select from known) and exists (select from login_marks where ${ofPerson})
        and coalesce(browser_told_at < now() - interval '1 day', true)
      returning 1
    )
    select (select mark_hash from known limit 1) as known, exists (select from told) as "isTold"`.execute(trx)
  const { known, isTold } = rows[0] ?? {}
  if (isTold) await queueMail(trx, newBrowserMail, { providerId, contactId, shop, device: deviceName(userAgent) ?? '' })
  const own = marks.find((each) => known?.equals(tokenHash(each))) ?? mark
  return [own, ...marks.filter((each) => each !== own)]
}

/** Retention of marks: a browser that was not used for a year counts as new. */
export const markRetention = expiringTable(
  'login_marks',
  `a year after their last login, and the newest ${maxMarks} of each person`,
  () => sql`last_used_at < now() - interval '365 days'`
)
