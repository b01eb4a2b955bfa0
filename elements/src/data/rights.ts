import type { Endpoint } from '@customer-center/contract/endpoint'
import { extendedRights, type RightName, standardRights } from '@customer-center/contract/rights'
import { mayOpen } from '@customer-center/contract/routes'
import type { RuntimeConfig } from '@customer-center/contract/runtime-config'
import type { TextId } from '../texts/texts.ts'

/**
 * Tells whether the server accepts the call from a person with that right: the screen does not offer calls that it
 * would refuse.
 */
export function mayCall(
  { access }: Pick<Endpoint<never, never, never>, 'access'>,
  right: RightName,
  config: RuntimeConfig
): boolean {
  if (access === 'public') return true
  return 'route' in access ? mayOpen(access.route, right, config.routeRights) : access.includes(right)
}

/** Returns the rights that a form offers. */
export function offeredRights(extended: boolean): readonly RightName[] {
  return extended ? extendedRights : standardRights
}

/** Returns a right's label; shopfull has a second label that distinguishes it from shoplight where both are offered. */
export function rightLabel(right: RightName, extended: boolean): TextId {
  return extended && right === 'shopfull' ? 'rights.shopfullExtended' : `rights.${right}`
}

/** Returns the reason why a person cannot change a right that they see: only admins may, and not their own. */
export function rightsHint(viewer: RightName): TextId {
  return viewer === 'admin' ? 'rights.ownLocked' : 'rights.locked'
}
