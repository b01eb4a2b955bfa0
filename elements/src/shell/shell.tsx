import {
  type ComponentType,
  Fragment,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  lazy,
  Suspense
} from 'react'
import type { RouteName } from '@customer-center/contract/routes'
import { CallError } from '../client/call-error.ts'
import type { Profile } from '../client/profile.ts'
import type { SessionState } from '../client/session-state.ts'
import { useAppContext } from '../context/app-context.ts'
import { useBackendFeature, usePasskeys } from '../data/backend-feature.ts'
import type { News } from '../data/overview.ts'
import { useProfile } from '../data/profile.ts'
import { waitForIdle } from '../lib/idle.ts'
import { focusHeading } from '../parts/focus-heading.ts'
import { LoadFailed } from '../parts/load-failed.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { useText } from '../texts/texts.ts'
import { OverviewView } from './first-paint/overview-view.tsx'
import type { ViewContext } from './first-paint/render-view.ts'
import { LayoutView, ProviderLinksView, ContentView, ShellView } from './first-paint/shell-view.tsx'
import { forgetLinkedLogin, loginMethodOf } from './login/linked-login.ts'
import { Menu, MenuChosenContext } from './menu/menu.tsx'
import { useOverviewLines } from './overview/use-overview-lines.ts'
import { FocusOnNavigate, HideWhileIdentifying, RestoreFocus } from './place/focus-on-navigate.tsx'
import { usePlace } from './place/use-place.ts'
import { hasTiles, matchRoute, offeredRoutes } from './routing/routes.ts'
import { SaveMessage } from './save-message.tsx'
import { loadScreen, loadWithQueries, prefetchScreen, screenLoaders, ScreenOutlet } from './screen-outlet.tsx'
import { SearchProvider } from './search-provider.tsx'
import { SearchButton } from './search/search-button.tsx'
import { withRetry, OfflineNotice } from './shell-states.tsx'
import './shell-states.css'

const Login = withRetry(() => import('./login/login.tsx'))
/** An offer whose code cannot be loaded is left out. */
const PasskeyOffer = lazy(async () => {
  const none = () => null
  return { default: await loadWithQueries(() => import('./login/passkey-offer.tsx')).catch(() => none) }
})
const NewPassword = withRetry(() => import('./login/new-password.tsx'))

/**
 * Renders the customer center: a login, or the screens. The login of an expired session covers the screen, which stays
 * mounted.
 */
export function Shell({ state }: { state: SessionState }) {
  const text = useText()
  const app = useAppContext()
  const { config, session } = app
  const { profile } = session
  const identifyingOf = () => session.identifying
  const identifying = useSyncExternalStore(session.subscribe, identifyingOf, identifyingOf)
  // The list of the screen that the address names is read while it is asked who is logged in.
  useEffect(() => {
    if (identifying !== undefined && !profile) void prefetchScreen(app, identifying)
  }, [app, identifying, profile])
  // A person who is logged in needs no login filled in.
  useEffect(() => (state === 'in' ? forgetLinkedLogin() : undefined), [state])
  const hasPasskeys = usePasskeys()
  const asksForPasskey = hasPasskeys && loginMethodOf(session) === 'password'
  return (
    <ShellView>
      {state === 'starting' && <Skeleton />}
      {(state === 'in' || state === 'expired') && <Content covered={state === 'expired'} />}
      {(state === 'out' || state === 'expired') && <Login expired={state === 'expired'} />}
      <ProviderLinksView text={text} config={config} />
      <OfflineNotice />
      {state === 'in' && asksForPasskey && (
        <Suspense>
          <PasskeyOffer />
        </Suspense>
      )}
      <SaveMessage />
    </ShellView>
  )
}

function Content({ covered }: { covered: boolean }) {
  const text = useText()
  const { config, session } = useAppContext()
  const { newPassword } = useSyncExternalStore(session.subscribe, session.snapshot, session.snapshot)
  const { profile, error, busy, reload } = useProfile()
  const isUnreachable = config.apiVersion === 'server' && error instanceof CallError && error.failure !== 'refused'
  const reason = isUnreachable
    ? text('login.unreachable', { url: session.requestContext.api })
    : (error instanceof CallError && error.firstError) || undefined
  const isCovered = covered || newPassword !== null
  const isUnknown = !profile && !covered && !newPassword
  return (
    <>
      {profile && (
        <ContentView covered={isCovered}>
          <AuthenticatedLayout key={profile.emailAddress} profile={profile} covered={isCovered} />
          <HideWhileIdentifying />
          {isCovered && <RestoreFocus />}
        </ContentView>
      )}
      {isUnknown && !error && <Skeleton />}
      {isUnknown && error !== null && (
        <LoadFailed message={text('state.failed')} reason={reason} busy={busy} onRetry={reload} />
      )}
      {newPassword && <NewPassword reason={newPassword.reason} overScreen={profile !== null} covered={covered} />}
    </>
  )
}

/** Renders menu and screen of a person who is logged in. */
function AuthenticatedLayout({ profile, covered }: { profile: Profile; covered: boolean }) {
  const text = useText()
  const { config, base, router, emit, hideLogout, saveStatus } = useAppContext()
  const path = useSyncExternalStore(router.subscribe, router.path, router.path)
  const match = matchRoute(path, profile.right, config)
  const { route } = match
  const main = useRef<HTMLDivElement>(null)
  const [forbidden, setForbidden] = useState(false)
  // The state stays until somebody moves on, even to the overview: the forbidden path is replaced at once.
  if (match.forbidden && !forbidden) setForbidden(true)
  if (forbidden && route !== 'overview') setForbidden(false)

  useEffect(() => {
    // An element that has just been removed leaves the page's address alone.
    if (main.current?.isConnected) router.replace(base + route, path)
  }, [router, base, route, path])
  useEffect(() => emit('route-change', { route }), [emit, route])

  usePlace(main)
  const lines = useOverviewLines(main, route)
  const eventOf = () => (route === 'overview' ? router.detail() : null)
  const eventShown = useSyncExternalStore(router.subscribe, eventOf, eventOf)
  const isOverview = hasTiles(route) && eventShown === null
  const hasNews = useBackendFeature('overview')
  const loaded = useOverviewEvents(route === 'overview' && eventShown === null && (lines !== null || !hasNews))
  const menuChosen = useCallback(() => setForbidden(false), [])
  /** Marks and focuses the tile of a form that was just saved; without one the heading gets the focus. */
  const focusSaved = useCallback(
    (container: HTMLElement, scrolls: boolean) => {
      const saved = saveStatus.get()?.route
      const tile = saved && container.querySelector<HTMLElement>(`.kc-tiles [data-path="${base}${saved}"]`)
      if (!tile) return focusHeading(container, scrolls)
      tile.classList.add('kc-saved')
      tile.focus()
    },
    [saveStatus, base]
  )
  const routes = useMemo(() => offeredRoutes(profile.right, config), [profile.right, config])
  useEffect(() => loadScreensWhenIdle(routes), [routes])
  const context = useMemo<ViewContext>(
    () => ({ text, config, hideLogout, linkTo: (target) => router.linkTo(base + target) }),
    [text, config, hideLogout, router, base]
  )
  return (
    <MenuChosenContext value={menuChosen}>
      <SearchProvider main={main} covered={covered}>
        <LayoutView
          {...{ context, profile, route, routes, forbidden, main }}
          menu={Menu}
          onSkip={() => main.current && focusHeading(main.current)}
        >
          {!forbidden && <SearchButton isNamed={isOverview} />}
          {isOverview ? (
            <Fragment key={route}>
              <OverviewView
                {...{ context, route, routes }}
                news={lines && <lines.OverviewRows news={lines.overview} routes={routes} />}
                events={loaded && <loaded.Events news={lines?.overview ?? null} />}
              />
              {lines?.overview && <lines.OverviewLines overview={lines.overview} root={lines.root} routes={routes} />}
              <FocusOnNavigate focus={focusSaved} />
            </Fragment>
          ) : (
            <ScreenOutlet key={eventShown ?? route} route={hasTiles(route) ? 'overview' : route} />
          )}
        </LayoutView>
      </SearchProvider>
    </MenuChosenContext>
  )
}

interface LoadedEvents {
  readonly Events: ComponentType<{ news: News | null }>
}

/** Returns the overview's events, whose code is loaded when nothing is more urgent; null before, and where it fails. */
function useOverviewEvents(isShown: boolean): LoadedEvents | null {
  const [loaded, setLoaded] = useState<LoadedEvents | null>(null)
  useEffect(() => {
    if (!isShown || loaded) return undefined
    let mounted = true
    void waitForIdle()
      .then(() => loadWithQueries(() => import('./overview/overview-events.tsx')))
      .then((Events) => mounted && setLoaded({ Events }))
      .catch(() => undefined)
    return () => void (mounted = false)
  }, [isShown, loaded])
  return isShown ? loaded : null
}

/** Delay until the first screen has been painted, in ms: nothing may compete with it. */
const delayMs = 1500

/**
 * Loads the code of screens one after the other: a screen that somebody opens then waits only for its data, and is
 * there without a network. Loads nothing if the browser saves data. The returned function ends it.
 */
function loadScreensWhenIdle(routes: readonly RouteName[]): () => void {
  let ended = savesData()
  const timer = setTimeout(() => void loadAll(), delayMs)
  async function loadAll() {
    for (const route of routes) {
      if (hasTiles(route)) continue
      await waitForIdle()
      // Without a network no module is requested: a browser may remember the failure.
      if (ended || !navigator.onLine) return
      // A failed request is repeated when somebody opens the screen.
      await loadScreen(screenLoaders[route]).catch(() => null)
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
