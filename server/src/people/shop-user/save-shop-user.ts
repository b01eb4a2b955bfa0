import { contactFields } from '@customer-center/contract/contact'
import { versionCode, type WireRow } from '@customer-center/contract/field-codes'
import { mayChangeParticipant, rightName } from '@customer-center/contract/rights'
import { shopUserFields } from '@customer-center/contract/shop-user'
import { hashChosenPassword, checkPassword } from '../../account/index.ts'
import type { Services } from '../../feature/services.ts'
import type { Actor } from '../../platform/http/caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { SaveCall } from '../../platform/http/route.ts'
import { readChanges } from '../../records/saving/read-changes.ts'
import { findPasswordHash, unchangedLogin, noteLoginChange } from '../access/index.ts'
import {
  changeContact,
  type ContactPlan,
  type ContactValues,
  type HashedChanges,
  isOtherLogin,
  planFollowing,
  type RequestedChange,
  type StoredContact
} from '../customer/index.ts'
import { checkVersion, planChanges } from '../field/index.ts'

/** Refuses all changes other than a new password while the caller has a generated one. */
async function checkGenerated({ db, log }: Services, call: SaveCall, password: string | null = null) {
  const { caller, request } = call
  if (!caller.passwordMustChange) return
  if (password === null) throw new Refusal('passwordMustChange')
  const stored = await findPasswordHash(db, caller)
  const { fits } = await request.server.admission.withoutTurn(call, () => checkPassword(log, stored, password))
  if (fits) throw new Refusal('passwordUnchanged')
}

/**
 * Changes the caller's own e-mail address or password. Ignores an empty password. A new address takes effect at once
 * only without PUBLIC_URL, because mails then cannot contain links.
 * @returns the shop user as it is now
 * @throws Refusal, with nothing written
 */
export async function saveShopUser(services: Services, call: SaveCall): Promise<WireRow> {
  const { db, config } = services
  const { body, caller, request } = call
  const changes = readChanges(shopUserFields, body.data, {})
  await checkGenerated(services, call, changes.values.password)
  const sent = { ...changes, passwordHash: await hashChosenPassword(services, call, changes.values.password, caller) }
  const change = shopUserChange(caller, sent, config.publicUrl !== '')
  const { values, version, login } = await changeContact(db, caller, change)
  if (login) noteLoginChange(request, caller, login)
  const { emailAddress, webshopRights, changeParticipantAllowed } = shopUserFields
  return {
    [emailAddress.code]: values.shopEmail,
    [webshopRights.code]: values.webshopRights,
    [changeParticipantAllowed.code]: mayChangeParticipant(rightName(values.webshopRights)),
    [versionCode]: version
  }
}

/**
 * Plans a change of a person's own e-mail address and password.
 * @throws Refusal
 */
function planShopUser(
  stored: StoredContact,
  actor: Actor,
  sent: HashedChanges<typeof shopUserFields>,
  confirmsAddress: boolean
): ContactPlan {
  checkVersion(stored.version, sent.version)
  const { shopEmail, webshopRights } = stored.values
  const changeParticipantAllowed = mayChangeParticipant(rightName(webshopRights))
  const { emailAddress, password } = planChanges(shopUserFields, sent.values, {
    stored: { emailAddress: shopEmail, webshopRights, changeParticipantAllowed },
    required: ['emailAddress'],
    emails: ['emailAddress']
  })
  const ofPassword = password === undefined ? {} : { password }
  const ofAddress = emailAddress === undefined ? {} : { shopEmail: emailAddress }
  if (!confirmsAddress || typeof emailAddress !== 'string' || !isOtherLogin(stored.values, ofAddress))
    return planFollowing(stored, actor, { ...ofAddress, ...ofPassword }, sent.passwordHash)
  const { changed, login } = planFollowing(stored, actor, ofPassword, sent.passwordHash)
  return { changed, login: { ...(login ?? unchangedLogin), requestedAddress: emailAddress } }
}

/** Renames the changed fields as the call names them, for the audit. */
function inWordsOfCall({ shopEmail, password, ...rest }: ContactValues) {
  return {
    ...rest,
    ...(shopEmail !== undefined && { emailAddress: shopEmail }),
    ...(password !== undefined && { password })
  }
}

/**
 * Plans a change of the actor's own shop user as a change of the actor's contact.
 * @param confirmsAddress whether a new address takes effect only once its owner has confirmed it
 */
export function shopUserChange(
  actor: Actor,
  sent: HashedChanges<typeof shopUserFields>,
  confirmsAddress = false
): RequestedChange {
  return {
    key: { contactId: actor.contactId },
    names: ['eMailAddress'],
    plan: (stored) => planShopUser(stored, actor, sent, confirmsAddress),
    record: (before, after) => ({
      resource: 'shop-user',
      fields: { ...contactFields, ...shopUserFields },
      before: inWordsOfCall(before),
      after: inWordsOfCall(after)
    })
  }
}
