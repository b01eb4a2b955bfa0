import { getCurrentWebshopUser, saveWebshopUser, webshopUserFields } from '@customer-center/contract/webshop-user'
import { queryOptions } from '@tanstack/react-query'
import type { Center } from '../client/center.ts'
import { type FieldMap, versionedResFields } from '../client/fields.ts'
import { formChanges, formRow } from '../client/form-row.ts'

const map: FieldMap<typeof webshopUserFields> = { noun: 'webshop-user', fields: webshopUserFields }

/** The own shop user, for its form. */
export function ownWebshopUser({ call, config }: Center) {
  const { fieldCodes } = config
  const names = ['emailAddress', 'webshopRights'] as const
  return queryOptions({
    queryKey: ['own-webshop-user'],
    queryFn: async ({ signal }) => {
      const query = { RES_FIELDS: versionedResFields(map, fieldCodes, names) }
      return formRow(map, fieldCodes, await call(getCurrentWebshopUser, { query, signal }))
    },
    refetchOnMount: 'always'
  })
}

/** Changes the own shop user; names that it does not have are left out. */
export async function changeOwnWebshopUser(
  { call, config }: Pick<Center, 'call' | 'config'>,
  changes: Readonly<Record<string, string | boolean>>,
  version: number | null = null
): Promise<void> {
  await call(saveWebshopUser, { body: { data: formChanges(map, config.fieldCodes, changes, version) } })
}
