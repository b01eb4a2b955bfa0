import type { FastifyRequest } from 'fastify'
import type { Contact } from '@customer-center/contract/contact'
import { isHigherRight, Right, type RightName, rightName } from '@customer-center/contract/rights'
import { endSessionsOfContacts, keepPasskeys, removePasskeys, type SessionOwner } from '../../account/index.ts'
import { checkOutgoing, queueMail } from '../../mails/index.ts'
import type { ShopKey } from '../../platform/config/shops.ts'
import type { Db } from '../../platform/database/query.ts'
import type { Actor } from '../../platform/http/caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { noteSecurityEvent } from '../../platform/http/security-event.ts'
import { limits } from '../../platform/limits/limits.ts'
import { countMail } from '../../platform/limits/mail-limit.repository.ts'
import type { PersonKey } from '../../platform/personal-data/person.ts'
import {
  canReturnAsBefore,
  deleteEmailChanges,
  emailChangedMail,
  passwordChangedMail,
  queueCorrectedMails,
  queuePasswordMail,
  requestEmailChange
} from '../mail/index.ts'
import { tellAdmins } from './admin-mail.ts'
import {
  type ShopUserValues,
  deleteShopUser,
  insertShopUser,
  readRights,
  updateShopUser
} from './shop-user.repository.ts'

/** A login as it is before or after a change: user name, right, and whether the right counts. */
export interface ShopUserState extends Pick<Contact, 'shopEmail' | 'webshopRights' | 'active'> {
  /** Whether the person has or had a right or a password. */
  readonly hadLogin: boolean
}

export interface LoginConsequences {
  /** The right with which the person may log in: none while inactive. Missing if the right stays the same. */
  readonly right?: { readonly before: RightName; readonly after: RightName }
  /**
   * Ends the person's sessions except those of the family `except`; without `except` also removes the passkeys. If
   * null, all sessions stay.
   */
  readonly endSessions: { readonly except: string | null } | null
  /** Set if a person who has or had a login gets another user name or loses it: a mail informs the former address. */
  readonly otherAddress: { readonly before: string | null } | null
}

/** Compares two user names without regard to case. */
export function isSameUserName(one: string | null, other: string | null): boolean {
  return one?.toLowerCase() === other?.toLowerCase()
}

const rightOf = ({ webshopRights, active }: ShopUserState): RightName =>
  active === true ? rightName(webshopRights) : 'none'

/**
 * Returns the consequences of a changed login. A new user name or the removal of the login ends everything that the
 * former owner could still use; a new password ends the sessions.
 * @param password the session that survives a new password: the one in which the owner chose it
 */
export function loginConsequences(
  before: ShopUserState,
  after: ShopUserState,
  password: { readonly except: string | null } | null = null
): LoginConsequences {
  const otherLogin = !isSameUserName(before.shopEmail, after.shopEmail)
  const isTaken = before.webshopRights !== after.webshopRights && after.webshopRights === Right.none
  const shutOut = isTaken || (before.active !== after.active && after.active === false)
  return {
    right: { before: rightOf(before), after: rightOf(after) },
    endSessions: otherLogin || shutOut ? { except: null } : password,
    otherAddress: otherLogin && before.hadLogin ? { before: before.shopEmail } : null
  }
}

export const firstConsequences = (login: ShopUserState): LoginConsequences =>
  loginConsequences({ ...login, webshopRights: Right.none }, login)

export interface ChangedLogin extends LoginConsequences {
  readonly contactId: number
}

const numbersOf = (logins: readonly ChangedLogin[]) => logins.map(({ contactId }) => contactId)

/** Mails the admins about new and former admins. */
async function tellOfAdmins(
  trx: Db,
  shopKey: ShopKey,
  logins: readonly ChangedLogin[],
  canUndo: boolean
): Promise<void> {
  const wasAdmin = ({ right }: ChangedLogin) => right?.before === 'admin'
  const isAdmin = ({ right }: ChangedLogin) => right?.after === 'admin'
  const became = logins.filter((login) => isAdmin(login) && !wasAdmin(login))
  const lost = logins.filter((login) => wasAdmin(login) && !isAdmin(login))
  await tellAdmins(trx, shopKey, numbersOf(became), 'became', canUndo)
  await tellAdmins(trx, shopKey, numbersOf(lost), 'lost', canUndo)
}

/** Makes the recipient of mails about a changed login: its owner, at the former address. */
const ownerOf =
  ({ providerId, shop }: ShopKey) =>
  ({ contactId, otherAddress }: ChangedLogin) => {
    const former = otherAddress?.before ?? null
    return { providerId, contactId, shop, ...(former !== null && { to: former }) }
  }

/**
 * Removes the passkeys of logins that somebody else has changed, which may be the response to a theft, and brings back
 * those of a right that was taken and given again.
 */
async function changePasskeys(
  trx: Db,
  shopKey: ShopKey,
  logins: readonly ChangedLogin[],
  canUndo: boolean
): Promise<void> {
  const losing = logins.filter(({ endSessions }) => endSessions?.except === null)
  const mayReturn = ({ right, otherAddress }: ChangedLogin) =>
    canUndo && !otherAddress && right?.before !== 'none' && right?.after === 'none'
  await removePasskeys(trx, losing.filter((login) => !mayReturn(login)).map(ownerOf(shopKey)))
  await removePasskeys(trx, losing.filter(mayReturn).map(ownerOf(shopKey)), true)
  const returned = logins.filter(({ right }) => canUndo && right?.before === 'none' && right.after !== 'none')
  for (const login of returned) await keepPasskeys(trx, ownerOf(shopKey)(login))
}

/**
 * Applies the consequences of all changed logins of all given contacts in the transaction of the change.
 * @param canUndo whether the person who made the change can undo it: then mails and the removal of passkeys wait until
 * that time is over
 */
export async function applyConsequences(
  trx: Db,
  { providerId, shop }: ShopKey,
  logins: readonly ChangedLogin[],
  canUndo = false
): Promise<void> {
  const shopKey = { providerId, shop }
  await tellOfAdmins(trx, shopKey, logins, canUndo)
  const ended = logins.filter(({ endSessions }) => endSessions)
  // A family is one person's login.
  const [except = null] = ended.flatMap(({ endSessions }) => endSessions?.except ?? [])
  await endSessionsOfContacts(trx, providerId, numbersOf(ended), except)
  // After the sessions, since the locks on these keep new passkeys away.
  await changePasskeys(trx, shopKey, logins, canUndo)
  const renamed = logins.filter(({ otherAddress }) => otherAddress)
  await deleteEmailChanges(trx, providerId, numbersOf(renamed))
  for (const owner of renamed.map(ownerOf(shopKey)))
    if (owner.to !== undefined) await queueMail(trx, emailChangedMail, owner)
}

/**
 * Applies the consequences of contacts that have gone to another customer: the admins there are told of those who are
 * admins, and an access that was not used is mailed again, since the former mail is no longer valid. The database ends sessions
 * and links.
 * @param contacts those that are active there, and those that the same row has made inactive: they were never a login of
 * the new customer, so nobody there is told
 */
export async function applyMove(
  trx: Db,
  providerId: number,
  { active, ended }: Readonly<Record<'active' | 'ended', readonly number[]>>
): Promise<void> {
  if (ended.length > 0) {
    const logins = ended.map((contactId) => ({ contactId, endSessions: { except: null }, otherAddress: null }))
    await applyConsequences(trx, { providerId }, logins)
  }
  if (active.length === 0) return
  const rights = await readRights(trx, providerId, active)
  const admins = rights.filter(({ webshopRights }) => webshopRights === Right.admin)
  await tellAdmins(
    trx,
    { providerId },
    admins.map(({ contactId }) => contactId),
    'became'
  )
  await queueCorrectedMails(trx, providerId, active)
}

export async function applyActive(
  trx: Db,
  providerId: number,
  contacts: readonly number[],
  isActive: boolean
): Promise<void> {
  if (contacts.length === 0) return
  const rights = await readRights(trx, providerId, contacts)
  const changed = rights.map(({ contactId, webshopRights }) => {
    const login = { shopEmail: null, webshopRights, hadLogin: true }
    return { contactId, ...loginConsequences({ ...login, active: !isActive }, { ...login, active: isActive }) }
  })
  await applyConsequences(trx, { providerId }, changed)
}

/**
 * Tells whether a change requires a fresh login: a new password, a new or removed user name, the caller's own or another
 * person's, a raised right, and a change that ends the sessions of a person with a login or lowers an admin.
 */
export function needsFreshLogin(change: LoginChange): boolean {
  const { row, values, otherAddress, requestedAddress, right, endSessions } = change
  const changesPassword = row === 'updated' && typeof values.passwordHash === 'string'
  if (changesPassword || otherAddress !== null || requestedAddress !== undefined) return true
  if (right === undefined) return false
  if (isHigherRight(right.after, right.before)) return true
  const isLowered = right.before === 'admin' && right.after !== 'admin'
  return isLowered || (endSessions !== null && right.before !== 'none')
}

export interface LoginChange extends LoginConsequences {
  /** The fate of the shop user's row. */
  readonly row: 'kept' | 'inserted' | 'updated' | 'deleted'
  readonly values: ShopUserValues
  /** The address at which a mail tells of the changed password. */
  readonly tellsPasswordTo?: string
  /** A user name that counts once the owner of the address has confirmed it. */
  readonly requestedAddress?: string
  /** Whether the person gets a mail with a generated password, or with a link to set one. */
  readonly sendPassword: boolean
}

export const unchangedLogin: LoginChange = {
  row: 'kept',
  values: {},
  endSessions: null,
  otherAddress: null,
  sendPassword: false
}

/** Drops the new first password from a change that restores a removed access exactly as it was. */
export async function keepFirstPassword(trx: Db, person: PersonKey, change: LoginChange): Promise<LoginChange> {
  const { passwordHash: _replaced, ...values } = change.values
  const isOther = !change.sendPassword || values.emailAddress !== undefined
  if (isOther || !(await canReturnAsBefore(trx, person))) return change
  return { ...change, row: Object.keys(values).length > 0 ? change.row : 'kept', values, sendPassword: false }
}

/** Logs a stored change of a login as security events. */
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
 * Counts the accesses that one person has mailed to others, so that no admin can use this server to mail strangers.
 * Mails to one address are counted where they are queued.
 * @throws Refusal `mailsUsedUp`
 */
async function countAccessMail(trx: Db, { providerId, customerId, contactId }: SessionOwner): Promise<void> {
  const { accessMailsByPerson, accessMailsOfCustomer } = limits
  const mayBeSent =
    (await countMail(trx, accessMailsByPerson, ['login-mail-by', providerId, contactId])) &&
    (await countMail(trx, accessMailsOfCustomer, ['login-mail-of', providerId, customerId]))
  if (!mayBeSent) throw new Refusal(accessMailsByPerson.refusal)
}

/**
 * Writes a change of a login with all consequences, in the transaction of the save.
 * @param actor the person who changes it, and the shop
 * @throws Refusal `emailTaken`, `outgoingOnHold`, `tooManyMails`, `addressMailsUsedUp`, `mailsUsedUp`
 */
export async function applyLoginChange(
  trx: Db,
  user: SessionOwner,
  { row, values, tellsPasswordTo, requestedAddress, sendPassword, ...consequences }: LoginChange,
  actor: Pick<Actor, 'contactId' | 'shop'>
): Promise<void> {
  const { providerId, contactId } = user
  const { shop } = actor
  if (row === 'inserted') await insertShopUser(trx, user, values)
  if (row === 'updated') await updateShopUser(trx, user, values)
  // An empty password only makes room for the one that a mail will bring.
  const setsPassword = typeof values.passwordHash === 'string'
  await applyConsequences(trx, { providerId, shop }, [{ contactId, ...consequences }], !setsPassword)
  if (tellsPasswordTo !== undefined)
    await queueMail(trx, passwordChangedMail, { providerId, contactId, shop, to: tellsPasswordTo })
  if (requestedAddress !== undefined) await requestEmailChange(trx, { ...user, shop }, requestedAddress)
  if (sendPassword) {
    await checkOutgoing(trx)
    await countAccessMail(trx, { ...user, contactId: actor.contactId })
    await queuePasswordMail(trx, { providerId, contactId, shop }, 'refuse')
  }
  // The row is deleted last, because its passkeys are deleted with it, and the owner is told about them above.
  if (row === 'deleted') await deleteShopUser(trx, user)
}
