import { queryOptions } from '@tanstack/react-query'
import type { Id, WireRow } from '@customer-center/contract/field-codes'
import {
  type InvoiceAddress,
  allInvoiceAddressFields,
  listInvoiceAddresses,
  saveInvoiceAddress
} from '@customer-center/contract/invoice-address'
import { invoiceAddressKind } from '@customer-center/contract/limits'
import { CallError } from '../client/call-error.ts'
import { type FieldMap, fromWire } from '../client/fields.ts'
import { listedRows } from '../client/rows.ts'
import type { AppContext } from '../context/app-context.ts'
import { customerKeys } from './customer.ts'
import { fieldReader, idQuery, isSameId, toWire, versionedResFields } from './row-fields.ts'
import { emptyRow, newRow, readRowValues, type RowChanges, type RowValues, savedRow } from './row-values.ts'

export const invoiceAddressFieldMap: FieldMap<typeof allInvoiceAddressFields> = {
  noun: 'invoice-address',
  fields: allInvoiceAddressFields
}

export type InvoiceAddressKeys = Pick<InvoiceAddress, 'company' | 'id' | 'no'>

export interface ListedInvoiceAddress {
  readonly address: InvoiceAddress
  readonly row: RowValues
}

/**
 * Query: the customer's invoice addresses, in the server's order. It is not aborted with the form whose save requested
 * it.
 */
export function invoiceAddresses({ call, config }: AppContext) {
  return queryOptions({
    queryKey: ['invoice-addresses'],
    queryFn: async () => {
      const query = {
        RES_FIELDS: versionedResFields(invoiceAddressFieldMap, config.fieldCodes),
        addressKind: String(invoiceAddressKind)
      }
      return listedRows<WireRow>(await call(listInvoiceAddresses, { query })).map((wire) =>
        listedAddress(config.fieldCodes, wire)
      )
    },
    refetchOnMount: 'always'
  })
}

/** Reads one address. Throws CallError, also if it no longer exists. */
export async function loadInvoiceAddress(app: AppContext, keys: InvoiceAddressKeys): Promise<RowValues> {
  const { call, config } = app
  const { contact } = await customerKeys(app)
  const query = {
    RES_FIELDS: versionedResFields(invoiceAddressFieldMap, config.fieldCodes),
    ...idQuery({ ...keys, pvaid: contact })
  }
  const read = fieldReader(invoiceAddressFieldMap, config.fieldCodes)
  // A backend that ignores the filter sends others as well.
  const wire = listedRows<WireRow>(await call(listInvoiceAddresses, { query })).find((row) =>
    isSameId(read(row, 'no'), keys.no)
  )
  if (!wire) throw new CallError('unreadable')
  return readRowValues(invoiceAddressFieldMap, config.fieldCodes, wire)
}

/**
 * Changes an address, or creates one from the fields `names` if there are no keys; `idempotencyKey` is for the
 * creation.
 */
export async function changeInvoiceAddress(
  app: AppContext,
  names: readonly string[],
  keys: InvoiceAddressKeys | null,
  changes: RowChanges,
  row: Pick<RowValues, 'wire' | 'version'>,
  idempotencyKey?: string
): Promise<Id | null> {
  const { fieldCodes } = app.config
  const { provider, customer } = keys ? {} : await customerKeys(app)
  const named = toWire(invoiceAddressFieldMap, fieldCodes, keys ?? { company: provider, id: customer })
  const data = {
    ...named,
    ...savedRow(
      invoiceAddressFieldMap,
      fieldCodes,
      keys ? changes : { ...emptyRow(invoiceAddressFieldMap, names), ...changes },
      row
    )
  }
  const wire: unknown = await app.call(saveInvoiceAddress, { body: { data }, idempotencyKey })
  return fromWire(invoiceAddressFieldMap, fieldCodes, wire).no
}

export const emptyInvoiceAddress: RowValues = {
  ...newRow,
  values: Object.fromEntries(Object.keys(allInvoiceAddressFields).map((name) => [name, '']))
}

/** Returns the addressee of an address, in the order of section 2. */
export function addresseeOf({ title, name, name1, postNominalTitle }: InvoiceAddress): string {
  return [title, name, name1, postNominalTitle].filter(Boolean).join(' ')
}

function listedAddress(codes: AppContext['config']['fieldCodes'], wire: WireRow): ListedInvoiceAddress {
  return {
    address: fromWire(invoiceAddressFieldMap, codes, wire),
    row: readRowValues(invoiceAddressFieldMap, codes, wire)
  }
}
