import { ContactSalutation } from './contact.ts'
import { type RightName, everyRight } from './rights.ts'

/** The editor and the contact. */
export interface ContactSituation {
  /** The right of the person who is logged in. */
  readonly viewer: RightName
  /** Whether the contact is the person who is logged in. */
  readonly own: boolean
  /** The contact's stored right; none for a new contact. */
  readonly storedRight: RightName
  /** Whether the contact could ever log in; left out if unknown. */
  readonly hadLogin?: boolean
}

/**
 * Tells whether the editor may change the contact's e-mail address. People change their own address in their profile,
 * because the change ends the session. Only an admin may change the address of a contact who can log in, because the
 * change could lock that person out, or of one who could log in before, because with a restored right the account would
 * belong to the editor.
 */
export function mayEditEmail({ own, viewer, storedRight, hadLogin = false }: ContactSituation): boolean {
  return !own && (viewer === 'admin' || (storedRight === 'none' && !hadLogin))
}

/** Admins may, except for themselves. */
export function mayEditRights({ own, viewer }: ContactSituation): boolean {
  return viewer === 'admin' && !own
}

/** Admins and the person themselves may. */
export function mayEditPassword({ own, viewer }: ContactSituation): boolean {
  return viewer === 'admin' || own
}

/**
 * Tells whether the editor may change the active state. Anybody may mark a colleague as inactive. Only admins may
 * reactivate a contact with a right, or deactivate an admin.
 * @param active the stored value
 */
export function mayEditActive({ viewer, storedRight }: ContactSituation, active: boolean): boolean {
  return viewer === 'admin' || storedRight === 'none' || (active && storedRight !== 'admin')
}

/**
 * Returns the name field for searching contacts: the last name, or the first name in a form without it; null in a form
 * without both.
 */
export function nameField(isShown: (name: 'lastName' | 'firstName') => boolean): 'lastName' | 'firstName' | null {
  return (['lastName', 'firstName'] as const).find(isShown) ?? null
}

/** The circumstances of one of a contact's e-mail addresses. */
interface EmailDemand {
  /** Whether the shop's list requires the field. */
  readonly configured: boolean
  /** Whether the backend lets the contact log in with this address; the forms leave that to its refusal. */
  readonly isLogin?: boolean
  /** The right after the save. */
  readonly right: RightName
  readonly extendedWebshopRights: boolean
  /** Attribute of the hosting page, which the server does not know. */
  readonly requireEmail?: boolean
}

/**
 * Tells whether an e-mail address is required. A configured address is required with any right, without
 * extended rights, or if the host requires it. Our server also refuses a right without the address of a login.
 */
export function isEmailRequired(demand: EmailDemand): boolean {
  const { configured, isLogin = false, right, extendedWebshopRights, requireEmail = false } = demand
  const hasRight = right !== 'none'
  return (hasRight && isLogin) || (configured && (hasRight || !extendedWebshopRights || requireEmail))
}

/** Returns the salutations that a shop offers for a contact. */
export function offeredSalutations(notSpecifiedSalutation: boolean): number[] {
  const { mister, misses, diverse, notSpecified } = ContactSalutation
  return [mister, misses, diverse, ...(notSpecifiedSalutation ? [notSpecified] : [])]
}

/** A row of the table beside the drop-down that explains the rights. The id of its text is `rightsInfo.<id>`. */
export interface RightsInfoRow {
  readonly id: string
  readonly allowed: readonly RightName[]
}

const shop: readonly RightName[] = ['shopfull', 'admin']
const anyShop: readonly RightName[] = ['shoplight', 'shopfull', 'admin']

const standardWithLogin = everyRight.filter((name) => name !== 'shoplight')

/** The extended table, shown with the option extendedWebshopRights. */
export const extendedRightsInfo: readonly RightsInfoRow[] = [
  { id: 'editCompany', allowed: ['admin'] },
  { id: 'grantAccess', allowed: ['admin'] },
  { id: 'editInvoiceAddress', allowed: shop },
  { id: 'editContacts', allowed: anyShop },
  { id: 'purchase', allowed: anyShop },
  { id: 'ownConfirmations', allowed: everyRight },
  { id: 'othersConfirmations', allowed: shop },
  { id: 'ordersAndInvoices', allowed: shop },
  { id: 'webinars', allowed: everyRight }
]

/** The simple table, without shoplight. */
export const simpleRightsInfo: readonly RightsInfoRow[] = [
  { id: 'editCompany', allowed: ['admin'] },
  { id: 'grantAccess', allowed: ['admin'] },
  { id: 'editInvoiceAddress', allowed: shop },
  { id: 'editContacts', allowed: shop },
  { id: 'purchase', allowed: shop },
  { id: 'ownConfirmations', allowed: standardWithLogin },
  { id: 'othersConfirmations', allowed: shop },
  { id: 'ordersAndInvoices', allowed: shop },
  { id: 'scriptsAndWebinars', allowed: standardWithLogin }
]
