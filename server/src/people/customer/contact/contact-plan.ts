import { contactFields } from '@customer-center/contract/contact'
import { type FieldTable, versionCode } from '@customer-center/contract/field-codes'
import { Right } from '@customer-center/contract/rights'
import type { Actor } from '../../../platform/http/caller.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { changedValues } from '../../../records/rows/values.ts'
import { fieldName } from '../../../records/saving/field-name.ts'
import type { SentChanges } from '../../../records/saving/read-changes.ts'
import { firstConsequences, type LoginChange, loginConsequences } from '../../access/index.ts'
import { checkKeys, checkVersion, type FormRules, planChanges } from '../../field/index.ts'
import {
  checkAccess,
  checkAdminStays,
  checkOwnLoginStays,
  checkStaysLocked,
  type ContactSettings,
  emailFields,
  firstLogin,
  followingAddresses,
  generalRules,
  isOtherLogin,
  mayChange,
  requiredAlways,
  requiredForNew,
  permittedSalutations,
  type ContactValues
} from './contact-checks.ts'
import type { StoredContact } from './contact.repository.ts'

type ContactNumber = 'providerId' | 'customerId' | 'contactId' | 'personId' | 'personProviderId'

/** The values of a write, with its password already hashed: hashing takes too long to be done while rows are locked. */
export interface HashedChanges<Fields extends FieldTable = typeof contactFields> extends SentChanges<
  Fields,
  ContactNumber
> {
  readonly passwordHash: string | null
}

export interface ContactPlan {
  /** The changed values that will be stored; the member `password` means its hash. */
  readonly changed: ContactValues
  readonly login: LoginChange | null
}

/**
 * Tells whether a generated password has to be sent: the person gets a right, becomes active or gets another user name,
 * may log in, and has never chosen a password.
 */
function needsPassword({ values, passwordPending }: StoredContact, changed: ContactValues): boolean {
  const { webshopRights, active } = { ...values, ...changed }
  const occasion = changed.webshopRights !== undefined || changed.active === true || isOtherLogin(values, changed)
  return occasion && webshopRights !== Right.none && active === true && passwordPending
}

const loginNames = ['shopEmail', 'webshopRights', 'password', 'active'] as const

function planLogin(
  stored: StoredContact,
  actor: Actor,
  changed: ContactValues,
  passwordHash: string | null
): LoginChange | null {
  if (!loginNames.some((name) => changed[name] !== undefined)) return null
  const { values, contactId, hasShopUser, hadLogin } = stored
  const login = { ...values, hadLogin }
  const sendPassword = passwordHash === null && needsPassword(stored, changed)
  const written = {
    ...(typeof changed.shopEmail === 'string' && { emailAddress: changed.shopEmail }),
    ...(typeof changed.webshopRights === 'number' && { rights: changed.webshopRights }),
    ...(passwordHash !== null && { passwordHash }),
    // A password that was sent to the former address must no longer work.
    ...(hasShopUser && sendPassword && { passwordHash: null })
  }
  const isWritten = Object.keys(written).length > 0
  const rowOf = () => {
    if (hasShopUser && changed.shopEmail === null) return 'deleted'
    if (!isWritten) return 'kept'
    return hasShopUser ? 'updated' : 'inserted'
  }
  // The session in which persons change their own login survives: they have just proved who they are.
  const except = contactId === actor.contactId ? (actor.family ?? null) : null
  // No mail reports a first password. The mail goes to the former address, because a thief may change both at once.
  const tellsPassword = passwordHash !== null && !stored.passwordPending && values.shopEmail !== null
  return {
    row: rowOf(),
    values: hasShopUser ? written : { rights: Right.none, ...written },
    ...(tellsPassword && { tellsPasswordTo: values.shopEmail }),
    ...loginConsequences(login, { ...login, ...changed }, passwordHash === null ? null : { except }),
    sendPassword
  }
}

/** Plans the consequences of changes of a stored contact: the addresses that follow a change, and the login. */
export function planFollowing(
  stored: StoredContact,
  actor: Actor,
  requested: ContactValues,
  passwordHash: string | null
): ContactPlan {
  // A first login gets the address as it is after the save, even if the form makes the user name read-only.
  const first = firstLogin({ ...stored.values, ...requested }, requested.webshopRights)
  const following = { ...first, ...followingAddresses(stored, requested) }
  const changed = { ...changedValues<ContactValues>(stored.values, following), ...requested }
  return { changed, login: planLogin(stored, actor, changed, passwordHash) }
}

/**
 * Plans a write of a contact.
 * @throws Refusal
 */
export function planContact(
  stored: StoredContact,
  actor: Actor,
  sent: HashedChanges,
  settings: ContactSettings
): ContactPlan {
  const { providerId, customerId } = actor
  const { contactId, personId, form, version, values } = stored
  const own = { providerId, customerId, contactId, personProviderId: providerId, personId }
  checkKeys(sent.keys, own, 'noSuchContact')
  checkVersion(version, sent.version)
  const requested = planChanges(contactFields, sent.values, {
    stored: values,
    form: generalRules(form),
    mayChange: (name) => mayChange(name, stored, actor),
    required: requiredAlways,
    emails: emailFields,
    choices: { salutation: permittedSalutations(settings) }
  })
  const plan = planFollowing(stored, actor, requested, sent.passwordHash)
  const after = { ...values, ...plan.changed }
  checkAccess(stored, requested, after, form, settings)
  checkAdminStays(stored, after)
  checkOwnLoginStays(stored, actor, requested)
  checkStaysLocked(stored, requested)
  return plan
}

const noAddress = { shopEmail: null, eMailAddress: null, displayEmail: null } as const
const standard = { ...noAddress, webshopRights: Right.none, active: true, newsletter: false } as const
const nothing = { values: noAddress, form: { fields: [], offered: {} }, shared: false } as const

function throwNotWritable(code: string): never {
  throw new Refusal('fieldNotWritable', { label: fieldName(code) })
}

/**
 * Plans a new contact. The server gives the numbers.
 * @throws Refusal
 */
export function planNewContact(
  form: FormRules,
  actor: Actor,
  sent: HashedChanges,
  settings: ContactSettings
): ContactPlan {
  const { providerId, customerId } = actor
  const { contactId, personId, ...keys } = sent.keys
  if (sent.version !== null) throwNotWritable(versionCode)
  if (contactId !== undefined) throwNotWritable(contactFields.pvaid.code)
  if (personId !== undefined) throwNotWritable(contactFields.contactId.code)
  checkKeys(keys, { providerId, customerId, personProviderId: providerId }, 'noSuchCustomer')
  const requested = planChanges(contactFields, sent.values, {
    stored: null,
    initial: standard,
    form: generalRules(form),
    mayChange: (name) => mayChange(name, null, actor),
    required: requiredForNew(form),
    emails: emailFields,
    choices: { salutation: permittedSalutations(settings) }
  })
  const changed = { ...standard, ...followingAddresses(nothing, requested), ...requested }
  checkAccess(null, requested, changed, form, settings)
  const { shopEmail: emailAddress, webshopRights, active } = changed
  if (emailAddress === null || webshopRights === null) return { changed, login: null }
  const { passwordHash } = sent
  const sendPassword = webshopRights !== Right.none && active === true && passwordHash === null
  const values = { emailAddress, rights: webshopRights, passwordHash }
  return {
    changed,
    login: { row: 'inserted', values, ...firstConsequences({ ...changed, hadLogin: false }), sendPassword }
  }
}
