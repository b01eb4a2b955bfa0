import { Right } from '@customer-center/contract/rights'
import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { endSessionsOf, queueEmailChangedMail, queuePasswordMail } from '../../account/index.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { StoredContact } from './stored-contact.ts'
import type { Values } from './contact-rules.ts'
import { isOtherLogin } from './email-addresses.ts'

type Before = Pick<StoredContact, 'pvaid' | 'rights' | 'active' | 'values' | 'passwordPending'>

/** Whether a generated password has to be sent: somebody may log in now, or at another address, and has never chosen a password. */
export function needsPassword({ rights, active, values, passwordPending }: Before, changed: Values): boolean {
  const rightsNow = changed.webshopRights ?? rights
  const activeNow = changed.active ?? active
  const occasion = changed.webshopRights !== undefined || changed.active === true || isOtherLogin(values, changed)
  return occasion && rightsNow !== Right.none && activeNow && passwordPending && typeof changed.password !== 'string'
}

/**
 * What follows from a changed login, in the transaction of the change: sessions end, the old address is told, a password is
 * made and sent.
 */
export async function followAccess(
  trx: Kysely<Tables>,
  caller: Caller,
  before: Before,
  changed: Values
): Promise<void> {
  const { company } = caller
  const { pvaid, rights, values } = before
  const otherLogin = isOtherLogin(values, changed)
  const shutOut = changed.webshopRights === Right.none || changed.active === false
  if (otherLogin || shutOut || typeof changed.password === 'string') {
    // Whoever changes the own password has just shown to be the right one.
    const kept = pvaid === caller.pvaid && !otherLogin && !shutOut ? caller.family : null
    await endSessionsOf(trx, { company, pvaid }, kept)
  }
  if (otherLogin && rights !== Right.none && values.shopEmail !== null) {
    await queueEmailChangedMail(trx, { company, pvaid, oldAddress: values.shopEmail })
  }
  if (needsPassword(before, changed)) await queuePasswordMail(trx, { company, pvaid })
}
