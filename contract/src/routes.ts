import { everyRight, type RightName } from './rights.ts'

/**
 * Every screen's route and the rights that open it, in the order of the menu.
 */
export const routeRights = {
  mydata: everyRight,
  'mydata/companydata': ['admin'],
  'mydata/invoiceaddress': ['admin', 'shopfull', 'shoplight'],
  'mydata/contacts': ['admin', 'shopfull', 'shoplight'],
  'mydata/userprofile': everyRight,
  scripts: everyRight,
  webinars: everyRight,
  orders: ['admin', 'shopfull'],
  invoices: ['admin', 'shopfull'],
  confirmations: everyRight,
  'confirmations/participation': everyRight,
  'confirmations/education': everyRight,
  'confirmations/evaluation': []
} as const satisfies Record<string, readonly RightName[]>

export type RouteName = keyof typeof routeRights

export const routes = Object.keys(routeRights) as RouteName[]

/** Route for empty, unknown and forbidden paths; the only route that needs no right. */
export const fallbackRoute = 'overview'

/** Every path with a screen or an overview. */
export type RoutePath = RouteName | typeof fallbackRoute

/** A provider's table (`routeRights` of the runtime configuration), which overrides the table above. */
export type RouteRightsOverride = Readonly<Partial<Record<string, readonly RightName[]>>>

/**
 * Tells whether a right opens a route: the route has to list the right. A provider's entry that is
 * not a list is ignored.
 */
export function mayOpen(route: RouteName, right: RightName, override: RouteRightsOverride = {}): boolean {
  const own: unknown = override[route]
  const rights: readonly RightName[] = Array.isArray(own) ? own : routeRights[route]
  return rights.includes(right)
}

/** Routes that a provider shows, with the rights that open them there. */
interface ShownRoutes {
  readonly allowedRoutes: readonly string[]
  readonly routeRights?: RouteRightsOverride | undefined
}

/** Tells whether the provider shows the route and the right opens it. */
export function isRouteOpen(route: RouteName, right: RightName, shown: ShownRoutes): boolean {
  return shown.allowedRoutes.includes(route) && mayOpen(route, right, shown.routeRights)
}

export function isRoute(path: unknown): path is RouteName {
  return routes.includes(path as RouteName)
}
