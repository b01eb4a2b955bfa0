import { type Contact, contactFields, ContactSalutation } from '@customer-center/contract/contact'
import {
  isEmailRequired,
  mayEditActive,
  mayEditEmail,
  mayEditPassword,
  mayEditRights,
  nameField,
  offeredSalutations
} from '@customer-center/contract/contact-rules'
import { Right, rightName } from '@customer-center/contract/rights'
import type { Config } from '../../../platform/config/config.ts'
import type { Actor } from '../../../platform/http/caller.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { followsChange } from '../../../records/rows/values.ts'
import { fieldName } from '../../../records/saving/field-name.ts'
import { isSameUserName } from '../../access/index.ts'
import type { FormRules } from '../../field/index.ts'
import { personalNames } from './contact.columns.ts'
import type { StoredContact } from './contact.repository.ts'

type Name = keyof typeof contactFields
export type ContactValues = Partial<Contact>
export type ContactSettings = Pick<Config, 'extendedWebshopRights' | 'notSpecifiedSalutation'>

export const emailFields = ['shopEmail', 'eMailAddress'] as const

/** Tells whether the actor may change a field of a stored contact, or of a new one (`null`). */
export function mayChange(name: Name, stored: StoredContact | null, actor: Actor): boolean {
  const situation = {
    viewer: actor.right,
    own: stored?.contactId === actor.contactId,
    storedRight: rightName(stored?.values.webshopRights),
    hadLogin: stored?.hadLogin === true
  }
  if (stored?.shared === true && personalNames.includes(name)) return false
  if (name === 'webshopRights') return mayEditRights(situation)
  if (name === 'password') return mayEditPassword(situation)
  if (name === 'shopEmail' || name === 'eMailAddress') return mayEditEmail(situation)
  return name !== 'active' || mayEditActive(situation, stored?.values.active === true)
}

// A new contact has these fields without any input; `missingEmail` decides whether an e-mail address is required.
const neverRequired: readonly Name[] = [...emailFields, 'password', 'webshopRights', 'active', 'newsletter']
const codesNeverRequired = neverRequired.map((name) => contactFields[name].code)

/** Returns the shop's rules, with `required` off for the fields that they cannot require of contacts. */
export function generalRules({ fields, offered }: FormRules): FormRules {
  const general = fields.map((rule) => ({
    ...rule,
    required: rule.required && !codesNeverRequired.includes(rule.code)
  }))
  return { fields: general, offered }
}

/** Fields that may never be empty, because a recipient of mails needs a name. */
export const requiredAlways: readonly Name[] = ['salutation', 'lastName']

/**
 * Lists the fields that a new contact must have even if the shop's list does not require them: the salutation, and a
 * name to find the contact by. A field that the list does not show is not required, since nobody could fill it in.
 */
export function requiredForNew({ fields }: FormRules): readonly Name[] {
  if (fields.length === 0) return requiredAlways
  const isShown = (name: Name) =>
    fields.some(({ code, hidden, readOnly }) => code === contactFields[name].code && !hidden && !readOnly)
  const name = nameField(isShown)
  return [...(isShown('salutation') ? (['salutation'] as const) : []), ...(name ? [name] : [])]
}

/**
 * Lists the salutations that a client may send: those that the shop offers, and the one of a contact without a person.
 */
export function permittedSalutations({ notSpecifiedSalutation }: ContactSettings): number[] {
  return [...offeredSalutations(notSpecifiedSalutation), ContactSalutation.company]
}

function labelOf(form: FormRules, name: Name): string {
  const { code } = contactFields[name]
  return form.fields.find((rule) => rule.code === code)?.label || fieldName(code)
}

/**
 * Returns the required address that a save leaves empty. The address of a shared person is not required, because it
 * cannot be filled in here. A save that changes no address need not fill in one that only the list requires and an
 * import left empty: an admin can take a right away without knowing the address.
 */
function missingEmail(
  stored: StoredContact | null,
  changed: ContactValues,
  after: Pick<Contact, 'webshopRights' | (typeof emailFields)[number]>,
  { fields }: FormRules,
  extendedWebshopRights: boolean
): (typeof emailFields)[number] | undefined {
  const right = rightName(after.webshopRights)
  const isChanged = stored === null || emailFields.some((name) => changed[name] !== undefined)
  return emailFields.find((name) => {
    if (after[name] !== null || (stored?.shared === true && name === 'eMailAddress')) return false
    const rule = fields.find(({ code }) => code === contactFields[name].code)
    const configured = isChanged && rule !== undefined && rule.required && !rule.hidden && !rule.readOnly
    return isEmailRequired({ configured, isLogin: name === 'shopEmail', right, extendedWebshopRights })
  })
}

/**
 * Checks that a right may be given and a password set, and that there is an address to log in with.
 * @param stored null for a new contact
 * @param changed the changes of the write, before any consequences
 * @param after the contact as it would be
 * @throws Refusal `valueNotOffered`, `rightNotGrantable`, `fieldNotWritable`, `requiredFieldMissing`
 */
export function checkAccess(
  stored: StoredContact | null,
  changed: ContactValues,
  after: Pick<Contact, 'webshopRights' | 'shopEmail' | 'eMailAddress'>,
  form: FormRules,
  { extendedWebshopRights }: ContactSettings
): void {
  const { webshopRights, password } = changed
  const mayLogIn = after.webshopRights !== Right.none
  if (typeof webshopRights === 'number') {
    if (!Object.values<number>(Right).includes(webshopRights)) {
      throw new Refusal('valueNotOffered', { label: labelOf(form, 'webshopRights') })
    }
    if (webshopRights === Right.shoplight && !extendedWebshopRights) throw new Refusal('rightNotGrantable')
  }
  if (typeof password === 'string' && !mayLogIn) {
    throw new Refusal('fieldNotWritable', { label: labelOf(form, 'password') })
  }
  const isChecked =
    stored === null || webshopRights !== undefined || emailFields.some((name) => changed[name] !== undefined)
  const missing = isChecked && missingEmail(stored, changed, after, form, extendedWebshopRights)
  if (!missing) return
  // A form that shows only one address may show the other one than the missing one.
  const isShown = form.fields.some(({ code }) => code === contactFields[missing].code)
  throw new Refusal('requiredFieldMissing', { label: labelOf(form, isShown ? missing : 'eMailAddress') })
}

/** @throws Refusal `lastAdmin` */
export function checkAdminStays({ values, otherAdmins }: StoredContact, after: ContactValues): void {
  const isAdmin = ({ webshopRights, active }: ContactValues) => webshopRights === Right.admin && active === true
  if (isAdmin(values) && !isAdmin(after) && otherAdmins === 0) throw new Refusal('lastAdmin')
}

/** @throws Refusal `contactLocked` */
export function checkStaysLocked({ isLockedByOperator }: StoredContact, { active }: ContactValues): void {
  if (isLockedByOperator && active === true) throw new Refusal('contactLocked')
}

/**
 * Refuses to let persons make their own contact inactive: without a login they could neither finish the work on the
 * screen nor undo the change.
 * @throws Refusal `ownContactActive`
 */
export function checkOwnLoginStays({ contactId }: StoredContact, actor: Actor, { active }: ContactValues): void {
  if (contactId === actor.contactId && active === false) throw new Refusal('ownContactActive')
}

type Addresses = Pick<Contact, 'shopEmail' | 'eMailAddress' | 'displayEmail'>

interface StoredAddresses {
  readonly values: Addresses
  readonly form: FormRules
  readonly shared: boolean
}

/**
 * Tells whether an address does not follow changes of the other address: the person's address if the person is shared,
 * and an address that the shop made read-only.
 */
function isLocked(name: 'shopEmail' | 'eMailAddress', { form, shared }: StoredAddresses): boolean {
  const isReadOnly = form.fields.some(({ code, readOnly }) => readOnly && code === contactFields[name].code)
  return isReadOnly || (name === 'eMailAddress' && shared)
}

/**
 * Returns the addresses that follow a change. A contact has three e-mail addresses (login, person, list), and a form
 * shows one. Addresses that were empty or equal to the changed one get its new value; an address that differs stays.
 * @param changed null where an address is emptied
 */
export function followingAddresses(stored: StoredAddresses, changed: Partial<Addresses>): Partial<Addresses> {
  const { shopEmail, eMailAddress, displayEmail } = stored.values
  const written = changed.shopEmail === undefined ? changed.eMailAddress : changed.shopEmail
  if (written === undefined) return {}
  const before = changed.shopEmail === undefined ? eMailAddress : shopEmail
  const follows = (address: string | null) => followsChange(address, before, isSameUserName)
  return {
    ...(follows(shopEmail) && !isLocked('shopEmail', stored) && { shopEmail: written }),
    ...(follows(eMailAddress) && !isLocked('eMailAddress', stored) && { eMailAddress: written }),
    ...(follows(displayEmail) && { displayEmail: written })
  }
}

/** Returns the user name of a person who gets a right: the person's address, if no user name is stored. */
export function firstLogin({ shopEmail, eMailAddress }: Addresses, rights: number | null | undefined) {
  const needed = typeof rights === 'number' && rights !== Right.none
  return needed && shopEmail === null && eMailAddress !== null ? { shopEmail: eMailAddress } : {}
}

/** Tells whether a change replaces the user name; a difference in case is no change. */
export function isOtherLogin(stored: Pick<Addresses, 'shopEmail'>, changed: Partial<Addresses>): boolean {
  return changed.shopEmail !== undefined && !isSameUserName(stored.shopEmail, changed.shopEmail)
}
