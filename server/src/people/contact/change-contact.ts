import { applyLoginChange, checkFreshLogin, keepMailedPassword, type LoginChange } from '../access/login-change.ts'
import type { Db } from '../../platform/database/query.ts'
import { retryOnConflict } from '../../platform/database/transaction.ts'
import type { ContactPlan } from './contact-plan.ts'
import type { ContactValues } from './contact-rules.ts'
import {
  type ContactKey,
  inLoginTransaction,
  readStoredContact,
  type StoredContact,
  type ContactRecord,
  updateContact
} from './contact.repository.ts'
import type { Actor, Caller } from '../../platform/http/caller.ts'

/** A change of a contact or of its shop user. */
export interface ContactChange {
  readonly key: ContactKey
  /** The fields whose rules in the shop's lists count. */
  readonly names: readonly string[]
  readonly plan: (stored: StoredContact) => ContactPlan
  readonly record: (before: StoredContact['values'], changed: ContactValues) => ContactRecord
}

export interface ChangedContact extends Pick<StoredContact, 'contact' | 'contactId' | 'version'> {
  readonly values: StoredContact['values']
  /** The change of the login, or null. */
  readonly login: LoginChange | null
}

/**
 * Changes a contact: reads, plans, writes, and applies the consequences of a changed login.
 * @param db a transaction of `inLoginTransaction` if `isLocked`
 */
async function readPlanWrite(db: Db, actor: Actor, asked: ContactChange, isLocked: boolean): Promise<ChangedContact> {
  const stored = await readStoredContact(db, actor, asked.key, asked.names)
  const { changed, login: planned } = asked.plan(stored)
  // A save of the form's values is one statement and needs no transaction around it; a login's rules look at other
  // rows.
  if (planned && !isLocked) return inLoginTransaction(db, actor, (trx) => readPlanWrite(trx, actor, asked, true))
  const { contact, contactId } = stored
  const person = { provider: actor.provider, customer: actor.customer, contact }
  const login = planned && (await keepMailedPassword(db, person, planned))
  const version = await updateContact(db, actor, stored, changed, asked.record(stored.values, changed))
  if (login) await applyLoginChange(db, person, login, actor)
  return { contact, contactId, version, login, values: { ...stored.values, ...changed } }
}

/**
 * Changes a contact of the caller's customer, as often as somebody else writes it in between.
 * @throws Refusal, with nothing written
 */
export function changeContact(db: Db, caller: Caller, asked: ContactChange): Promise<ChangedContact> {
  const plan = (stored: StoredContact) => {
    const planned = asked.plan(stored)
    checkFreshLogin(caller, planned.login)
    return planned
  }
  return retryOnConflict(() => readPlanWrite(db, caller, { ...asked, plan }, false))
}

/** Changes a contact in a transaction of `inLoginTransaction`. */
export function changeLockedContact(trx: Db, actor: Actor, asked: ContactChange): Promise<ChangedContact> {
  return readPlanWrite(trx, actor, asked, true)
}
