import type { Route } from '@customer-center/contract/routes'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { LoadFailed } from '../parts/load-failed.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { useText } from '../texts/texts.ts'
import { Arrival } from './arrival.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { type LoadScreen, screens } from './routes.ts'
import { readyScreen, screenOf } from './screen-code.tsx'

/** What is here, or else what shows itself when it has come. */
function screenFrom(load: LoadScreen): ComponentType {
  return readyScreen(load) ?? lazy(async () => ({ default: await screenOf(load) }))
}

/** A screen with its code, which may be on its way or fail to arrive. */
export function ScreenFrame({ place }: { place: Route }) {
  const text = useText()
  const [attempt, setAttempt] = useState(0)
  const load = screens[place]
  const [Screen, setScreen] = useState(() => load && screenFrom(load))
  const retry = () => {
    // A lazy component remembers its failure, so that a new try needs a new one.
    setScreen(() => load && screenFrom(load))
    setAttempt((count) => count + 1)
  }
  const failed = <LoadFailed message={text('screen.failed')} onRetry={retry} />
  return (
    <ErrorBoundary key={attempt} fallback={failed}>
      <Suspense fallback={<Skeleton />}>
        {Screen && <Screen />}
        <Arrival />
      </Suspense>
    </ErrorBoundary>
  )
}
