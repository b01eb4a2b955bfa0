import type { Change } from '@customer-center/contract/change.schema'
import type { StoredChange } from './change.repository.ts'
import { changedRows } from './changed-rows.ts'

/** A save as the provider's programs read it. */
export function describeChange(stored: StoredChange): Change {
  const { id, at, customer, customerId, pvaid, keyName, action, actor } = stored
  const person = pvaid === null ? null : { id: customerId, pvaid, contact: actor }
  return {
    id,
    at: at.toISOString(),
    by: { person, key: keyName },
    customer,
    action,
    rows: changedRows(stored)
  }
}
