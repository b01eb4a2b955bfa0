import type { Change } from '@customer-center/contract/change.schema'
import type { StoredChange } from './change.repository.ts'
import { changedRows } from './changed-rows.ts'

/** A save as the provider's programs read it. */
export function describeChange(stored: StoredChange): Change {
  const { id, at, customerId, pvaid, keyName, action } = stored
  const person = pvaid === null ? null : { id: customerId, pvaid }
  return {
    id,
    at: at.toISOString(),
    by: { person, key: keyName },
    customer: customerId,
    action,
    rows: changedRows(stored)
  }
}
