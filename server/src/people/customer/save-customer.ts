import { type Customer, customerFields } from '@customer-center/contract/customer'
import { versionCode, type WireRow } from '@customer-center/contract/field-codes'
import type { Db } from '../../platform/database/query.ts'
import { retryOnConflict } from '../../platform/database/transaction.ts'
import type { Actor } from '../../platform/http/caller.ts'
import { type SentChanges, readChanges } from '../../records/saving/read-changes.ts'
import { checkKeys, checkVersion, planChanges } from '../field/index.ts'
import { customerNumbers } from './contact/contact.columns.ts'
import { readStoredCustomer, type StoredCustomer, writeCustomer } from './customer.repository.ts'

/**
 * Plans a write of the company.
 * @throws Refusal
 */
export function planCustomer(
  { values: stored, version, form }: StoredCustomer,
  { providerId, customerId }: Actor,
  sent: SentChanges<typeof customerFields, 'providerId' | 'customerId' | 'contactId'>
): Partial<Customer> {
  checkKeys(sent.keys, { providerId, customerId, contactId: stored.pvaid }, 'noSuchCustomer')
  checkVersion(version, sent.version)
  return planChanges(customerFields, sent.values, { stored, form, emails: ['emailAddress'] })
}

function customerToWire(values: Customer, version: number): WireRow {
  const fields = Object.entries(customerFields).map(([name, { code }]) => [code, values[name as keyof Customer]])
  return { ...(Object.fromEntries(fields) as WireRow), [versionCode]: version }
}

/**
 * Changes the actor's company. Nothing else follows from it.
 * @returns the company as it is now
 * @throws Refusal, with nothing written
 */
export function saveCustomer(db: Db, actor: Actor, data: WireRow): Promise<WireRow> {
  const sent = readChanges(customerFields, data, customerNumbers)
  return retryOnConflict(async () => {
    const stored = await readStoredCustomer(db, actor, Object.keys(sent.values))
    const changed = planCustomer(stored, actor, sent)
    const version = await writeCustomer(db, actor, stored, changed)
    return customerToWire({ ...stored.values, ...changed }, version)
  })
}
