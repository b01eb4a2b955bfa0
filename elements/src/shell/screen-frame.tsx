import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import type { Place } from '../client/center.ts'
import { LoadFailed } from '../parts/load-failed.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { useText } from '../texts/texts.ts'
import { Arrival } from './arrival.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { type LoadScreen, screens } from './routes.ts'

/** A screen and what it reads from, fetched side by side. */
function lazyScreen(load: LoadScreen): ComponentType {
  return lazy(async () => {
    const [{ Queries }, { default: Screen }] = await Promise.all([import('../client/queries.tsx'), load()])
    const Reading = () => (
      <Queries>
        <Screen />
      </Queries>
    )
    return { default: Reading }
  })
}

/** A screen with its code, which may be on its way or fail to arrive; `children` are there at once. */
export function ScreenFrame({ place, children }: { place: Place; children: ReactNode }) {
  const text = useText()
  const [attempt, setAttempt] = useState(0)
  const load = place === 'overview' ? undefined : screens[place]
  const [Screen, setScreen] = useState(() => load && lazyScreen(load))
  const retry = () => {
    // A lazy component remembers its failure, so that a new try needs a new one.
    setScreen(load && lazyScreen(load))
    setAttempt((count) => count + 1)
  }
  const failed = <LoadFailed message={text('screen.failed')} onRetry={retry} />
  return (
    <ErrorBoundary key={attempt} fallback={failed}>
      <Suspense fallback={<Skeleton />}>
        {Screen && <Screen />}
        {children}
        <Arrival />
      </Suspense>
    </ErrorBoundary>
  )
}
