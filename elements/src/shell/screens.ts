import { type RouteName, routes } from '@customer-center/contract/routes'
import { hasTiles, type ScreenRoute } from '../routing/routes.ts'
import type { LoadScreen } from './screen-chunks.ts'

const isScreen = (route: RouteName): route is ScreenRoute => !hasTiles(route)

/** Every screen's code, loaded when somebody goes there. */
export const screens = Object.fromEntries(
  routes
    .filter(isScreen)
    .map((route) => [route, async () => (await import('./screen-chunks.ts')).screenChunks[route]()])
) as Record<ScreenRoute, LoadScreen>
