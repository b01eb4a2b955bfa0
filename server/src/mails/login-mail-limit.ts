import type { Kysely } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import { Refusal } from '../platform/http/refusal.ts'
import type { Caller } from '../platform/http/caller.ts'
import { takeMailTurn } from './mail-limit.repository.ts'

/** The limit is enough for an admin who pastes the contacts of a few seminars. */
const byPerson = { perDay: 200, atOnce: 150 }
const ofCustomer = { perDay: 300, atOnce: 225 }

/**
 * Counts mails with an access that a person has sent to others, so that no admin can use this server to mail strangers.
 * Queueing counts the mails to one address.
 * @throws Refusal `mailsUsedUp`
 */
export async function countLoginMail(
  trx: Kysely<Tables>,
  { company, id, pvaid }: Pick<Caller, 'company' | 'id' | 'pvaid'>
): Promise<void> {
  const mayBeSent =
    (await takeMailTurn(trx, ['login-mail-by', company, pvaid], byPerson)) &&
    (await takeMailTurn(trx, ['login-mail-of', company, id], ofCustomer))
  if (!mayBeSent) throw new Refusal('mailsUsedUp')
}
