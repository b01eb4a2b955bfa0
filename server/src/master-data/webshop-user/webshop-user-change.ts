import { contactFields } from '@customer-center/contract/contact'
import { mayChangeParticipant, rightName } from '@customer-center/contract/rights'
import { webshopUserFields } from '@customer-center/contract/webshop-user'
import type { Actor } from '../../platform/http/actor.ts'
import { checkVersion, planChanges } from '../../platform/saving/plan-changes.ts'
import type { ContactChange } from '../contact/change-contact.ts'
import { type ContactPlan, planFollowing, type Sent } from '../contact/contact-plan.ts'
import type { Values } from '../contact/contact-rules.ts'
import type { StoredContact } from '../contact/stored-contact.ts'

/**
 * What a person changes of its own shop user: e-mail address and password.
 * @throws Refusal
 */
function planWebshopUser(stored: StoredContact, actor: Actor, sent: Sent<typeof webshopUserFields>): ContactPlan {
  checkVersion(stored.version, sent.version)
  const { shopEmail, webshopRights } = stored.values
  const changeParticipantAllowed = mayChangeParticipant(rightName(webshopRights))
  const { emailAddress, password } = planChanges(webshopUserFields, sent.values, {
    stored: { emailAddress: shopEmail, webshopRights, changeParticipantAllowed },
    required: ['emailAddress'],
    emails: ['emailAddress']
  })
  const asked = {
    ...(emailAddress !== undefined && { shopEmail: emailAddress }),
    ...(password !== undefined && { password })
  }
  return planFollowing(stored, actor, asked, sent.passwordHash)
}

/** The audit row says it in the words of the call. */
function inWordsOfCall({ shopEmail, password, ...rest }: Values) {
  return {
    ...rest,
    ...(shopEmail !== undefined && { emailAddress: shopEmail }),
    ...(password !== undefined && { password })
  }
}

/** A change of the actor's own shop user, which is one of its contact. */
export function webshopUserChange(actor: Actor, sent: Sent<typeof webshopUserFields>): ContactChange {
  return {
    key: { pvaid: actor.pvaid },
    names: ['eMailAddress'],
    plan: (stored) => planWebshopUser(stored, actor, sent),
    record: (before, after) => ({
      resource: 'webshop-user',
      fields: { ...contactFields, ...webshopUserFields },
      before: inWordsOfCall(before),
      after: inWordsOfCall(after)
    })
  }
}
