import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { SessionOwner } from '../session/session.repository.ts'
import { takeMailTurn } from './mail-limit.repository.ts'

/** To one address in a day, whoever causes them: a few access mails at a few customers. */
const toAddress = { perDay: 10, pauseSeconds: 0 }
/** In a day: an admin pastes the contacts of a few seminars. */
const byPerson = { perDay: 200, pauseSeconds: 0 }
const ofCustomer = { perDay: 300, pauseSeconds: 0 }

/**
 * Counts a mail that somebody causes by changing another one's login, so that no admin can use this server to flood a mailbox or to
 * mail strangers.
 * @throws Refusal `tooManyMails`, `mailsUsedUp`
 */
export async function countLoginMail(
  trx: Kysely<Tables>,
  { company, id, pvaid }: SessionOwner,
  recipient: string
): Promise<void> {
  if (!(await takeMailTurn(trx, ['login-mail-to', recipient.toLowerCase()], toAddress)))
    throw new Refusal('tooManyMails')
  const mayBeSent =
    (await takeMailTurn(trx, ['login-mail-by', company, pvaid], byPerson)) &&
    (await takeMailTurn(trx, ['login-mail-of', company, id], ofCustomer))
  if (!mayBeSent) throw new Refusal('mailsUsedUp')
}
