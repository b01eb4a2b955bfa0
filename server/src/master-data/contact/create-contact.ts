import { contactFields } from '@customer-center/contract/contact'
import { type Wire, versionCode } from '@customer-center/contract/field-codes'
import { Right } from '@customer-center/contract/rights'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../platform/http/caller.ts'
import type { RawJson } from '../../platform/database/raw-json.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { hashPassword, hashWithSalt, queuePasswordMail } from '../../account/index.ts'
import { fieldName } from '../../platform/saving/field-name.ts'
import { once, onceKeyOf } from '../../platform/saving/once.ts'
import { addContact, prepareContact } from './contact-add.ts'
import { lockAccessOf } from './stored-contact.ts'
import { checkAccess, checkPasswordLength } from './contact-rules.ts'
import { keysToWire } from './contact-store.ts'
import { followingAddresses } from './email-addresses.ts'
import { checkValues, type ContactChanges, readContact } from './save-contact.ts'

const noAddress = { shopEmail: null, eMailAddress: null, displayEmail: null } as const
const standard = { ...noAddress, webshopRights: Right.none, active: true, newsletter: false } as const

/** The numbers are the server's to give. */
function checkNew({ company, id }: Caller, { keys, version }: ContactChanges): void {
  if (version !== null) throw new Refusal('fieldNotWritable', { label: fieldName(versionCode) })
  for (const name of ['pvaid', 'contactId'] as const) {
    if (keys[name] === undefined) continue
    throw new Refusal('fieldNotWritable', { label: fieldName(contactFields[name].code) })
  }
  const named = [keys.company ?? company, keys.contactCompany ?? company, keys.id ?? id]
  if (named.join() !== [company, company, id].join()) throw new Refusal('noSuchCustomer')
}

/**
 * Adds a person and makes it a contact of the caller's customer.
 * @returns the contact's keys, VERSION and shop e-mail
 * @throws Refusal, with nothing written
 */
export async function createContact(
  { db, config }: Services,
  caller: Caller,
  data: Wire,
  request: FastifyRequest
): Promise<Wire | RawJson> {
  const changes = readContact(data)
  checkNew(caller, changes)
  const { password, ...values } = changes.values
  const secret = typeof password === 'string' ? { password } : {}
  if (secret.password !== undefined) checkPasswordLength(secret.password, config)
  const passwordHash = secret.password === undefined ? null : await hashPassword(secret.password)
  const onceKey = await onceKeyOf(request, caller, secret.password === undefined ? undefined : hashWithSalt)
  return db.transaction().execute(async (trx) => {
    await lockAccessOf(trx, caller)
    return once(trx, caller, onceKey, async () => {
      const added = await prepareContact(trx, caller)
      checkValues(null, caller, changes.values, added.form, config)
      const created = { ...standard, ...values, ...followingAddresses(noAddress, values, new Set()) }
      checkAccess(null, changes.values, created, added.form, config)
      await addContact(trx, caller, added, { ...created, ...secret }, passwordHash)
      if (created.webshopRights !== Right.none && created.active === true && passwordHash === null) {
        await queuePasswordMail(trx, { company: caller.company, pvaid: added.pvaid })
      }
      return keysToWire(caller, added, 1, created.shopEmail)
    })
  })
}
