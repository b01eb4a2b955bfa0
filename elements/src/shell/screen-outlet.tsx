import { type ComponentType, lazy, Suspense, useCallback, useState } from 'react'
import { ScreenSkeleton } from '../parts/skeleton.tsx'
import type { ScreenRoute } from '../routing/routes.ts'
import type { LoadScreen } from './screen-chunks.ts'
import { screens } from './screens.ts'
import { useText } from '../texts/texts.ts'
import { CodeFailed } from './code-failed.tsx'
import { ErrorBoundary } from './with-retry.tsx'
import { FocusOnNavigate } from './focus-on-navigate.tsx'
import { loadedScreen, loadScreen } from './load-screen.tsx'

function screenFor(load: LoadScreen): ComponentType {
  return loadedScreen(load) ?? lazy(async () => ({ default: await loadScreen(load) }))
}

/** Renders a route's screen, whose code may still be loading or fail to load. */
export function ScreenOutlet({ route }: { route: ScreenRoute }) {
  const text = useText()
  const [attempt, setAttempt] = useState(0)
  const load = screens[route]
  const [Screen, setScreen] = useState(() => screenFor(load))
  const retry = useCallback(() => {
    // A lazy component remembers its failure, so a new attempt needs a new component.
    setScreen(() => screenFor(load))
    setAttempt((count) => count + 1)
  }, [load])
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
        <Screen />
        <FocusOnNavigate />
      </Suspense>
    </ErrorBoundary>
  )
}
