import { extendedRights, type RightName, standardRights } from '@customer-center/contract/rights'
import { isRouteOpen, type RouteName } from '@customer-center/contract/routes'
import type { AppContext } from '../context/app-context.ts'
import type { TextId } from '../texts/texts.ts'

/** Tells whether the provider shows a route and the person may open it. */
export function opensRoute({ config, session }: Pick<AppContext, 'config' | 'session'>, route: RouteName): boolean {
  return isRouteOpen(route, session.profile?.right ?? 'none', config)
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
