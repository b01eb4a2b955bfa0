import { contactFields } from '@customer-center/contract/contact'
import { versionCode, type WireRow } from '@customer-center/contract/field-codes'
import { Right } from '@customer-center/contract/rights'
import { hashChosenPassword, hashWithSalt } from '../../../account/index.ts'
import type { Services } from '../../../feature/services.ts'
import type { RawJson } from '../../../platform/database/list.ts'
import type { Db } from '../../../platform/database/query.ts'
import { retryOnConflict } from '../../../platform/database/transaction.ts'
import { type Actor, type Caller, requireFreshLogin } from '../../../platform/http/caller.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { SaveCall } from '../../../platform/http/route.ts'
import { readIdempotencyKey, runOnce } from '../../../records/saving/idempotency.ts'
import { readChanges } from '../../../records/saving/read-changes.ts'
import {
  applyLoginChange,
  keepFirstPassword,
  type LoginChange,
  needsFreshLogin,
  noteLoginChange
} from '../../access/index.ts'
import type { ContactValues } from './contact-checks.ts'
import { type ContactPlan, type HashedChanges, planContact, planNewContact } from './contact-plan.ts'
import { contactNumbers } from './contact.columns.ts'
import {
  type ContactKey,
  type ContactRecord,
  inLoginTransaction,
  insertContact,
  readNewContact,
  readStoredContact,
  type StoredContact,
  isUndo,
  updateContact
} from './contact.repository.ts'

/*
 * Types of a write, in the order of its steps: `SentChanges` of the body, `HashedChanges` with the hash of its password,
 * `RequestedChange` that plans them against a `StoredContact`, `ContactPlan`, `WrittenContact`. The audit row that the
 * write adds is also the entry of the feed of changes and the outbox of the webhooks: `docs/ARCHITECTURE.md`, "How a
 * change reaches the provider".
 */

/**
 * Reads the body of a contact's write. Ignores an empty password, since a form sends its empty fields, too.
 * @throws Refusal `unknownField`, `badValue`, `badCharacters`
 */
function readContact(data: WireRow) {
  const sent = readChanges(contactFields, data, contactNumbers)
  if (sent.values.webshopRights === null) throw new Refusal('badValue', { name: contactFields.webshopRights.code })
  return sent
}

function contactKeyOf({ contactId, personId }: HashedChanges['keys']): ContactKey {
  if (typeof contactId === 'number') return { contactId }
  if (typeof personId === 'number') return { personId }
  throw new Refusal('badValue', { name: contactFields.pvaid.code })
}

/** Makes the answer of POST and PUT. */
function contactToWire(
  { providerId, customerId }: Actor,
  of: { readonly contactId: number; readonly personId: number; readonly version: number },
  email: string | null
): WireRow {
  const { company, id, pvaid, contactCompany, contactId, shopEmail } = contactFields
  return {
    [company.code]: providerId,
    [id.code]: customerId,
    [pvaid.code]: of.contactId,
    [contactCompany.code]: providerId,
    [contactId.code]: of.personId,
    [shopEmail.code]: email,
    [versionCode]: of.version
  }
}

/** A requested change of a contact or of its shop user: the key of the row, the plan, and the names for the audit. */
export interface RequestedChange {
  readonly key: ContactKey
  /** The fields to which the rules of the shop's lists apply. */
  readonly names: readonly string[]
  readonly plan: (stored: StoredContact) => ContactPlan
  readonly record: (before: StoredContact['values'], changed: ContactValues) => ContactRecord
}

export interface WrittenContact extends Pick<StoredContact, 'contactId' | 'personId' | 'version' | 'values'> {
  readonly login: LoginChange | null
}

/**
 * Writes a planned change, with the consequences of a changed login.
 * @param db a transaction of `inLoginTransaction` if the login changes
 */
async function writeChange(
  db: Db,
  actor: Actor,
  { record }: RequestedChange,
  stored: StoredContact,
  { changed, login: planned }: ContactPlan
): Promise<WrittenContact> {
  const { contactId, personId, values } = stored
  const person = { providerId: actor.providerId, customerId: actor.customerId, contactId }
  const login = planned && (await keepFirstPassword(db, person, planned))
  const version = await updateContact(db, actor, stored, changed, record(values, changed))
  if (login) await applyLoginChange(db, person, login, actor)
  return { contactId, personId, version, login, values: { ...values, ...changed } }
}

/**
 * Requires a fresh login for a change of a login, unless it takes back the person's own last one in time.
 * `docs/decisions/0117-changes-that-shut-others-out.md`
 * @throws Refusal `loginTooOld`
 */
async function checkFreshLogin(
  db: Db,
  caller: Caller,
  stored: StoredContact,
  { changed, login }: ContactPlan
): Promise<void> {
  if (caller.hasFreshLogin || !login || !needsFreshLogin(login)) return
  if (!(await isUndo(db, caller, stored, changed))) requireFreshLogin(caller)
}

/**
 * Changes a contact in a transaction of `inLoginTransaction`.
 * @param caller the person whose session makes the change; missing for the owner of a mailed link
 */
export async function changeLockedContact(
  trx: Db,
  actor: Actor,
  change: RequestedChange,
  caller?: Caller
): Promise<WrittenContact> {
  const stored = await readStoredContact(trx, actor, change.key, change.names)
  const planned = change.plan(stored)
  if (caller) await checkFreshLogin(trx, caller, stored, planned)
  return writeChange(trx, actor, change, stored, planned)
}

/**
 * Changes a contact of the caller's customer; tries again if somebody else writes it in between.
 * @throws Refusal, with nothing written
 */
export function changeContact(db: Db, caller: Caller, change: RequestedChange): Promise<WrittenContact> {
  return retryOnConflict(async () => {
    const stored = await readStoredContact(db, caller, change.key, change.names)
    const planned = change.plan(stored)
    // Without a change of the login, the save is one statement and needs no transaction. The rules of a login depend on
    // other rows, so such a change is planned again once the customer is locked.
    if (!planned.login) return writeChange(db, caller, change, stored, planned)
    return inLoginTransaction(db, caller, (trx) => changeLockedContact(trx, caller, change, caller))
  })
}

/**
 * Changes a contact of the caller's customer.
 * @returns the contact's keys, VERSION and shop e-mail
 * @throws Refusal, with nothing written
 */
export async function saveContact(services: Services, call: SaveCall): Promise<WireRow> {
  const { body, caller, request } = call
  const changes = readContact(body.data)
  const { db, config } = services
  const { providerId, customerId } = caller
  const { password, ...values } = changes.values
  // This reveals nothing about the password's owner: a caller who may not set the password is refused below.
  const owner = {
    providerId,
    customerId,
    ...(caller.right === 'admin' ? contactKeyOf(changes.keys) : { contactId: caller.contactId })
  }
  const passwordHash = await hashChosenPassword(services, call, password, owner, Object.values(values))
  const sent = { ...changes, passwordHash }
  const changed = await changeContact(db, caller, {
    key: contactKeyOf(sent.keys),
    names: [...Object.keys(sent.values), 'shopEmail', 'eMailAddress'],
    plan: (stored) => planContact(stored, caller, sent, config),
    record: (before, after) => ({ resource: 'contact', fields: contactFields, before, after })
  })
  if (changed.login) noteLoginChange(request, { providerId, contactId: changed.contactId }, changed.login)
  return contactToWire(caller, changed, changed.values.shopEmail)
}

const neverEmpty: readonly string[] = [contactFields.webshopRights, contactFields.active, contactFields.newsletter].map(
  ({ code }) => code
)

/** Drops empty values for which a new contact gets a default anyway. */
function withoutEmpty(data: WireRow): WireRow {
  return Object.fromEntries(
    Object.entries(data).filter(([code, value]) => value !== null || !neverEmpty.includes(code))
  )
}

/**
 * Adds a person and makes it a contact of the actor's customer.
 * @returns the contact's keys, VERSION and shop e-mail
 * @throws Refusal, with nothing written
 */
export async function createContact(services: Services, call: SaveCall): Promise<WireRow | RawJson> {
  const { body, caller: actor, request } = call
  const changes = readContact(withoutEmpty(body.data))
  const { db, config } = services
  const { providerId, customerId } = actor
  const { password, ...values } = changes.values
  // This check comes before the contact's rules, so that a client that creates many contacts in a row is asked for the
  // login before any of them is refused.
  if (password || (values.webshopRights ?? Right.none) !== Right.none) requireFreshLogin(actor)
  const owner = { providerId, customerId }
  const passwordHash = await hashChosenPassword(services, call, password, owner, Object.values(values))
  const sent = { ...changes, passwordHash }
  const key = await readIdempotencyKey(request, actor, sent.passwordHash === null ? undefined : hashWithSalt)
  let created: { readonly contactId: number; readonly login: LoginChange | null } | undefined
  const answer = await inLoginTransaction(db, actor, (trx) =>
    runOnce(trx, actor, key, async () => {
      const next = await readNewContact(trx, actor)
      const { changed, login } = planNewContact(next.form, actor, sent, config)
      await insertContact(trx, actor, next, changed)
      if (login) await applyLoginChange(trx, { providerId, customerId, contactId: next.contactId }, login, actor)
      created = { contactId: next.contactId, login }
      return contactToWire(actor, { ...next, version: 1 }, changed.shopEmail ?? null)
    })
  )
  if (created?.login) noteLoginChange(request, { providerId, contactId: created.contactId }, created.login)
  return answer
}
