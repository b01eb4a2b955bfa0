import { versionCode, type WireRow } from '@customer-center/contract/field-codes'
import { mayChangeParticipant, Right, rightNames } from '@customer-center/contract/rights'
import { webshopUserFields } from '@customer-center/contract/webshop-user'
import { defineList } from '../../platform/database/list.ts'
import type { Db } from '../../platform/database/query.ts'
import type { Caller } from '../../platform/http/caller.ts'

const { emailAddress, webshopRights, changeParticipantAllowed } = webshopUserFields
const mayChange = rightNames.filter(mayChangeParticipant).map((name) => Right[name])

type ShopUserFilter = Pick<Caller, 'provider' | 'customer'> & { contact: number | undefined }

const shopUsers = defineList<WireRow, ShopUserFilter>('shop users', {
  fields: {
    [emailAddress.code]: 's.email_address',
    [webshopRights.code]: 's.rights',
    [changeParticipantAllowed.code]: `s.rights in (${mayChange.join()})`,
    [versionCode]: 'c.version'
  },
  from: 'shop_users s join contacts c on c.company = s.company and c.pvaid = s.pvaid',
  where: 's.company = :provider and s.id = :customer',
  filters: { contact: 's.pvaid = :contact' },
  orderBy: 's.email_address, s.pvaid'
})

/** Lists all shop users of the company for an admin, by e-mail address; for everybody else their own. */
export function listShopUsers(
  db: Db,
  { provider, customer, contact, right }: Caller,
  codes: readonly string[],
  only: 'own' | 'permitted'
): Promise<WireRow[]> {
  const all = only === 'permitted' && right === 'admin'
  return shopUsers.rows(db, { provider, customer, contact: all ? undefined : contact }, codes)
}
