import type { FastifyRequest } from 'fastify'
import { versionCode, type WireRow } from '@customer-center/contract/field-codes'
import { mayChangeParticipant, rightName } from '@customer-center/contract/rights'
import { webshopUserFields } from '@customer-center/contract/webshop-user'
import { hashChosenPassword, checkPassword } from '../../account/index.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { readChanges } from '../../platform/saving/read-changes.ts'
import type { Services } from '../../platform/services.ts'
import { noteLoginChange } from '../access/login-change.ts'
import { findPasswordHash } from '../access/shop-user.repository.ts'
import { changeContact } from '../contact/save-contact.ts'
import { shopUserChange } from './shop-user-change.ts'

/** A generated password must give way to another one before anything else. */
async function checkGenerated({ db, log }: Services, caller: Caller, password: string | null = null) {
  if (!caller.passwordMustChange) return
  if (password === null) throw new Refusal('passwordMustChange')
  if ((await checkPassword(log, await findPasswordHash(db, caller), password)).fits)
    throw new Refusal('passwordUnchanged')
}

/**
 * Changes the caller's own e-mail address or password. An empty password is no wish for one. Another address counts at
 * once only where mails cannot contain links, for want of PUBLIC_URL.
 * @returns the shop user as it is now
 * @throws Refusal, with nothing written
 */
export async function saveShopUser(
  services: Services,
  caller: Caller,
  data: WireRow,
  request: FastifyRequest
): Promise<WireRow> {
  const { db, config } = services
  const changes = readChanges(webshopUserFields, data, [])
  await checkGenerated(services, caller, changes.values.password)
  const sent = { ...changes, passwordHash: await hashChosenPassword(services, caller, changes.values.password, caller) }
  const change = shopUserChange(caller, sent, config.publicUrl !== '')
  const { values, version, login } = await changeContact(db, caller, change)
  if (login) noteLoginChange(request, caller, login)
  const { emailAddress, webshopRights, changeParticipantAllowed } = webshopUserFields
  return {
    [emailAddress.code]: values.shopEmail,
    [webshopRights.code]: values.webshopRights,
    [changeParticipantAllowed.code]: mayChangeParticipant(rightName(values.webshopRights)),
    [versionCode]: version
  }
}
