import { everyRight, type RightName } from './rights.ts'

/** A row of the table beside the drop-down that explains the rights. The id of its text is `rightsInfo.<id>`. */
export interface RightsInfoRow {
  readonly id: string
  readonly allowed: readonly RightName[]
}

const shop: readonly RightName[] = ['shopfull', 'admin']
const anyShop: readonly RightName[] = ['shoplight', 'shopfull', 'admin']

const standardWithLogin = everyRight.filter((name) => name !== 'shoplight')

/** Section 6, extended table: shown with the option extendedWebshopRights. */
export const extendedRightsInfo: readonly RightsInfoRow[] = [
  { id: 'editCompany', allowed: ['admin'] },
  { id: 'grantAccess', allowed: ['admin'] },
  { id: 'editInvoiceAddress', allowed: shop },
  { id: 'editContacts', allowed: anyShop },
  { id: 'purchase', allowed: anyShop },
  { id: 'ownConfirmations', allowed: everyRight },
  { id: 'othersConfirmations', allowed: shop },
  { id: 'ordersAndInvoices', allowed: shop },
  { id: 'webinars', allowed: everyRight }
]

/** Section 6, simple table: without shoplight. */
export const simpleRightsInfo: readonly RightsInfoRow[] = [
  { id: 'editCompany', allowed: ['admin'] },
  { id: 'grantAccess', allowed: ['admin'] },
  { id: 'editInvoiceAddress', allowed: shop },
  { id: 'editContacts', allowed: shop },
  { id: 'purchase', allowed: shop },
  { id: 'ownConfirmations', allowed: standardWithLogin },
  { id: 'othersConfirmations', allowed: shop },
  { id: 'ordersAndInvoices', allowed: shop },
  { id: 'scriptsAndWebinars', allowed: standardWithLogin }
]
