import { contactFields } from '@customer-center/contract/contact'
import type { Wire } from '@customer-center/contract/field-codes'
import { Right } from '@customer-center/contract/rights'
import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { hashPassword } from '../../account/index.ts'
import { changedValues, checkVersion, untilSaved } from '../../platform/saving/change.ts'
import { checkChanges } from '../../platform/saving/check-changes.ts'
import { readChanges } from '../../platform/saving/read-changes.ts'
import { followAccess, needsPassword } from './access-effects.ts'
import { lockAccessOf, readStoredContact, type StoredContact } from './stored-contact.ts'
import {
  askedOfNew,
  checkAccess,
  checkAdminStays,
  checkOwnLoginStays,
  checkPasswordLength,
  lockedAddresses,
  namedBy,
  salutations,
  touchesAccess,
  type Values,
  withoutOwnRules,
  writableNames
} from './contact-rules.ts'
import { columnsOf, keysToWire, newPassword, removeLogin, storeContact } from './contact-store.ts'
import { firstLogin, followingAddresses } from './email-addresses.ts'

const keys = ['company', 'id', 'pvaid', 'contactCompany', 'contactId'] as const
export type ContactChanges = ReturnType<typeof readContact>

/**
 * Reads the body of a contact's write. An empty password is no wish for one: a form sends its fields as they stand.
 * @throws Refusal `unknownField`, `badValue`, `badCharacters`
 */
export function readContact(data: Wire) {
  const changes = readChanges(contactFields, data, keys)
  if (changes.values.webshopRights === null) {
    throw new Refusal('badValue', { name: contactFields.webshopRights.code })
  }
  return changes
}

function nameOf({ pvaid, contactId }: ContactChanges['keys']): { pvaid: number } | { contactId: number } {
  if (typeof pvaid === 'number') return { pvaid }
  if (typeof contactId === 'number') return { contactId }
  throw new Refusal('badValue', { name: contactFields.pvaid.code })
}

/** What somebody else's number answers too. */
function checkKeys({ company, id }: Caller, keysSent: ContactChanges['keys'], stored?: StoredContact): void {
  const own: ContactChanges['keys'] = {
    company,
    id,
    contactCompany: company,
    ...(stored && { pvaid: stored.pvaid, contactId: stored.contactId })
  }
  for (const name of keys) {
    const [sent, is] = [keysSent[name], own[name]]
    if (typeof sent === 'number' && is !== undefined && sent !== is) throw new Refusal('noSuchContact')
  }
}

export function checkValues(
  stored: StoredContact | null,
  caller: Caller,
  values: Values,
  form: StoredContact['form'],
  config: Services['config']
): void {
  checkChanges(contactFields, values, {
    stored: stored?.values ?? null,
    form: withoutOwnRules(form),
    writable: writableNames(stored, caller, values),
    required: stored ? namedBy : askedOfNew(form),
    emails: ['shopEmail', 'eMailAddress'],
    choices: { salutation: salutations(config) }
  })
}

/** The columns of the login's row that a change touches. */
function loginColumns(stored: StoredContact, changed: Values, passwordHash: string | null) {
  const columns = columnsOf(changed, 's')
  if (passwordHash !== null) {
    return { ...columns, ...newPassword(passwordHash) }
  }
  // The one that was sent to another address must not work any more.
  return stored.hasShopUser && needsPassword(stored, changed) ? { ...columns, password_hash: null } : columns
}

function loginOf(stored: StoredContact, changed: Values, passwordHash: string | null) {
  const columns = loginColumns(stored, changed, passwordHash)
  if (Object.keys(columns).length === 0) return { is: 'kept' } as const
  if (stored.hasShopUser) return { is: 'changed', columns } as const
  return { is: 'added', columns: { rights: Right.none, ...columns } } as const
}

async function store(
  trx: Kysely<Tables>,
  caller: Caller,
  stored: StoredContact,
  changed: Values,
  passwordHash: string | null
): Promise<number | null> {
  const entry = { resource: 'contact', fields: contactFields, before: stored.values, after: changed }
  if (stored.hasShopUser && changed.shopEmail === null) {
    await removeLogin(trx, caller, stored)
    return storeContact(trx, caller, stored, changed, { is: 'kept' }, entry)
  }
  return storeContact(trx, caller, stored, changed, loginOf(stored, changed, passwordHash), entry)
}

interface Asked extends ContactChanges {
  readonly passwordHash: string | null
}

/** Reads, checks and writes once: null, with nothing written, if somebody else has written between. */
async function saveOnce(
  db: Kysely<Tables>,
  config: Services['config'],
  caller: Caller,
  { values, keys: sentKeys, version, passwordHash }: Asked,
  locking: boolean
): Promise<Wire | null> {
  const names = [...Object.keys(values), 'shopEmail', 'eMailAddress']
  const stored = await readStoredContact(db, caller, nameOf(sentKeys), names, locking)
  checkKeys(caller, sentKeys, stored)
  checkVersion(stored.version, version)
  checkValues(stored, caller, values, stored.form, config)
  const { password, ...rest } = values
  const following = {
    ...firstLogin(stored.values, rest.webshopRights),
    ...followingAddresses(stored.values, rest, lockedAddresses(stored.form, stored.shared))
  }
  const changed: Values = {
    ...changedValues(stored.values, { ...rest, ...following }),
    ...(typeof password === 'string' && { password })
  }
  const after = { ...stored.values, ...changed }
  checkAccess(stored, values, after, stored.form, config)
  checkAdminStays(stored, after)
  checkOwnLoginStays(stored, caller, values)
  if (Object.keys(changed).length === 0) {
    return keysToWire(caller, stored, stored.version, stored.values.shopEmail)
  }
  const saved = await store(db, caller, stored, changed, passwordHash)
  if (saved === null) return null
  await followAccess(db, caller, stored, changed)
  return keysToWire(caller, stored, saved, after.shopEmail)
}

/**
 * Changes a contact of the caller's customer.
 * @returns the contact's keys, VERSION and shop e-mail
 * @throws Refusal, with nothing written
 */
export async function saveContact({ db, config }: Services, caller: Caller, data: Wire): Promise<Wire> {
  const changes = readContact(data)
  const { values } = changes
  checkKeys(caller, changes.keys)
  if (typeof values.password === 'string') checkPasswordLength(values.password, config)
  // Made before the rows are locked, because it takes as long as all the rest.
  const passwordHash = typeof values.password === 'string' ? await hashPassword(values.password) : null
  const asked = { ...changes, passwordHash }
  // What only fills in a form is one statement, and needs no transaction around it.
  if (!touchesAccess(values)) return untilSaved(() => saveOnce(db, config, caller, asked, false))
  return db.transaction().execute(async (trx) => {
    await lockAccessOf(trx, caller)
    const saved = await saveOnce(trx, config, caller, asked, true)
    if (!saved) throw new Error('Nobody writes a contact that is locked.')
    return saved
  })
}
