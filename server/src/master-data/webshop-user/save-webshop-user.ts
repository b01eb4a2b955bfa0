import { type Contact, contactFields } from '@customer-center/contract/contact'
import type { Wire } from '@customer-center/contract/field-codes'
import { webshopUserFields } from '@customer-center/contract/webshop-user'
import { followAccess } from '../contact/access-effects.ts'
import { lockAccessOf, readStoredContact } from '../contact/stored-contact.ts'
import { checkPasswordLength, lockedAddresses, type Values } from '../contact/contact-rules.ts'
import { columnsOf, newPassword, storeContact } from '../contact/contact-store.ts'
import { followingAddresses } from '../contact/email-addresses.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { resFields } from '../../platform/http/fields.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { hashPassword, verifyPassword } from '../../account/index.ts'
import { changedValues, checkVersion } from '../../platform/saving/change.ts'
import { checkChanges } from '../../platform/saving/check-changes.ts'
import { readChanges } from '../../platform/saving/read-changes.ts'
import { listWebshopUsers } from './webshop-user.repository.ts'

/** A generated password must give way to another one before anything else. */
async function checkGenerated({ db, log }: Services, caller: Caller, password: string | null) {
  if (!caller.passwordMustChange) return
  if (password === null) throw new Refusal('passwordMustChange')
  const stored = await db
    .selectFrom('shop_users')
    .select('password_hash')
    .where('company', '=', caller.company)
    .where('pvaid', '=', caller.pvaid)
    .executeTakeFirst()
  if (await verifyPassword(log, stored?.password_hash, password)) throw new Refusal('passwordUnchanged')
}

/** The audit row says it in the words of the call. */
function entryOf(stored: Values, changed: Values) {
  const named = ({ shopEmail, password, ...rest }: Values) => ({
    ...rest,
    ...(shopEmail !== undefined && { emailAddress: shopEmail }),
    ...(password !== undefined && { password })
  })
  const fields = { ...contactFields, ...webshopUserFields }
  return { resource: 'webshop-user', fields, before: named(stored), after: named(changed) }
}

/**
 * Changes the own e-mail address or password. An empty password is no wish for one.
 * @returns the shop user as it is now
 * @throws Refusal, with nothing written
 */
export async function saveWebshopUser(services: Services, caller: Caller, data: Wire): Promise<Wire> {
  const { db, config } = services
  const { values, version } = readChanges(webshopUserFields, data, [])
  const { emailAddress, password = null } = values
  checkChanges(webshopUserFields, values, {
    stored: {},
    required: ['emailAddress'],
    emails: ['emailAddress']
  })
  if (password !== null) checkPasswordLength(password, config)
  await checkGenerated(services, caller, password)
  const passwordHash = password === null ? null : await hashPassword(password)
  return db.transaction().execute(async (trx) => {
    await lockAccessOf(trx, caller)
    const stored = await readStoredContact(trx, caller, { pvaid: caller.pvaid }, ['eMailAddress'], true)
    checkVersion(stored.version, version)
    const asked: Partial<Pick<Contact, 'shopEmail'>> = emailAddress === undefined ? {} : { shopEmail: emailAddress }
    const changed: Values = {
      ...changedValues(
        stored.values,
        followingAddresses(stored.values, asked, lockedAddresses(stored.form, stored.shared))
      ),
      ...(password !== null && { password })
    }
    if (Object.keys(changed).length > 0) {
      const columns = { ...columnsOf(changed, 's'), ...(passwordHash !== null && newPassword(passwordHash)) }
      const login = { is: 'changed', columns } as const
      const saved = await storeContact(trx, caller, stored, changed, login, entryOf(stored.values, changed))
      if (saved === null) throw new Error('Nobody writes a contact that is locked.')
      await followAccess(trx, caller, stored, changed)
    }
    const [saved] = await listWebshopUsers(trx, caller, resFields(webshopUserFields, undefined, true), 'own')
    if (!saved) throw new Refusal('notLoggedIn')
    return saved
  })
}
