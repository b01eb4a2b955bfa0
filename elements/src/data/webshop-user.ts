import { getCurrentWebshopUser, saveWebshopUser, webshopUserFields } from '@customer-center/contract/webshop-user'
import { queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../context/app-context.ts'
import { type FieldMap, versionedResFields } from '../client/fields.ts'
import { changesToWire, readRowValues, type RowChanges } from './row-values.ts'

const map: FieldMap<typeof webshopUserFields> = { noun: 'webshop-user', fields: webshopUserFields }

/** The logged-in shop user, for its form. */
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

/** Changes the logged-in shop user. */
export async function changeCurrentWebshopUser(
  { call, config }: Pick<AppContext, 'call' | 'config'>,
  changes: RowChanges,
  version: number | null = null
): Promise<void> {
  await call(saveWebshopUser, { body: { data: changesToWire(map, config.fieldCodes, changes, version) } })
}
