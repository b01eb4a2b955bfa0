import { customerFields, getCustomer, saveCustomer } from '@customer-center/contract/customer'
import { queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../context/app-context.ts'
import { type FieldMap, fromWire, resFields } from '../client/fields.ts'
import { versionedResFields } from './row-fields.ts'
import { readRowValues, type RowChanges, type RowValues, savedRow } from './row-values.ts'

const map: FieldMap<typeof customerFields> = { noun: 'customer', fields: customerFields }

/** The session's company, for its form. Not aborted with the screen: what is read after a save is for the next visit. */
export function customer({ call, config }: AppContext) {
  const { fieldCodes } = config
  return queryOptions({
    queryKey: ['customer'],
    queryFn: async () => {
      const wire = await call(getCustomer, { query: { RES_FIELDS: versionedResFields(map, fieldCodes) } })
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

/** The keys of the session's customer, for calls that take them; empty if they cannot be read, since the session decides anyway. */
export async function customerKeys(
  { call, config }: AppContext,
  signal: AbortSignal
): Promise<{ company?: string; id?: string }> {
  const { fieldCodes } = config
  const query = { RES_FIELDS: resFields(map, fieldCodes, ['company', 'id']) }
  const wire = await call(getCustomer, { query, signal }).catch(() => null)
  const { company, id } = fromWire(map, fieldCodes, wire)
  return company === null || id === null ? {} : { company: String(company), id: String(id) }
}
