import {
  type InvoiceAddress,
  invoiceAddressFields,
  listInvoiceAddresses,
  saveInvoiceAddress
} from '@customer-center/contract/invoice-address'
import type { Id, WireRow } from '@customer-center/contract/field-codes'
import { invoiceAddressKind } from '@customer-center/contract/limits'
import { queryOptions } from '@tanstack/react-query'
import { CallError } from '../client/call-error.ts'
import type { AppContext } from '../context/app-context.ts'
import { type FieldMap, fromWire } from '../client/fields.ts'
import { toWire, versionedResFields } from './row-fields.ts'
import { newRow, readRowValues, type RowChanges, type RowValues, savedRow } from './row-values.ts'
import { rowsOf } from '../client/rows.ts'

const map: FieldMap<typeof invoiceAddressFields> = { noun: 'invoice-address', fields: invoiceAddressFields }

/** What identifies an address. */
export type InvoiceAddressKeys = Pick<InvoiceAddress, 'company' | 'id' | 'no'>

export interface ListedInvoiceAddress {
  readonly address: InvoiceAddress
  readonly row: RowValues
}

/** The customer's invoice addresses, in the server's order. Not aborted with the form whose save requested them. */
export function invoiceAddresses({ call, config }: AppContext) {
  return queryOptions({
    queryKey: ['invoice-addresses'],
    queryFn: async () => {
      const query = { RES_FIELDS: versionedResFields(map, config.fieldCodes), addressKind: String(invoiceAddressKind) }
      return rowsOf<WireRow>(await call(listInvoiceAddresses, { query })).map((wire) => listed(config.fieldCodes, wire))
    },
    refetchOnMount: 'always'
  })
}

/** Reads one address. Throws CallError, also if it no longer exists. */
export async function loadInvoiceAddress({ call, config }: AppContext, keys: InvoiceAddressKeys): Promise<RowValues> {
  const { company, id, no } = keys
  const query = {
    RES_FIELDS: versionedResFields(map, config.fieldCodes),
    company: text(company),
    id: text(id),
    no: text(no)
  }
  const [wire] = rowsOf<WireRow>(await call(listInvoiceAddresses, { query }))
  if (!wire) throw new CallError('unreadable')
  return readRowValues(map, config.fieldCodes, wire)
}

/** Changes an address, or creates one if there are no keys; `idempotencyKey` is for that. */
export async function changeInvoiceAddress(
  { call, config }: AppContext,
  keys: InvoiceAddressKeys | null,
  changes: RowChanges,
  row: Pick<RowValues, 'wire' | 'version'>,
  idempotencyKey?: string
): Promise<Id | null> {
  const { fieldCodes } = config
  const named = keys ? toWire(map, fieldCodes, keys) : {}
  const data = { ...named, ...savedRow(map, fieldCodes, changes, row) }
  const wire: unknown = await call(saveInvoiceAddress, { body: { data }, idempotencyKey })
  return fromWire(map, fieldCodes, wire).no
}

/** The values of a new address. */
export const emptyInvoiceAddress: RowValues = {
  ...newRow,
  values: Object.fromEntries(Object.keys(invoiceAddressFields).map((name) => [name, '']))
}

/** Whom an address names, in the order of section 2. */
export function addresseeOf({ title, name, name1, postNominalTitle }: InvoiceAddress): string {
  return [title, name, name1, postNominalTitle].filter(Boolean).join(' ')
}

function listed(codes: AppContext['config']['fieldCodes'], wire: WireRow): ListedInvoiceAddress {
  return { address: fromWire(map, codes, wire), row: readRowValues(map, codes, wire) }
}

function text(value: Id | null): string {
  return value === null ? '' : String(value)
}
