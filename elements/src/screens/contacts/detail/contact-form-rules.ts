import { ContactSalutation } from '@customer-center/contract/contact'
import { type ContactSituation, mayEditPassword, offeredSalutations } from '@customer-center/contract/contact-rules'
import type { RightName } from '@customer-center/contract/rights'

export interface ContactFormSituation extends ContactSituation {
  /** The contact does not exist yet. */
  readonly isNew: boolean
}

/** Tells whether the contact logs in with the profile's address, whatever its case. */
export function isOwnContact(shopEmail: string, profileEmail: string): boolean {
  return shopEmail !== '' && shopEmail.toLowerCase() === profileEmail.toLowerCase()
}

/** Returns the address, which is shown only with an at sign and a dot. */
export function shownEmail(email: string | null): string {
  return email?.includes('@') && email.includes('.') ? email : '-'
}

/**
 * Tells whether the form shows the password: for a right with a login, to an admin or the contact. The
 * field list decides whether there is a password at all.
 */
export function showsPassword(situation: ContactFormSituation, right: RightName): boolean {
  return right !== 'none' && mayEditPassword(situation)
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

/**
 * Returns the salutations to choose from. A stored salutation stays among them, or saving would lose it.
 */
export function salutationChoices(notSpecifiedSalutation: boolean, stored: string): string[] {
  const offered = offeredSalutations(notSpecifiedSalutation).map(String)
  return stored === '' || stored === ContactSalutation.placeholder || offered.includes(stored)
    ? offered
    : [...offered, stored]
}
