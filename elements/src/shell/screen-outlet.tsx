import type { Route } from '@customer-center/contract/routes'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { LoadFailed } from '../parts/load-failed.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { type LoadScreen, screens } from '../routing/routes.ts'
import { useText } from '../texts/texts.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { FocusOnNavigate } from './focus-on-navigate.tsx'
import { loadedScreen, loadScreen } from './load-screen.tsx'

function screenFor(load: LoadScreen): ComponentType {
  return loadedScreen(load) ?? lazy(async () => ({ default: await loadScreen(load) }))
}

/** A route's screen, whose code may still be loading or fail to load. */
export function ScreenOutlet({ route }: { route: Route }) {
  const text = useText()
  const [attempt, setAttempt] = useState(0)
  const load = screens[route]
  const [Screen, setScreen] = useState(() => load && screenFor(load))
  const retry = () => {
    // A lazy component remembers its failure, so a new attempt needs a new component.
    setScreen(() => load && screenFor(load))
    setAttempt((count) => count + 1)
  }
  const failed = <LoadFailed message={text('screen.failed')} onRetry={retry} />
  return (
    <ErrorBoundary key={attempt} fallback={failed}>
      <Suspense fallback={<Skeleton />}>
        {Screen && <Screen />}
        <FocusOnNavigate />
      </Suspense>
    </ErrorBoundary>
  )
}
