import { queryOptions } from '@tanstack/react-query'
import { allCustomerFields, getCustomer, saveCustomer } from '@customer-center/contract/customer'
import type { Id } from '@customer-center/contract/field-codes'
import { type FieldMap, fromWire, resFields } from '../client/fields.ts'
import type { AppContext } from '../context/app-context.ts'
import type { FormField } from './field.ts'
import { optionalNames, versionedResFields } from './row-fields.ts'
import { readRowValues, type RowChanges, type RowValues, savedRow } from './row-values.ts'

const map: FieldMap<typeof allCustomerFields> = { noun: 'customer', fields: allCustomerFields }

/**
 * Query: the session's company, for its form. It is not aborted with the screen: a read after a save is for the next
 * visit.
 */
export function customer({ call, config }: AppContext, fields?: readonly FormField<string>[]) {
  const { fieldCodes } = config
  const optional = optionalNames(map, fields)
  return queryOptions({
    queryKey: ['customer', ...optional],
    queryFn: async () => {
      const query = { RES_FIELDS: versionedResFields(map, fieldCodes, undefined, optional) }
      const wire = await call(getCustomer, { query })
      return readRowValues(map, fieldCodes, wire)
    },
    // A form must not start from values that somebody else has changed since.
    refetchOnMount: 'always'
  })
}

export async function changeCustomer(
  { call, config }: AppContext,
  changes: RowChanges,
  row: Pick<RowValues, 'wire' | 'version'>
): Promise<void> {
  await call(saveCustomer, { body: { data: savedRow(map, config.fieldCodes, changes, row) } })
}

type CustomerKeys = Partial<Record<'provider' | 'customer' | 'contact', Id>>

const known = new WeakMap<AbortSignal, Promise<CustomerKeys>>()

/**
 * Returns the keys of the session's customer as they came, for calls that take them; empty if they cannot be read,
 * since the session decides anyway. They are requested once for each person.
 */
export function customerKeys({ call, config: { fieldCodes }, signal }: AppContext): Promise<CustomerKeys> {
  const query = { RES_FIELDS: resFields(map, fieldCodes, ['company', 'id', 'pvaid']) }
  const keys =
    known.get(signal) ??
    call(getCustomer, { query }).then((wire) => {
      const { company: provider, id, pvaid } = fromWire(map, fieldCodes, wire)
      return provider === null || id === null
        ? {}
        : { provider, customer: id, ...(pvaid !== null && { contact: pvaid }) }
    })
  known.set(signal, keys)
  return keys.catch(() => {
    known.delete(signal)
    return {}
  })
}
