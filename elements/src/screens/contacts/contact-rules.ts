import {
  type ContactSituation,
  mayEditActive,
  mayEditPassword,
  nameField
} from '@customer-center/contract/contact-rules'
import type { RightName } from '@customer-center/contract/rights'
import { ContactSalutation } from '@customer-center/contract/salutation'

/** Who looks at whose form. */
export interface Situation extends ContactSituation {
  /** The contact does not exist yet. */
  readonly isNew: boolean
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

/** Section 5: for a right with a login, by an admin or the person itself; whether it is configured, the field list says. */
export function showsPassword(situation: Situation, right: RightName): boolean {
  return right !== 'none' && mayEditPassword(situation)
}

/** Not of a new contact (section 4), nor of one's own, which would log out for good. */
export function offersActive(situation: Situation, active: boolean): boolean {
  return !situation.isNew && !situation.own && mayEditActive(situation, active)
}

/** The name that a contact is found by; null where the form shows none. */
export function namedBy(fields: readonly { name: string; readOnly: boolean }[]): string | null {
  return nameField((wanted) => fields.some(({ name, readOnly }) => name === wanted && !readOnly))
}

const { mister, misses, diverse, notSpecified, placeholder } = ContactSalutation

/** The salutations on offer (section 3); one that is stored stays, or saving would lose it. */
export function salutations(notSpecifiedSalutation: boolean, stored: string): string[] {
  const offered = [mister, misses, diverse, ...(notSpecifiedSalutation ? [notSpecified] : [])].map(String)
  return stored === '' || stored === placeholder || offered.includes(stored) ? offered : [...offered, stored]
}
