import type { Endpoint } from '@customer-center/contract/endpoint'
import type { RightName } from '@customer-center/contract/rights'
import { mayOpen } from '@customer-center/contract/routes'
import type { RuntimeConfig } from '@customer-center/contract/runtime-config'

/** Whether the server would take the call of a person with that right: what it would refuse is not offered. */
export function mayCall<Q, B, D>({ access }: Endpoint<Q, B, D>, right: RightName, config: RuntimeConfig): boolean {
  if (access === 'public') return true
  return 'route' in access ? mayOpen(access.route, right, config.routeRights) : access.includes(right)
}
