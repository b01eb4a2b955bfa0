import { type Contact, contactFields } from '@customer-center/contract/contact'
import { Right } from '@customer-center/contract/rights'
import { ContactSalutation } from '@customer-center/contract/salutation'
import type { Config } from '../../platform/config/config.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { fieldName } from '../../platform/saving/field-name.ts'
import type { FormRules } from '../field/form-rules.ts'
import { personalNames, storedNames } from './contact.columns.ts'
import type { StoredContact } from './stored-contact.ts'

type Name = keyof typeof contactFields
export type Values = { [Field in keyof Contact]?: Contact[Field] }
type Settings = Pick<Config, 'extendedWebshopRights' | 'minimumPasswordLength' | 'notSpecifiedSalutation'>

const emails = ['shopEmail', 'eMailAddress'] as const
const codes = { shopEmail: 'ASP_SHOPEMAIL', eMailAddress: 'ASP_EMAIL' } as const
const accessNames: readonly Name[] = [...emails, 'webshopRights', 'password', 'active']

/** Whether a write touches who may log in, so that it has to wait for others that do. */
export function touchesAccess(values: Values): boolean {
  return accessNames.some((name) => values[name] !== undefined)
}

/** A colleague may be told to have left; whom to let in, and who rules, an admin decides. */
function mayChangeActive(stored: StoredContact, { right }: Caller, { active }: Values): boolean {
  if (right === 'admin' || stored.rights === Right.none) return true
  return active === false && stored.rights !== Right.admin
}

/** What the caller may write of this contact; `null` for a new one. */
export function writableNames(stored: StoredContact | null, caller: Caller, values: Values): Name[] {
  const admin = caller.right === 'admin'
  const own = stored?.pvaid === caller.pvaid
  const refused = new Set<Name>()
  if (!admin || own) refused.add('webshopRights')
  if (!admin && !own) refused.add('password')
  if (stored) {
    // The own address is the profile's: changing it ends the session.
    if (own || (!admin && stored.rights !== Right.none)) for (const name of emails) refused.add(name)
    if (!mayChangeActive(stored, caller, values)) refused.add('active')
    if (stored.shared) for (const name of personalNames) refused.add(name)
  }
  return ([...storedNames, 'password'] as Name[]).filter((name) => !refused.has(name))
}

// A new contact has these without being asked, and an e-mail address is required by a rule of its own.
const neverAsked = new Set([
  'ASP_EMAIL',
  'ASP_SHOPEMAIL',
  'ASP_PASSWORT',
  'ASP_SHOPRECHTE',
  'ASP_AKTIV',
  'ASP_NEWSLETTER'
])

export function withoutOwnRules(form: FormRules): FormRules {
  return {
    ...form,
    fields: form.fields.map((rule) => ({ ...rule, required: rule.required && !neverAsked.has(rule.code) }))
  }
}

/** What may never be emptied: whoever is written to is called somehow. */
export const namedBy = ['salutation', 'lastName'] as const

/**
 * What a new contact must have, whether or not the shop's list says so: the salutation, and a name to find it by. Of a list that
 * shows no last name the first name does; what a list does not show at all nobody could fill in.
 */
export function askedOfNew({ fields }: FormRules): Name[] {
  if (fields.length === 0) return [...namedBy]
  const isShown = (name: Name) =>
    fields.some(({ code, hidden, readOnly }) => code === contactFields[name].code && !hidden && !readOnly)
  const name = (['lastName', 'firstName'] as const).find(isShown)
  return [...(isShown('salutation') ? (['salutation'] as const) : []), ...(name ? [name] : [])]
}

export function salutations({ notSpecifiedSalutation }: Settings): number[] {
  const { mister, misses, diverse, notSpecified, company } = ContactSalutation
  return [mister, misses, diverse, company, ...(notSpecifiedSalutation ? [notSpecified] : [])]
}

/**
 * Whether a right may be given and a password set, and whether there is an address to log in with.
 * @param after the contact as it would be
 * @throws Refusal `valueNotOffered`, `rightNotGrantable`, `fieldNotWritable`, `requiredFieldMissing`
 */
export function checkAccess(
  stored: StoredContact | null,
  { webshopRights, password, ...values }: Values,
  after: Pick<Contact, 'webshopRights' | 'shopEmail' | 'eMailAddress'>,
  form: FormRules,
  settings: Settings
): void {
  const before = stored?.rights ?? Right.none
  if (webshopRights !== undefined && webshopRights !== before) {
    if (!Object.values<number | null>(Right).includes(webshopRights)) {
      throw new Refusal('valueNotOffered', { label: labelOf(form, 'ASP_SHOPRECHTE') })
    }
    if (webshopRights === Right.shoplight && !settings.extendedWebshopRights) throw new Refusal('rightNotGrantable')
  }
  if (typeof password === 'string' && after.webshopRights === Right.none) {
    throw new Refusal('fieldNotWritable', { label: labelOf(form, 'ASP_PASSWORT') })
  }
  const asked = stored === null || webshopRights !== undefined || emails.some((name) => values[name] !== undefined)
  const address = after.webshopRights === Right.none ? (after.shopEmail ?? after.eMailAddress) : after.shopEmail
  if (!asked || address !== null) return
  const mayLogIn = after.webshopRights !== Right.none
  if (mayLogIn || (isEmailRequired(form) && !settings.extendedWebshopRights)) {
    throw new Refusal('requiredFieldMissing', { label: labelOf(form, 'ASP_EMAIL') })
  }
}

/** @throws Refusal `passwordTooShort` */
export function checkPasswordLength(
  password: string,
  { minimumPasswordLength: least }: Pick<Config, 'minimumPasswordLength'>
): void {
  if (password.length < least) throw new Refusal('passwordTooShort', { least: String(least) })
}

/** The e-mail addresses that stay as they are when another one is written: those of a shared person, and those that the shop has locked. */
export function lockedAddresses(form: FormRules, shared: boolean): Set<Name> {
  const own = emails.filter((name) => form.fields.some(({ code, readOnly }) => readOnly && code === codes[name]))
  return new Set([...own, ...(shared ? (['eMailAddress'] as const) : [])])
}

function labelOf(form: FormRules, code: string): string {
  return form.fields.find((rule) => rule.code === code)?.label || fieldName(code)
}

function isEmailRequired({ fields }: FormRules): boolean {
  return fields.some(({ code, required, hidden, readOnly }) => {
    return (code === 'ASP_EMAIL' || code === 'ASP_SHOPEMAIL') && required && !hidden && !readOnly
  })
}

/** @throws Refusal `lastAdmin` */
export function checkAdminStays(
  { rights, active, otherAdmins }: StoredContact,
  after: Pick<Contact, 'webshopRights' | 'active'>
): void {
  const was = rights === Right.admin && active
  const stays = after.webshopRights === Right.admin && after.active === true
  if (was && !stays && otherAdmins === 0) throw new Refusal('lastAdmin')
}

/**
 * Whoever gives up the own login can neither finish what is open on the screen nor take it back.
 * @throws Refusal `ownContactActive`
 */
export function checkOwnLoginStays({ pvaid }: StoredContact, caller: Caller, { active }: Values): void {
  if (pvaid === caller.pvaid && active === false) throw new Refusal('ownContactActive')
}
