import { queryOptions } from '@tanstack/react-query'
import {
  getCurrentShopUser,
  listShopUsers,
  saveShopUser,
  setCurrentShopUser,
  shopUserFields
} from '@customer-center/contract/shop-user'
import { rowOf, rowsOf } from '../client/rows.ts'
import { type RowChanges, savedRow, withVersion, type EditableRow } from '../client/saved-row.ts'
import type { AppContext } from '../context/app-context.ts'
import { newRow, readRowValues } from './row-values.ts'

const map = { noun: 'webshop-user', fields: withVersion(shopUserFields), saved: true } as const
const as = rowOf(map)

/** Query: the logged-in shop user, for its form. */
export function currentShopUser({ call }: AppContext) {
  const fields = ['emailAddress', 'webshopRights', 'version']
  return queryOptions({
    queryKey: ['current-shop-user'],
    queryFn: async ({ signal }) => readRowValues(await call(getCurrentShopUser, { as, fields, signal })),
    refetchOnMount: 'always'
  })
}

/**
 * Changes the logged-in shop user. Returns the e-mail address that the backend now has for the user; null if it does
 * not say.
 */
export async function changeCurrentShopUser(
  { call, config: { format } }: Pick<AppContext, 'call' | 'config'>,
  changes: RowChanges,
  row: EditableRow = newRow
): Promise<string | null> {
  const { emailAddress } = await call(saveShopUser, { as, body: { data: savedRow(format, map, changes, row) } })
  return emailAddress
}

/** Returns the user names of the persons whom a developer may become. */
export async function userNames({ call }: AppContext): Promise<string[]> {
  const rows = await call(listShopUsers, { as: rowsOf(map), fields: ['emailAddress', 'webshopRights'] })
  return rows.flatMap(({ emailAddress }) => emailAddress ?? [])
}

export async function switchShopUser(
  { call, config: { format } }: AppContext,
  user: { emailAddress: string; password: string }
): Promise<void> {
  await call(setCurrentShopUser, { body: { data: savedRow(format, map, user, newRow) } })
}
