import { type ComponentType, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import { WithListCount } from '../parts/lists/list-count.tsx'
import { ScreenSkeleton } from '../parts/skeleton.tsx'
import type { ScreenRoute } from '../routing/routes.ts'
import { useText } from '../texts/texts.ts'
import { CodeFailed, ErrorBoundary } from './code-failed.tsx'
import { loadedScreen, loadScreen } from './load-screen.tsx'
import { FocusOnNavigate } from './place/focus-on-navigate.tsx'
import type { LoadScreen } from './screen-chunks.ts'
import { screens } from './screens.ts'

/** Renders a screen once its code is loaded. It is not lazy: React shows what a Suspense waited for 300 ms later. */
function LoadedScreen({ load, loading }: { load: LoadScreen; loading: ReactNode }) {
  const [{ Screen, failure }, setLoaded] = useState<{ Screen?: ComponentType | undefined; failure?: Error }>(() => ({
    Screen: loadedScreen(load)
  }))
  useEffect(() => {
    // Not `loadedScreen`: who reads ahead may have loaded it since this was rendered without it.
    if (Screen) return undefined
    let mounted = true
    loadScreen(load)
      .then((loaded) => mounted && setLoaded({ Screen: loaded }))
      .catch((error: Error) => mounted && setLoaded({ failure: error }))
    return () => void (mounted = false)
  }, [load, Screen])
  if (failure) throw failure
  return Screen ? (
    <WithListCount>
      <Screen />
      <FocusOnNavigate />
    </WithListCount>
  ) : (
    loading
  )
}

/** Renders a route's screen, whose code may still be loading or fail to load. */
export function ScreenOutlet({ route }: { route: ScreenRoute }) {
  const text = useText()
  const [attempt, setAttempt] = useState(0)
  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  const heading = <h1 part="heading">{text(`menu.${route}`)}</h1>
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
        <LoadedScreen load={screens[route]} loading={loading} />
      </Suspense>
    </ErrorBoundary>
  )
}
