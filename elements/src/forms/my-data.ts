import type { RuntimeConfig } from '@customer-center/contract/runtime-config'
import type { Place } from '../client/center.ts'

/** Where a saved form of 'Meine Daten' leads (section 2); the overview where a provider shows the form without its section. */
export function myData({ allowedRoutes }: RuntimeConfig): Place {
  return allowedRoutes.includes('mydata') ? 'mydata' : 'overview'
}
