import { queryOptions } from '@tanstack/react-query'
import type { WireRow } from '@customer-center/contract/field-codes'
import {
  getCurrentShopUser,
  listShopUsers,
  saveShopUser,
  setCurrentShopUser,
  shopUserFields
} from '@customer-center/contract/shop-user'
import { type FieldMap, fromWire, resFields } from '../client/fields.ts'
import { listedRows } from '../client/rows.ts'
import type { AppContext } from '../context/app-context.ts'
import { toWire, versionedResFields } from './row-fields.ts'
import { newRow, readRowValues, type RowChanges, type RowValues, savedRow } from './row-values.ts'

const map: FieldMap<typeof shopUserFields> = { noun: 'webshop-user', fields: shopUserFields }

/** Query: the logged-in shop user, for its form. */
export function currentShopUser({ call, config }: AppContext) {
  const { fieldCodes } = config
  const names = ['emailAddress', 'webshopRights'] as const
  return queryOptions({
    queryKey: ['current-shop-user'],
    queryFn: async ({ signal }) => {
      const query = { RES_FIELDS: versionedResFields(map, fieldCodes, names) }
      return readRowValues(map, fieldCodes, await call(getCurrentShopUser, { query, signal }))
    },
    refetchOnMount: 'always'
  })
}

/**
 * Changes the logged-in shop user. Returns the e-mail address that the backend now has for the user; null if it does
 * not say.
 */
export async function changeCurrentShopUser(
  { call, config: { fieldCodes } }: Pick<AppContext, 'call' | 'config'>,
  changes: RowChanges,
  row: Pick<RowValues, 'wire' | 'version'> = newRow
): Promise<string | null> {
  const data = savedRow(map, fieldCodes, changes, row)
  const saved = await call(saveShopUser, { body: { data } })
  return fromWire(map, fieldCodes, saved).emailAddress
}

/** Returns the user names of the persons whom a developer may become. */
export async function userNames({ call, config: { fieldCodes } }: AppContext): Promise<string[]> {
  const query = { RES_FIELDS: resFields(map, fieldCodes, ['emailAddress', 'webshopRights']) }
  const rows = listedRows<WireRow>(await call(listShopUsers, { query }))
  return rows.flatMap((row) => fromWire(map, fieldCodes, row).emailAddress ?? [])
}

export async function switchShopUser(
  { call, config: { fieldCodes } }: AppContext,
  user: { emailAddress: string; password: string }
): Promise<void> {
  await call(setCurrentShopUser, { body: { data: toWire(map, fieldCodes, user) } })
}
