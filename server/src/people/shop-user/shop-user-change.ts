import { contactFields } from '@customer-center/contract/contact'
import { mayChangeParticipant, rightName } from '@customer-center/contract/rights'
import { webshopUserFields } from '@customer-center/contract/webshop-user'
import type { Actor } from '../../platform/http/caller.ts'
import { loginStays } from '../access/login-change.ts'
import { isOtherLogin, type ContactValues } from '../contact/contact-checks.ts'
import { type ContactPlan, planFollowing, type HashedChanges } from '../contact/contact-plan.ts'
import type { StoredContact } from '../contact/contact.repository.ts'
import type { RequestedChange } from '../contact/save-contact.ts'
import { checkVersion, planChanges } from '../plan-changes.ts'

/**
 * Plans a person's change of its own shop user: e-mail address and password.
 * @throws Refusal
 */
function planShopUser(
  stored: StoredContact,
  actor: Actor,
  sent: HashedChanges<typeof webshopUserFields>,
  confirmsAddress: boolean
): ContactPlan {
  checkVersion(stored.version, sent.version)
  const { shopEmail, webshopRights } = stored.values
  const changeParticipantAllowed = mayChangeParticipant(rightName(webshopRights))
  const { emailAddress, password } = planChanges(webshopUserFields, sent.values, {
    stored: { emailAddress: shopEmail, webshopRights, changeParticipantAllowed },
    required: ['emailAddress'],
    emails: ['emailAddress']
  })
  const ofPassword = password === undefined ? {} : { password }
  const ofAddress = emailAddress === undefined ? {} : { shopEmail: emailAddress }
  if (!confirmsAddress || typeof emailAddress !== 'string' || !isOtherLogin(stored.values, ofAddress))
    return planFollowing(stored, actor, { ...ofAddress, ...ofPassword }, sent.passwordHash)
  const { changed, login } = planFollowing(stored, actor, ofPassword, sent.passwordHash)
  return { changed, login: { ...(login ?? loginStays), requestedAddress: emailAddress } }
}

/** Translates the changes into the words of the call for the audit row. */
function inWordsOfCall({ shopEmail, password, ...rest }: ContactValues) {
  return {
    ...rest,
    ...(shopEmail !== undefined && { emailAddress: shopEmail }),
    ...(password !== undefined && { password })
  }
}

/**
 * Plans a change of the actor's own shop user, which is one of its contact.
 * @param confirmsAddress whether another address counts only once its owner has confirmed it
 */
export function shopUserChange(
  actor: Actor,
  sent: HashedChanges<typeof webshopUserFields>,
  confirmsAddress = false
): RequestedChange {
  return {
    key: { contact: actor.contact },
    names: ['eMailAddress'],
    plan: (stored) => planShopUser(stored, actor, sent, confirmsAddress),
    record: (before, after) => ({
      resource: 'webshop-user',
      fields: { ...contactFields, ...webshopUserFields },
      before: inWordsOfCall(before),
      after: inWordsOfCall(after)
    })
  }
}
