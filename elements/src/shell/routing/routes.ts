import type { RightName } from '@customer-center/contract/rights'
import { isRoute, isRouteOpen, type RouteName, type RoutePath } from '@customer-center/contract/routes'
import { type RuntimeConfig, shortLanguage } from '@customer-center/contract/runtime-config'

/** Routes that show an overview of the routes below them. */
export const routeSections = ['mydata', 'confirmations'] as const satisfies RouteName[]

export type RouteSection = (typeof routeSections)[number]

/** The routes that show a screen, not an overview. */
export type ScreenRoute = Exclude<RouteName, RouteSection>

const isSection = (route: RoutePath): route is RouteSection => routeSections.some((section) => section === route)

/** Tells whether an overview is shown for the route, and no screen. */
export function hasTiles(route: RoutePath): route is 'overview' | RouteSection {
  return route === 'overview' || isSection(route)
}

/** Returns the part before every route in the hash: the language if the provider wants it there, else nothing. */
export function basePath(config: RuntimeConfig, language: string | null): string {
  return config.languageInPath ? `${shortLanguage(language ?? config.defaultLanguage)}/` : ''
}

type RouteConfig = Pick<RuntimeConfig, 'allowedRoutes' | 'routeRights'>

/** Lists the routes of the menu and the overviews, in the provider's order; a section only if it contains something. */
export function offeredRoutes(right: RightName, config: RouteConfig): RouteName[] {
  const open = config.allowedRoutes.filter(isRoute).filter((route) => isRouteOpen(route, right, config))
  return open.filter((route) => !isSection(route) || open.some((other) => sectionOf(other) === route))
}

/** Returns `mydata` of `mydata/contacts`; undefined for a route outside of sections. */
export function sectionOf(route: RoutePath): RouteName | undefined {
  return routeSections.find((section) => route.startsWith(`${section}/`))
}

interface RouteMatch {
  readonly route: RoutePath
  /** Whether the path names a screen that the person may not open. */
  readonly forbidden: boolean
}

/** Finds the route of a path; an empty, unknown or forbidden one leads to the overview. */
export function matchRoute(path: string, right: RightName, config: RouteConfig): RouteMatch {
  const route = withoutLanguage(path)
  if (!isRoute(route)) return { route: 'overview', forbidden: false }
  return isRouteOpen(route, right, config) ? { route, forbidden: false } : { route: 'overview', forbidden: true }
}

function withoutLanguage(path: string): string {
  return path.replace(/^(at|de|ch)(\/|$)/, '')
}
