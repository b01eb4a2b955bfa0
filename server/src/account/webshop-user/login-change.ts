import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { requestEmailChange } from '../email-change/request-email-change.ts'
import { deletePasskeysOf } from '../passkey/passkey.repository.ts'
import { queueEmailChangedMail } from '../email-change/queue-email-changed-mail.ts'
import { queuePasswordMail } from '../password-mail/queue-password-mail.ts'
import { endSessionsOf, type SessionOwner } from '../session/session.repository.ts'
import { deleteShopUser, insertShopUser, type ShopUserValues, updateShopUser } from './webshop-user.repository.ts'

/** What a save changes of who may log in, and what follows from it. */
export interface LoginChange {
  /** What becomes of the shop user's row. */
  readonly row: 'kept' | 'inserted' | 'updated' | 'deleted'
  readonly values: ShopUserValues
  /** Ends the person's sessions but those of the family `except`; null ends none. */
  readonly endSessions: { readonly except: string | null } | null
  /** Where a mail says that the user name is another one now. */
  readonly formerAddress: string | null
  /** A user name that counts once the owner of the address has confirmed it. */
  readonly requestedAddress?: string
  /** Whether a generated password, or a link to set one, is mailed. */
  readonly sendPassword: boolean
}

/**
 * Writes a change of a login with all that follows from it, in the transaction of the save.
 * @throws Refusal `emailTaken`, `tooManyMails`
 */
export async function applyLoginChange(
  trx: Kysely<Tables>,
  user: SessionOwner,
  { row, values, endSessions, formerAddress, requestedAddress, sendPassword }: LoginChange
): Promise<void> {
  const { company, pvaid } = user
  if (row === 'inserted') await insertShopUser(trx, user, values)
  if (row === 'updated') await updateShopUser(trx, user, values)
  if (row === 'deleted') await deleteShopUser(trx, user)
  if (endSessions) await endSessionsOf(trx, user, endSessions.except)
  // After the sessions, whose locks keep new passkeys away. Whoever changes the login from outside may do so because it was stolen.
  if (endSessions?.except === null) await deletePasskeysOf(trx, user)
  if (formerAddress !== null) await queueEmailChangedMail(trx, { company, pvaid, oldAddress: formerAddress })
  if (requestedAddress !== undefined) await requestEmailChange(trx, user, requestedAddress)
  if (sendPassword) await queuePasswordMail(trx, { company, pvaid })
}
