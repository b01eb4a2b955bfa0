import { queryOptions } from '@tanstack/react-query'
import { getCurrentWebshopUser, saveWebshopUser, webshopUserFields } from '@customer-center/contract/webshop-user'
import { type FieldMap, fromWire } from '../client/fields.ts'
import type { AppContext } from '../context/app-context.ts'
import { versionedResFields } from './row-fields.ts'
import { newRow, readRowValues, type RowChanges, type RowValues, savedRow } from './row-values.ts'

const map: FieldMap<typeof webshopUserFields> = { noun: 'webshop-user', fields: webshopUserFields }

/** Query: the logged-in shop user, for its form. */
export function currentWebshopUser({ call, config }: AppContext) {
  const { fieldCodes } = config
  const names = ['emailAddress', 'webshopRights'] as const
  return queryOptions({
    queryKey: ['current-webshop-user'],
    queryFn: async ({ signal }) => {
      const query = { RES_FIELDS: versionedResFields(map, fieldCodes, names) }
      return readRowValues(map, fieldCodes, await call(getCurrentWebshopUser, { query, signal }))
    },
    refetchOnMount: 'always'
  })
}

/**
 * Changes the logged-in shop user. Returns the e-mail address that the backend now has for the user; null if it does
 * not say.
 */
export async function changeCurrentWebshopUser(
  { call, config: { fieldCodes } }: Pick<AppContext, 'call' | 'config'>,
  changes: RowChanges,
  row: Pick<RowValues, 'wire' | 'version'> = newRow
): Promise<string | null> {
  const data = savedRow(map, fieldCodes, changes, row)
  const saved = await call(saveWebshopUser, { body: { data } })
  return fromWire(map, fieldCodes, saved).emailAddress
}
