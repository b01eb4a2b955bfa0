import type { Feature } from '../../feature/feature.ts'
import { emailChangePages } from './email-link/email-link.routes.ts'
import { passwordLinkRoutes } from './password-link/password-link.routes.ts'
import { shopUserImport } from './shop-user.import.ts'
import { shopUserRoutes, switchUserRoutes } from './shop-user.routes.ts'

/** The own login of a person, and the pages that a link in a mail opens. */
export const shopUserPart: Feature = {
  registerCalls(api, services) {
    shopUserRoutes(api, services)
    switchUserRoutes(api, services)
  },
  plugins: [passwordLinkRoutes, emailChangePages],
  imports: [shopUserImport]
}

export { sendReset } from './operate-shop-users.ts'
export { countShopUsers, findNamedContact, findShopUsers, shopUsersCsv } from './shop-user-list.repository.ts'
