import { queryOptions } from '@tanstack/react-query'
import {
  allInvoiceAddressFields,
  listInvoiceAddresses,
  saveInvoiceAddress
} from '@customer-center/contract/invoice-address'
import { invoiceAddressKind } from '@customer-center/contract/limits'
import { CallError } from '../client/call-error.ts'
import { rowOf, rowsOf } from '../client/rows.ts'
import { type RowChanges, savedRow, withVersion, type EditableRow } from '../client/saved-row.ts'
import type { RowOf } from '../client/wire-format.ts'
import type { AppContext } from '../context/app-context.ts'
import { customerKeys } from './customer.ts'
import { emptyRow, idQuery, newRow, readRowValues, type RowValues } from './row-values.ts'

export const invoiceAddressFieldMap = {
  noun: 'invoice-address',
  fields: withVersion(allInvoiceAddressFields),
  saved: true
} as const
const as = rowsOf(invoiceAddressFieldMap)
const fields = true

type InvoiceAddress = RowOf<typeof invoiceAddressFieldMap>

export type InvoiceAddressKeys = Pick<InvoiceAddress, 'company' | 'id' | 'no'>

export interface ListedInvoiceAddress {
  readonly address: InvoiceAddress
  readonly row: RowValues
}

/**
 * Query: the customer's invoice addresses, in the server's order. It is not aborted with the form whose save requested
 * it.
 */
export function invoiceAddresses({ call }: AppContext) {
  const query = { addressKind: String(invoiceAddressKind) }
  return queryOptions({
    queryKey: ['invoice-addresses'],
    queryFn: async (): Promise<ListedInvoiceAddress[]> => {
      const rows = await call(listInvoiceAddresses, { as, fields, query })
      return rows.map((address) => ({ address, row: readRowValues(address) }))
    },
    refetchOnMount: 'always'
  })
}

/** Reads one address. Throws CallError, also if it no longer exists. */
export async function loadInvoiceAddress(app: AppContext, keys: InvoiceAddressKeys): Promise<RowValues> {
  const { pvaid } = await customerKeys(app)
  // A row may be given, which has more than its keys.
  const query = idQuery({ company: keys.company, id: keys.id, no: keys.no, pvaid })
  const rows = await app.call(listInvoiceAddresses, { as, fields, query })
  // A backend that ignores the filter sends others as well.
  const row = rows.find(({ no }) => no === keys.no)
  if (!row) throw new CallError('unreadable')
  return readRowValues(row)
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
  row: EditableRow,
  idempotencyKey?: string
): Promise<string | null> {
  const { company, id } = keys ?? (await customerKeys(app))
  const data = savedRow(
    app.config.format,
    invoiceAddressFieldMap,
    keys ? changes : { ...emptyRow(invoiceAddressFieldMap, names), ...changes },
    row,
    { company, id, ...keys }
  )
  const { no } = await app.call(saveInvoiceAddress, { as: asSaved, body: { data }, idempotencyKey })
  return no
}

const asSaved = rowOf(invoiceAddressFieldMap)

export const emptyInvoiceAddress: RowValues = {
  ...newRow,
  values: Object.fromEntries(Object.keys(allInvoiceAddressFields).map((name) => [name, '']))
}

/** Returns the addressee as it stands on an envelope: the title comes before the name. */
export function addresseeOf({ title, name, name1, postNominalTitle }: InvoiceAddress): string {
  return [title, name, name1, postNominalTitle].filter(Boolean).join(' ')
}
