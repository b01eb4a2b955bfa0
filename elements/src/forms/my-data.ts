import type { RoutePath } from '@customer-center/contract/routes'
import type { RuntimeConfig } from '@customer-center/contract/runtime-config'

/** Where a saved form of 'Meine Daten' leads (section 2); the overview where a provider shows the form without its section. */
export function myData({ allowedRoutes }: RuntimeConfig): RoutePath {
  return allowedRoutes.includes('mydata') ? 'mydata' : 'overview'
}
