import { type ComponentType, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import { type RouteName, routes } from '@customer-center/contract/routes'
import { callWhileIdentifying } from '../client/call-while-identifying.ts'
import type { SessionSnapshot } from '../client/session-state.ts'
import type { AppContext } from '../context/app-context.ts'
import { Heading } from '../parts/heading.tsx'
import { ListCountProvider } from '../parts/lists/list-count.tsx'
import { ScreenSkeleton } from '../parts/skeleton.tsx'
import { useText } from '../texts/texts.ts'
import { FocusOnNavigate } from './place/focus-on-navigate.tsx'
import { hasTiles, type ScreenRoute, matchRoute } from './routing/routes.ts'
import type { ScreenLoader } from './screen-chunks.ts'
import { CodeFailed, ErrorBoundary } from './shell-states.tsx'

const isScreen = (route: RouteName): route is ScreenRoute => !hasTiles(route)

/** The code of each screen, which is loaded when somebody goes there. */
export const screenLoaders = Object.fromEntries(
  routes
    .filter(isScreen)
    .map((route) => [route, async () => (await import('./screen-chunks.ts')).screenChunks[route]()])
) as Record<ScreenRoute, ScreenLoader>

/** The code of an event's dossier, which is shown in place of the overview. */
const loadDossier: ScreenLoader = () => import('./overview/dossier.tsx')

/** Screens whose code is loaded, which are rendered at once. */
const loaded = new WeakMap<ScreenLoader, ComponentType>()

/**
 * Renders a screen when its code is loaded. It does not use `lazy`: React shows the content of a Suspense 300 ms late.
 */
function LoadedScreen({ load, loading }: { load: ScreenLoader; loading: ReactNode }) {
  const [{ Screen, failure }, setLoaded] = useState<{ Screen?: ComponentType | undefined; failure?: Error }>(() => ({
    Screen: loaded.get(load)
  }))
  useEffect(() => {
    // `loaded` does not decide: the code may have been read ahead since this component was rendered without it.
    if (Screen) return undefined
    let mounted = true
    loadScreen(load)
      .then((Loaded) => mounted && setLoaded({ Screen: Loaded }))
      .catch((error: Error) => mounted && setLoaded({ failure: error }))
    return () => void (mounted = false)
  }, [load, Screen])
  if (failure) throw failure
  return Screen ? (
    <ListCountProvider>
      <Screen />
      <FocusOnNavigate />
    </ListCountProvider>
  ) : (
    loading
  )
}

/**
 * Renders a route's screen, or the dossier in place of the overview. Its code may still be loading or fail to load.
 */
export function ScreenOutlet({ route }: { route: ScreenRoute | 'overview' }) {
  const text = useText()
  const [attempt, setAttempt] = useState(0)
  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  const heading = <Heading>{text(`menu.${route}`)}</Heading>
  const loading = (
    <>
      {heading}
      <ScreenSkeleton route={route} />
    </>
  )
  const failed = (
    <>
      {heading}
      <CodeFailed onRetry={retry} />
      <FocusOnNavigate />
    </>
  )
  return (
    <ErrorBoundary key={attempt} fallback={failed}>
      <Suspense fallback={loading}>
        <LoadedScreen load={route === 'overview' ? loadDossier : screenLoaders[route]} loading={loading} />
      </Suspense>
    </ErrorBoundary>
  )
}

/** Loads a component and, side by side, the provider of the queries that it reads. */
export async function loadWithQueries<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>
): Promise<ComponentType<Props>> {
  const [{ QueryProvider }, { default: Component }] = await Promise.all([import('./query-provider.tsx'), load()])
  return (props) => (
    <QueryProvider>
      <Component {...props} />
    </QueryProvider>
  )
}

export async function loadScreen(load: ScreenLoader): Promise<ComponentType> {
  const Screen = loaded.get(load) ?? (await loadWithQueries(load))
  loaded.set(load, Screen)
  return Screen
}

/**
 * Loads the screen that the address names and reads its list beside the profile, which saves a link one round trip.
 * Nobody may know yet whether the person may open the screen; a refusal then concerns nobody.
 *
 * @param token with which the session has asked for the profile
 */
export async function prefetchScreen(app: AppContext, token: string | null): Promise<void> {
  const rightOf = () => app.session.profile?.right
  const { route } = matchRoute(app.router.path(), rightOf() ?? 'admin', app.config)
  if (hasTiles(route)) return
  const mayShow = () => !matchRoute(route, rightOf() ?? 'none', app.config).forbidden
  const ahead = { ...app, call: callWhileIdentifying({ ...app, token, isKnown, mayShow }) }
  const load = screenLoaders[route]
  try {
    const [{ clientOf }, screen] = await Promise.all([import('./query-provider.tsx'), load(), loadScreen(load)])
    await screen.readAhead?.(ahead, clientOf(app.signal))
  } catch {
    // The screen loads its code again when it is shown.
  }
}

/** A login knows the token before the person. */
const isKnown = ({ state, profile }: SessionSnapshot) => profile !== null || (state !== 'starting' && state !== 'in')
