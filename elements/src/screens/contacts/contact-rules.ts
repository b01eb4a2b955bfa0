import type { RightName } from '@customer-center/contract/rights'
import { ContactSalutation } from '@customer-center/contract/salutation'

/** Who looks at whose form. */
export interface Situation {
  /** The right of whoever is logged in. */
  readonly viewer: RightName
  /** The contact is the person who is logged in. */
  readonly own: boolean
  /** The contact does not exist yet. */
  readonly isNew: boolean
  /** The contact's right as it is stored. */
  readonly storedRight: RightName
}

/** The own contact is the one that logs in with the profile's address; case does not count there. */
export function isOwn(shopEmail: string, profileEmail: string): boolean {
  return shopEmail !== '' && shopEmail.toLowerCase() === profileEmail.toLowerCase()
}

export interface EmailDemand {
  /** The shop's field list says so. */
  readonly configured: boolean
  /** The right that is chosen in the form. */
  readonly right: RightName
  readonly extendedWebshopRights: boolean
  /** The flag that the host passes in. */
  readonly requireEmail: boolean
}

/** Section 5: required when configured so and there is a login, or no extended rights, or the host wishes it. */
export function isEmailRequired({ configured, right, extendedWebshopRights, requireEmail }: EmailDemand): boolean {
  return configured && (right !== 'none' || !extendedWebshopRights || requireEmail)
}

/** Section 5: not one's own; and a login's address is an admin's to change, or whoever has it could be locked out. */
export function mayEditEmail({ own, viewer, storedRight }: Situation): boolean {
  return !own && (viewer === 'admin' || storedRight === 'none')
}

/** Section 5: for a right with a login, by an admin or the person itself; whether it is configured, the field list says. */
export function showsPassword({ own, viewer }: Situation, right: RightName): boolean {
  return right !== 'none' && (viewer === 'admin' || own)
}

/** Section 5: by an admin who does not edit themselves. */
export function mayEditRights({ own, viewer }: Situation): boolean {
  return viewer === 'admin' && !own
}

/**
 * Not of a new contact (section 4), nor of the own one, which would log out for good; and a login is an admin's to open, and an
 * admin's alone to close an admin's.
 */
export function mayEditActive({ own, isNew, viewer, storedRight }: Situation, active: boolean): boolean {
  if (isNew || own) return false
  return viewer === 'admin' || storedRight === 'none' || (active && storedRight !== 'admin')
}

/** The name that a contact is found by: of a form that shows no last name, the first name; null where it shows neither. */
export function namedBy(fields: readonly { name: string; readOnly: boolean }[]): string | null {
  return ['lastName', 'firstName'].find((one) => fields.some(({ name, readOnly }) => name === one && !readOnly)) ?? null
}

const { mister, misses, diverse, notSpecified, placeholder } = ContactSalutation

/** The salutations on offer (section 3); one that is stored stays, or saving would lose it. */
export function salutations(notSpecifiedSalutation: boolean, stored: string): string[] {
  const offered = [mister, misses, diverse, ...(notSpecifiedSalutation ? [notSpecified] : [])].map(String)
  return stored === '' || stored === placeholder || offered.includes(stored) ? offered : [...offered, stored]
}
