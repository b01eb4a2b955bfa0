import type { RoutePath } from '@customer-center/contract/routes'
import type { RuntimeConfig } from '@customer-center/contract/runtime-config'

/** The route after a form of 'Meine Daten' is saved (section 2); the overview if the provider has not enabled that section. */
export function routeAfterSave({ allowedRoutes }: RuntimeConfig): RoutePath {
  return allowedRoutes.includes('mydata') ? 'mydata' : 'overview'
}
