import { queryOptions } from '@tanstack/react-query'
import { allCustomerFields, getCustomer, saveCustomer } from '@customer-center/contract/customer'
import { rowOf } from '../client/rows.ts'
import { type RowChanges, savedRow, withVersion, type EditableRow } from '../client/saved-row.ts'
import type { AppContext } from '../context/app-context.ts'
import type { FormField } from './field.ts'
import { idQuery, optionalNames, readRowValues } from './row-values.ts'

export const customerFieldMap = { noun: 'customer', fields: withVersion(allCustomerFields), saved: true } as const
const as = rowOf(customerFieldMap)

/**
 * Query: the session's company, for its form. It is not aborted with the screen: a read after a save is for the next
 * visit.
 */
export function customer({ call }: AppContext, fields?: readonly FormField<string>[]) {
  const shown = optionalNames(customerFieldMap, fields)
  return queryOptions({
    queryKey: ['customer', ...shown],
    queryFn: async () => readRowValues(await call(getCustomer, { as, fields: true, shown })),
    // A form must not start from values that somebody else has changed since.
    refetchOnMount: 'always'
  })
}

export async function changeCustomer(
  { call, config: { format } }: AppContext,
  changes: RowChanges,
  row: EditableRow
): Promise<void> {
  await call(saveCustomer, { body: { data: savedRow(format, customerFieldMap, changes, row) } })
}

/** Query: number and name of the session's company, for paper. */
export function customerAccount({ call }: AppContext) {
  return queryOptions({
    queryKey: ['customer-account'],
    queryFn: async () => {
      const { number, id, firstName, lastName } = await call(getCustomer, {
        as,
        fields: ['number', 'id', 'firstName', 'lastName']
      })
      return { number: number ?? id ?? '', name: [firstName, lastName].filter(Boolean).join(' ') }
    },
    retry: false
  })
}

type CustomerKeys = Partial<Record<'company' | 'id' | 'pvaid', string>>

const known = new WeakMap<AbortSignal, Promise<CustomerKeys>>()

/**
 * Returns the keys of the session's customer, for calls that take them; empty if they cannot be read, since the session
 * decides anyway. They are requested once for each person.
 */
export function customerKeys({ call, signal }: AppContext): Promise<CustomerKeys> {
  const keys =
    known.get(signal) ??
    call(getCustomer, { as, fields: ['company', 'id', 'pvaid'] }).then(({ company, id, pvaid }) =>
      company === null || id === null ? {} : idQuery({ company, id, pvaid })
    )
  known.set(signal, keys)
  return keys.catch(() => {
    known.delete(signal)
    return {}
  })
}
