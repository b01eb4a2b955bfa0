import { ContactSalutation } from '@customer-center/contract/contact'
import {
  type ContactSituation,
  mayEditActive,
  mayEditPassword,
  nameField,
  offeredSalutations
} from '@customer-center/contract/contact-rules'
import type { RightName } from '@customer-center/contract/rights'

/** The editor and the contact of the form. */
export interface ContactFormSituation extends ContactSituation {
  /** The contact does not exist yet. */
  readonly isNew: boolean
}

/** Tells whether the contact logs in with the profile's address, whatever its case. */
export function isOwnContact(shopEmail: string, profileEmail: string): boolean {
  return shopEmail !== '' && shopEmail.toLowerCase() === profileEmail.toLowerCase()
}

/**
 * Returns the field with the address of the contact's login. The person's address becomes that of the login if there is
 * none and the form shows no other field for it.
 * @param stored the login that the contact has
 */
export function loginField(fields: readonly { readonly name: string }[], stored: string): string | null {
  if (fields.some(({ name }) => name === 'shopEmail')) return 'shopEmail'
  return stored === '' ? 'eMailAddress' : null
}

/**
 * Tells whether the form shows the password: for a right with a login, to an admin or the contact (section 5). The
 * field list decides whether there is a password at all.
 */
export function showsPassword(situation: ContactFormSituation, right: RightName): boolean {
  return right !== 'none' && mayEditPassword(situation)
}

/**
 * Tells whether the form offers the flag: not for a new contact (section 4), nor to people for themselves, since it
 * would end their own login for good.
 */
export function offersActive(situation: ContactFormSituation, active: boolean): boolean {
  return !situation.isNew && !situation.own && mayEditActive(situation, active)
}

/**
 * Returns the fields that a form shows while `right` is selected. The password's fields appear and disappear with the
 * right; behind it they move nothing that the person is using.
 */
export function shownFields<Field extends { readonly name: string; readonly readOnly: boolean }>(
  all: readonly Field[],
  situation: ContactFormSituation,
  right: RightName
): readonly Field[] {
  const fields = all.filter(
    ({ name, readOnly }) => name !== 'password' || (!readOnly && showsPassword(situation, right))
  )
  const password = fields.find(({ name }) => name === 'password')
  if (!password || !fields.some(({ name }) => name === 'webshopRights')) return fields
  return fields.flatMap((one) => (one === password ? [] : one.name === 'webshopRights' ? [one, password] : [one]))
}

/** Returns the field of the person's name that must be filled in; null if the form has none. */
export function requiredName(fields: readonly { name: string; readOnly: boolean }[]): string | null {
  return nameField((wanted) => fields.some(({ name, readOnly }) => name === wanted && !readOnly))
}

/**
 * Returns the salutations to choose from (section 3). A stored salutation stays among them, or saving would lose it.
 */
export function salutationChoices(notSpecifiedSalutation: boolean, stored: string): string[] {
  const offered = offeredSalutations(notSpecifiedSalutation).map(String)
  return stored === '' || stored === ContactSalutation.placeholder || offered.includes(stored)
    ? offered
    : [...offered, stored]
}
