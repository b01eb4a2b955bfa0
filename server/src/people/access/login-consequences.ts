import type { Contact } from '@customer-center/contract/contact'
import { Right, type RightName, rightName } from '@customer-center/contract/rights'
import { endSessionsOfContacts, keepPasskeys, removePasskeys } from '../../account/index.ts'
import { queueMail } from '../../mails/index.ts'
import type { Place } from '../../platform/config/shops.ts'
import type { Db } from '../../platform/database/query.ts'
import { deleteEmailChanges } from '../email-change/email-change.repository.ts'
import { emailChangedMail } from '../email-change/email-change-mails.ts'
import { tellAdmins } from './admin-mail.ts'
import { readRights } from './admin.repository.ts'

/** A login as it is before or after a change: user name, right, and whether the right counts. */
export interface Login extends Pick<Contact, 'shopEmail' | 'webshopRights' | 'active'> {
  /** Whether the person has or had a right or a password. */
  readonly hadLogin: boolean
}

/** The consequences of a changed login, whether a save, an import or a command has changed it. */
export interface LoginConsequences {
  /** The right with which the person may log in: none while inactive. Left out where it stays. */
  readonly right?: { readonly before: RightName; readonly after: RightName }
  /** Ends the person's sessions but those of the family `except`, and without one removes the passkeys; null ends none. */
  readonly endSessions: { readonly except: string | null } | null
  /** Another user name, or none, of a person who has or had a login: a mail tells the former one. */
  readonly otherAddress: { readonly before: string | null } | null
}

/** Tells whether two names for the login are the same; their capitals do not count. */
export function isSameUserName(one: string | null, other: string | null): boolean {
  return one?.toLowerCase() === other?.toLowerCase()
}

const rightOf = ({ webshopRights, active }: Login): RightName => (active === true ? rightName(webshopRights) : 'none')

/**
 * Returns the consequences of a changed login. Another user name, and a login that is taken away, end everything that
 * the former owner could still use; a new password ends the sessions.
 * @param password the session that a new password leaves: the one in which its owner chose it
 */
export function loginConsequences(
  before: Login,
  after: Login,
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

/** Returns the consequences of a contact's first login, which no earlier one precedes. */
export const firstConsequences = (login: Login): LoginConsequences =>
  loginConsequences({ ...login, webshopRights: Right.none }, login)

/** A contact whose login has changed. */
export interface ChangedLogin extends LoginConsequences {
  readonly contact: number
}

/**
 * Applies the consequences of changed logins in the transaction of the change, by statements for all of them.
 * @param canUndo whether the person who made the change can take it back: then mails and the end of passkeys wait that long
 */
export async function applyConsequences(
  trx: Db,
  { provider, shop }: Place,
  logins: readonly ChangedLogin[],
  canUndo = false
): Promise<void> {
  const numbersOf = (some: readonly ChangedLogin[]) => some.map(({ contact }) => contact)
  for (const becomes of [true, false]) {
    const others = logins.filter(
      ({ right }) => (right?.before === 'admin') !== becomes && (right?.after === 'admin') === becomes
    )
    await tellAdmins(trx, { provider, shop }, numbersOf(others), becomes, canUndo)
  }
  const ended = logins.filter(({ endSessions }) => endSessions)
  // A family is one person's login.
  const [except = null] = ended.flatMap(({ endSessions }) => endSessions?.except ?? [])
  await endSessionsOfContacts(trx, provider, numbersOf(ended), except)
  const ownerOf = ({ contact, otherAddress }: ChangedLogin) => {
    const former = otherAddress?.before ?? null
    return { provider, contact, shop, ...(former !== null && { to: former }) }
  }
  // The passkeys go after the sessions, whose locks keep new passkeys away. A change of the login from outside may be
  // an answer to a theft.
  const renamed = logins.filter(({ otherAddress }) => otherAddress)
  const losingPasskeys = ended.filter(({ endSessions }) => endSessions?.except === null)
  const mayReturn = ({ right, otherAddress }: ChangedLogin) =>
    canUndo && !otherAddress && right?.before !== 'none' && right?.after === 'none'
  await removePasskeys(trx, losingPasskeys.filter((login) => !mayReturn(login)).map(ownerOf))
  await removePasskeys(trx, losingPasskeys.filter(mayReturn).map(ownerOf), true)
  const returned = logins.filter(({ right }) => canUndo && right?.before === 'none' && right.after !== 'none')
  for (const login of returned) await keepPasskeys(trx, ownerOf(login))
  await deleteEmailChanges(trx, provider, numbersOf(renamed))
  for (const owner of renamed.map(ownerOf)) if (owner.to !== undefined) await queueMail(trx, emailChangedMail, owner)
}

/** Applies the consequences for contacts whose active flag has changed. */
export async function applyActive(
  trx: Db,
  provider: number,
  contacts: readonly number[],
  isActive: boolean
): Promise<void> {
  if (contacts.length === 0) return
  const rights = await readRights(trx, provider, contacts)
  const changed = rights.map(({ contact, webshopRights }) => {
    const login = { shopEmail: null, webshopRights, hadLogin: true }
    return { contact, ...loginConsequences({ ...login, active: !isActive }, { ...login, active: isActive }) }
  })
  await applyConsequences(trx, { provider }, changed)
}
