import { everyRight, type RightName } from './rights.ts'

/** Every screen's route and the rights that open it (sections 2 and 5 of the specification), in the order of the menu. */
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

export type Route = keyof typeof routeRights

export const routes = Object.keys(routeRights) as Route[]

/** Where every empty, unknown or forbidden path leads; the one route that needs no right. */
export const fallbackRoute = 'overview'

/** Every path that a screen or an overview is shown for. */
export type RoutePath = Route | typeof fallbackRoute

/** A provider's own table (`routeRights` of the runtime configuration) over the one above. */
export type RouteRightsOverride = Readonly<Partial<Record<string, readonly RightName[]>>>

/** Section 5: a route is activatable only if the user's right is listed for it. A provider's entry that is no list is passed over. */
export function mayOpen(route: Route, right: RightName, override: RouteRightsOverride = {}): boolean {
  const own: unknown = override[route]
  return (Array.isArray(own) ? own : rightsOf(route)).includes(right)
}

function rightsOf(route: Route): readonly RightName[] {
  return routeRights[route]
}

export function isRoute(path: string): path is Route {
  return Object.hasOwn(routeRights, path)
}
