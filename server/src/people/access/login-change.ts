import { Right, rightName, isHigherRight } from '@customer-center/contract/rights'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../../platform/database/query.ts'
import { checkOutgoing, queueMail } from '../../mails/index.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { noteSecurityEvent } from '../../platform/http/security-event.ts'
import { limits } from '../../platform/limits/limits.ts'
import { takeTurn } from '../../platform/limits/turns.repository.ts'
import { requestEmailChange } from '../email-change/request-email-change.ts'
import type { SessionOwner } from '../../account/index.ts'
import { isMailKept } from '../password-mail/access-state.repository.ts'
import { passwordChangedMail } from '../password-mail/password-changed-mail.ts'
import { queuePasswordMail } from '../password-mail/queue-password-mail.ts'
import { applyConsequences, type LoginConsequences } from './login-consequences.ts'
import { deleteShopUser, insertShopUser, type ShopUserValues, updateShopUser } from './webshop-user.repository.ts'
import { type Caller, requireFreshLogin, type Actor } from '../../platform/http/caller.ts'
import type { PersonKey } from '../../platform/personal-data/person.ts'

/**
 * Refuses a change of a login unless the caller has just logged in: another password or user name, or none any more, of
 * the caller or of somebody else, and a right that is raised. So does a removed access, right and state at once: taking
 * that back raises the right.
 * @throws Refusal `loginTooOld`
 */
export function checkFreshLogin(caller: Pick<Caller, 'hasFreshLogin'>, change: LoginChange | null): void {
  if (change === null) return
  const { row, values, otherAddress, requestedAddress, right, isMadeInactive } = change
  const changesPassword = row === 'updated' && typeof values.passwordHash === 'string'
  const isRaised = right !== undefined && isHigherRight(right.after, right.before)
  const isRemoved = values.rights === Right.none && isMadeInactive
  if (changesPassword || isRaised || isRemoved || otherAddress !== null || requestedAddress !== undefined)
    requireFreshLogin(caller)
}

/** The change of a login by a save, with its consequences. */
export interface LoginChange extends LoginConsequences {
  /** The fate of the shop user's row. */
  readonly row: 'kept' | 'inserted' | 'updated' | 'deleted'
  readonly values: ShopUserValues
  /** The address at which a mail tells of the changed password. */
  readonly tellsPasswordTo?: string
  /** A user name that counts once the owner of the address has confirmed it. */
  readonly requestedAddress?: string
  /** Whether the contact becomes inactive. */
  readonly isMadeInactive?: boolean
  /** Whether a mail brings a generated password, or a link to set one. */
  readonly sendPassword: boolean
}

/** A login that a save leaves as it is. */
export const loginStays: LoginChange = {
  row: 'kept',
  values: {},
  endSessions: null,
  otherAddress: null,
  sendPassword: false
}

/**
 * Returns the change of a login without a new first password where a removed access is taken back and the one that was
 * mailed before is still good, or on its way.
 */
export async function keepMailedPassword(trx: Db, person: PersonKey, change: LoginChange): Promise<LoginChange> {
  const { passwordHash: _replaced, ...values } = change.values
  const isOther = !change.sendPassword || values.emailAddress !== undefined
  if (isOther || !(await isMailKept(trx, person))) return change
  return { ...change, row: Object.keys(values).length > 0 ? change.row : 'kept', values, sendPassword: false }
}

/** Logs a change of a login, once it is stored. */
export function noteLoginChange(
  request: FastifyRequest,
  person: PersonKey,
  { row, values, endSessions, requestedAddress, sendPassword }: LoginChange
): void {
  const { rights, passwordHash, emailAddress } = values
  const isNew = row === 'inserted'
  if (rights !== undefined && !(isNew && rights === Right.none))
    noteSecurityEvent(request, 'right-changed', { person, right: rightName(rights) })
  if (passwordHash !== undefined && !(isNew && passwordHash === null))
    noteSecurityEvent(request, 'password-changed', { person })
  if (emailAddress !== undefined && !isNew) noteSecurityEvent(request, 'email-changed', { person })
  if (requestedAddress !== undefined) noteSecurityEvent(request, 'email-change-requested', { person })
  if (sendPassword) noteSecurityEvent(request, 'access-mailed', { person })
  if (endSessions) noteSecurityEvent(request, 'sessions-ended', { person, reason: 'login-changed' })
}

/**
 * Counts an access that somebody has mailed to another one, so that no admin can use this server to mail strangers. What goes to one
 * address is counted where it is queued.
 * @throws Refusal `mailsUsedUp`
 */
async function countAccessMail(trx: Db, { provider, customer, contact }: SessionOwner): Promise<void> {
  const { accessMailsByPerson, accessMailsOfCustomer } = limits
  const mayBeSent =
    (await takeTurn(trx, accessMailsByPerson, ['login-mail-by', provider, contact])) &&
    (await takeTurn(trx, accessMailsOfCustomer, ['login-mail-of', provider, customer]))
  if (!mayBeSent) throw new Refusal(accessMailsByPerson.refusal)
}

/**
 * Writes a change of a login with all consequences, in the transaction of the save.
 * @param actor the person who changes it, and the shop
 * @throws Refusal `emailTaken`, `outgoingOnHold`, `tooManyMails`, `mailsUsedUp`
 */
export async function applyLoginChange(
  trx: Db,
  user: SessionOwner,
  { row, values, tellsPasswordTo, requestedAddress, sendPassword, ...consequences }: LoginChange,
  actor: Pick<Actor, 'contact' | 'shop'>
): Promise<void> {
  const { provider, contact } = user
  const { shop } = actor
  if (row === 'inserted') await insertShopUser(trx, user, values)
  if (row === 'updated') await updateShopUser(trx, user, values)
  await applyConsequences(trx, { provider, shop }, [{ contact, ...consequences }], values.passwordHash === undefined)
  if (tellsPasswordTo !== undefined)
    await queueMail(trx, passwordChangedMail, { provider, contact, shop, to: tellsPasswordTo })
  if (requestedAddress !== undefined) await requestEmailChange(trx, { ...user, shop }, requestedAddress)
  if (sendPassword) {
    await checkOutgoing(trx)
    await countAccessMail(trx, { ...user, contact: actor.contact })
    await queuePasswordMail(trx, { provider, contact, shop }, 'refuse')
  }
  // The row goes last: its passkeys go with it, about which the owner is told above.
  if (row === 'deleted') await deleteShopUser(trx, user)
}
