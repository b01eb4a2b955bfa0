import type { FastifyRequest } from 'fastify'
import { versionCode, type WireRow } from '@customer-center/contract/field-codes'
import {
  type InvoiceAddress,
  invoiceAddressFields as fields,
  InvoiceAddressSalutation
} from '@customer-center/contract/invoice-address'
import { invoiceAddressKind } from '@customer-center/contract/limits'
import type { RawJson } from '../../../platform/database/list.ts'
import type { Db } from '../../../platform/database/query.ts'
import { inTransaction, retryOnConflict } from '../../../platform/database/transaction.ts'
import type { Actor } from '../../../platform/http/caller.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { fieldName } from '../../../records/saving/field-name.ts'
import { readIdempotencyKey, runOnce } from '../../../records/saving/idempotency.ts'
import { type SentChanges, readChanges } from '../../../records/saving/read-changes.ts'
import { checkKeys, checkVersion, planChanges } from '../../field/index.ts'
import {
  insertAddress,
  nextNumber,
  readStoredAddress,
  type StoredAddress,
  updateAddress
} from './invoice-address.repository.ts'

type Sent = SentChanges<typeof fields, 'providerId' | 'customerId' | 'no'>

const conditions = {
  initial: { type: invoiceAddressKind },
  required: ['name', 'street', 'plz', 'place'],
  choices: { salutation: Object.values(InvoiceAddressSalutation) }
} as const

/**
 * Plans a write of an address.
 * @param stored null for a new one
 * @throws Refusal
 */
export function planAddress(stored: StoredAddress | null, sent: Sent): Partial<InvoiceAddress> {
  if (stored) checkVersion(stored.version, sent.version)
  else if (sent.version !== null) throw new Refusal('fieldNotWritable', { label: fieldName(versionCode) })
  return planChanges(fields, sent.values, { ...conditions, stored: stored?.values ?? null })
}

function keysToWire({ providerId, customerId }: Actor, no: number, version: number): WireRow {
  return {
    [fields.no.code]: no,
    [fields.company.code]: providerId,
    [fields.id.code]: customerId,
    [versionCode]: version
  }
}

function changeAddress(db: Db, actor: Actor, no: number, sent: Sent): Promise<WireRow> {
  return retryOnConflict(async () => {
    const stored = await readStoredAddress(db, actor, no)
    const changed = planAddress(stored, sent)
    const version = await updateAddress(db, actor, stored, changed)
    return keysToWire(actor, no, version)
  })
}

async function createAddress(trx: Db, actor: Actor, sent: Sent): Promise<WireRow> {
  const values = planAddress(null, sent)
  const no = await nextNumber(trx, actor)
  return keysToWire(actor, no, await insertAddress(trx, actor, no, values))
}

/**
 * Changes the address that the keys name, or creates one if they have no number.
 * @returns the address's keys and version
 * @throws Refusal, with nothing written; for another customer's address the same as for one that does not exist
 */
export async function saveInvoiceAddress(
  db: Db,
  actor: Actor,
  data: WireRow,
  request: FastifyRequest
): Promise<WireRow | RawJson> {
  const sent = readChanges(fields, data, { company: 'providerId', id: 'customerId', no: 'no' })
  const { providerId, customerId } = actor
  const { no, ...customer } = sent.keys
  checkKeys(customer, { providerId, customerId }, 'noSuchInvoiceAddress')
  if (typeof no === 'number') return changeAddress(db, actor, no, sent)
  const key = await readIdempotencyKey(request, actor)
  return inTransaction(db, (trx) => runOnce(trx, actor, key, () => createAddress(trx, actor, sent)))
}
