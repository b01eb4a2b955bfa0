import { getCurrentWebshopUser, saveWebshopUser, webshopUserFields } from '@customer-center/contract/webshop-user'
import { queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../context/app-context.ts'
import { type FieldMap, versionedResFields } from '../client/fields.ts'
import { changesToWire, readRowValues } from './row-values.ts'

const map: FieldMap<typeof webshopUserFields> = { noun: 'webshop-user', fields: webshopUserFields }

/** The own shop user, for its form. */
export function ownWebshopUser({ call, config }: AppContext) {
  const { fieldCodes } = config
  const names = ['emailAddress', 'webshopRights'] as const
  return queryOptions({
    queryKey: ['own-webshop-user'],
    queryFn: async ({ signal }) => {
      const query = { RES_FIELDS: versionedResFields(map, fieldCodes, names) }
      return readRowValues(map, fieldCodes, await call(getCurrentWebshopUser, { query, signal }))
    },
    refetchOnMount: 'always'
  })
}

/** Changes the own shop user; names that it does not have are left out. */
export async function changeOwnWebshopUser(
  { call, config }: Pick<AppContext, 'call' | 'config'>,
  changes: Readonly<Record<string, string | boolean>>,
  version: number | null = null
): Promise<void> {
  await call(saveWebshopUser, { body: { data: changesToWire(map, config.fieldCodes, changes, version) } })
}
