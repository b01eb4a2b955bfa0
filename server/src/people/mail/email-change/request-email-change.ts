import type { SessionOwner } from '../../../account/index.ts'
import { checkOutgoing, queueMail } from '../../../mails/index.ts'
import type { ShopKey } from '../../../platform/config/shops.ts'
import type { Db } from '../../../platform/database/query.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { limits } from '../../../platform/limits/limits.ts'
import { countMail } from '../../../platform/limits/mail-limit.repository.ts'
import { type EmailChangeMailData, emailAnnouncementMail, emailConfirmationMail } from './email-change-mail.ts'
import { findPendingChange, isTakenAddress, storeEmailChange } from './email-change.repository.ts'

/** @throws Refusal `outgoingOnHold`, `tooManyMails` */
async function queueConfirmationMail(trx: Db, change: EmailChangeMailData, to: string): Promise<void> {
  await checkOutgoing(trx)
  const { providerId, contactId } = change
  const limit = limits.confirmationMails
  if (!(await countMail(trx, limit, ['email-confirmation', providerId, contactId]))) throw new Refusal(limit.refusal)
  await queueMail(trx, emailConfirmationMail, { ...change, to })
}

/**
 * Stores a new user name, which takes effect once its owner follows a link, and mails both addresses. The address may
 * be taken at other customers, since one address may log in at several.
 * @param trx a transaction that has locked the customer, so that nobody else takes the address meanwhile
 * @throws Refusal `emailTaken`, `tooManyMails`
 */
export async function requestEmailChange(trx: Db, user: SessionOwner & ShopKey, newAddress: string): Promise<void> {
  if (await isTakenAddress(trx, user, newAddress)) throw new Refusal('emailTaken')
  const { providerId, contactId, shop } = user
  const change = { providerId, contactId, shop, changeId: await storeEmailChange(trx, user, newAddress) }
  await queueConfirmationMail(trx, change, newAddress)
  await queueMail(trx, emailAnnouncementMail, change)
}

/**
 * Mails a new link, which replaces the one that was mailed before.
 * @throws Refusal `noEmailChange`, `tooManyMails`
 */
export async function resendConfirmationMail(
  trx: Db,
  { providerId, contactId, shop }: SessionOwner & ShopKey
): Promise<void> {
  const pending = await findPendingChange(trx, { providerId, contactId })
  if (!pending) throw new Refusal('noEmailChange')
  await queueConfirmationMail(trx, { providerId, contactId, shop, changeId: pending.changeId }, pending.newAddress)
}
