import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { changeLockedContact } from '../contact/change-contact.ts'
import { inLoginTransaction } from '../contact/stored-contact.ts'
import { webshopUserChange } from '../webshop-user/webshop-user-change.ts'
import { findLinkOwner, type LinkOwner } from './password-link.repository.ts'

/**
 * Sets the password and uses the link up; sessions of the person end.
 * @returns whether the link was still good
 */
export function savePassword(
  db: Kysely<Tables>,
  owner: LinkOwner,
  linkHash: Buffer,
  passwordHash: string
): Promise<boolean> {
  return inLoginTransaction(db, owner, async (trx) => {
    // Of two who use it at once the second one waited for the lock, and finds that it is used up.
    const found = await findLinkOwner(trx, linkHash)
    if (!found) return false
    const sent = { values: { password: passwordHash }, keys: {}, version: null, passwordHash }
    await changeLockedContact(trx, found, webshopUserChange(found, sent))
    return true
  })
}
