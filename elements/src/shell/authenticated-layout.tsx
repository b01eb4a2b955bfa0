import { Fragment, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { RouteName } from '@customer-center/contract/routes'
import type { Profile } from '../client/profile.ts'
import { useAppContext } from '../context/app-context.ts'
import { OverviewView } from '../first-paint/overview-view.tsx'
import type { ViewContext } from '../first-paint/render-view.ts'
import { LayoutView } from '../first-paint/shell-view.tsx'
import { idle } from '../lib/idle.ts'
import { focusHeading } from '../parts/focus-heading.ts'
import { hasTiles, matchRoute, offeredRoutes } from '../routing/routes.ts'
import { useText } from '../texts/texts.ts'
import { loadScreen } from './load-screen.tsx'
import { Menu, MenuChosenContext } from './menu/menu.tsx'
import { useOverviewLines } from './overview/use-overview-lines.ts'
import { FocusOnNavigate } from './place/focus-on-navigate.tsx'
import { usePlace } from './place/use-place.ts'
import { ScreenOutlet } from './screen-outlet.tsx'
import { screens } from './screens.ts'

/** Menu and screen of a person who is logged in. */
export function AuthenticatedLayout({ profile }: { profile: Profile }) {
  const text = useText()
  const { config, base, router, emit, hideLogout } = useAppContext()
  const path = useSyncExternalStore(router.subscribe, router.path, router.path)
  const match = matchRoute(path, profile.right, config)
  const { route } = match
  const main = useRef<HTMLDivElement>(null)
  const [forbidden, setForbidden] = useState(false)
  // The state is kept until somebody moves on, were it to the overview itself: the forbidden path is replaced at once.
  if (match.forbidden && !forbidden) setForbidden(true)
  if (forbidden && route !== 'overview') setForbidden(false)

  useEffect(() => {
    router.replace(base + route, path)
  }, [router, base, route, path])
  useEffect(() => emit('route-change', { route }), [emit, route])

  usePlace(main)
  const lines = useOverviewLines(main, route)
  const menuChosen = useCallback(() => setForbidden(false), [])
  const routes = useMemo(() => offeredRoutes(profile.right, config), [profile.right, config])
  useEffect(() => preloadScreens(routes), [routes])
  const context = useMemo<ViewContext>(
    () => ({ text, config, hideLogout, linkTo: (target) => router.linkTo(base + target) }),
    [text, config, hideLogout, router, base]
  )
  return (
    <MenuChosenContext value={menuChosen}>
      <LayoutView
        {...{ context, profile, route, routes, forbidden, main }}
        menu={Menu}
        onSkip={() => main.current && focusHeading(main.current)}
      >
        {hasTiles(route) ? (
          <Fragment key={route}>
            <OverviewView {...{ context, route, routes }} />
            {lines && <lines.OverviewLines overview={lines.overview} root={lines.root} routes={routes} />}
            <FocusOnNavigate />
          </Fragment>
        ) : (
          <ScreenOutlet key={route} route={route} />
        )}
      </LayoutView>
    </MenuChosenContext>
  )
}

/** Delay until after the first screen has been painted, with which none of this may compete. */
const delayMs = 1500

/**
 * Loads the code of screens one after the other, so that a screen that somebody opens waits for nothing but its data, and a lost
 * connection costs no screen. Not if the browser saves data. The returned function ends it.
 */
function preloadScreens(routes: readonly RouteName[]): () => void {
  let ended = savesData()
  const timer = setTimeout(() => void loadAll(), delayMs)
  async function loadAll() {
    for (const route of routes) {
      if (hasTiles(route)) continue
      await idle()
      // Without a network no module is requested: a browser may remember that it could not be loaded.
      if (ended || !navigator.onLine) return
      // A failed request is repeated when somebody opens the screen.
      await loadScreen(screens[route]).catch(() => null)
    }
  }
  return () => {
    ended = true
    clearTimeout(timer)
  }
}

function savesData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection')
  return typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true
}
