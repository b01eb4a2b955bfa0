import { contactFields } from '@customer-center/contract/contact'
import type { Db } from '../../../platform/database/query.ts'
import type { AuditRow } from '../../../records/rows/audit.ts'
import { applyActive } from '../../access/index.ts'
import { type ContactChoice, type LeftOut, setInactive } from './left-out.repository.ts'

/**
 * Makes contacts inactive, chosen by number or by customer, and ends their sessions and passkeys.
 * @returns the entries for the audit
 */
export async function deactivateContacts(
  trx: Db,
  providerId: number,
  { contacts = [], customers = [], leftOut = null }: Partial<ContactChoice> & { readonly leftOut?: LeftOut | null }
): Promise<AuditRow[]> {
  const deactivated = await setInactive(trx, providerId, { contacts, customers }, leftOut)
  const gone = deactivated.map(({ contactId }) => contactId)
  await applyActive(trx, providerId, gone, false)
  const changes = { [contactFields.active.code]: { old: true, new: false } }
  return deactivated.map(({ customerId, contactId, externalId }) => ({
    customer_id: customerId,
    resource: 'contact',
    key: { providerId, customerId, contactId, externalId },
    changes
  }))
}
