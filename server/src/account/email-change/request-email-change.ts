import type { Kysely } from 'kysely'
import type { Place } from '../../platform/config/shops.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { type JobName, queueJob } from '../../platform/queue/job.ts'
import { takeMailTurn } from '../mail-limit/mail-limit.repository.ts'
import type { SessionOwner } from '../session/session.repository.ts'
import { findPendingChange, isTakenAddress, storeEmailChange } from './email-change.repository.ts'

export interface EmailChangeData extends Place {
  readonly pvaid: number
  readonly changeId: string
}

export const confirmationMailName: JobName<EmailChangeData> = 'email-confirmation-mail'
export const announcementMailName: JobName<EmailChangeData> = 'email-announcement-mail'

/** Mails to addresses that nobody has confirmed: of one person, and to one address. */
const personLimit = { perDay: 10, pauseSeconds: 0 }
const addressLimit = { perDay: 5, pauseSeconds: 120 }

/** @throws Refusal `tooManyMails` */
async function queueConfirmationMail(trx: Kysely<Tables>, change: EmailChangeData, newAddress: string): Promise<void> {
  const { company, pvaid } = change
  const key = ['email-confirmation', company, pvaid]
  const mayBeSent =
    (await takeMailTurn(trx, [...key, newAddress.toLowerCase()], addressLimit)) &&
    (await takeMailTurn(trx, key, personLimit))
  if (!mayBeSent) throw new Refusal('tooManyMails')
  await queueJob(trx, confirmationMailName, change)
}

/**
 * Notes a new user name, which counts once its owner has followed a link, and mails both addresses. Of other customers nothing is
 * asked: an address may log in at several.
 * @param trx has the customer locked, so that the address is not taken in between
 * @throws Refusal `emailTaken`, `tooManyMails`
 */
export async function requestEmailChange(
  trx: Kysely<Tables>,
  user: SessionOwner & Place,
  newAddress: string
): Promise<void> {
  if (await isTakenAddress(trx, user, newAddress)) throw new Refusal('emailTaken')
  const { company, pvaid, shop } = user
  const change = { company, pvaid, shop, changeId: await storeEmailChange(trx, user, newAddress) }
  await queueConfirmationMail(trx, change, newAddress)
  await queueJob(trx, announcementMailName, change)
}

/**
 * Mails a new link in the place of the one that was mailed.
 * @throws Refusal `noEmailChange`, `tooManyMails`
 */
export async function resendConfirmationMail(
  trx: Kysely<Tables>,
  { company, pvaid, shop }: SessionOwner & Place
): Promise<void> {
  const pending = await findPendingChange(trx, { company, pvaid })
  if (!pending) throw new Refusal('noEmailChange')
  await queueConfirmationMail(trx, { company, pvaid, shop, changeId: pending.changeId }, pending.newAddress)
}
