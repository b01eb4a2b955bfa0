import { randomUUID } from 'node:crypto'
import { queueMail } from '../../mails/index.ts'
import type { Db } from '../../platform/database/query.ts'
import { noteOperatorEvent } from '../../platform/operator/operator-events.ts'
import { filterMailed, noteMailQueued } from './access-state.repository.ts'
import { replaceMail } from './password-mail.repository.ts'
import { passwordMail, type PasswordMailData } from './password-mail.ts'

/**
 * Queues a mail with a generated password (or, by the setting PASSWORD_MAIL, a link to set one) to a shop user, sent once
 * the caller's transaction commits. The shop user must be there. The mail is dropped if at the time of sending the shop user has no
 * right any more, is inactive, has another address, or has got a password in another way; a second call takes the place
 * of the first, and of any link that is still good.
 * @param overLimit the treatment of a mail whose recipient has no turn left; a person is refused, an operator's mails
 * leave one by one
 * @throws Refusal `addressMailsUsedUp`
 */
export async function queuePasswordMail(
  trx: Db,
  { provider, contact, shop, asLink }: PasswordMailData,
  overLimit: 'refuse' | 'later' = 'later'
): Promise<void> {
  const id = randomUUID()
  const to = await replaceMail(trx, id, { provider, contact })
  if (to === undefined) throw new Error('There is no shop user to mail a password to.')
  await noteMailQueued(trx, { provider, contact })
  const data = { provider, contact, shop, to, ...(asLink && { asLink }) }
  await queueMail(trx, passwordMail, data, { id, ...(overLimit === 'later' && { later: data }) })
}

/** Mails an access to people whose first one went to a former address, or waits to, and was not used. */
export async function queueCorrectedMails(trx: Db, provider: number, contacts: readonly number[]): Promise<void> {
  for (const contact of await filterMailed(trx, provider, contacts)) {
    await queuePasswordMail(trx, { provider, contact })
    await noteOperatorEvent(trx, { event: 'access-mailed', person: `${provider}/${contact}` })
  }
}
