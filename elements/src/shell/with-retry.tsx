import { type ComponentType, Suspense, useCallback, useState } from 'react'
import { lazyAgain } from '../parts/lazy-again.ts'
import { Skeleton } from '../parts/skeleton.tsx'
import { CodeFailed } from './code-failed.tsx'
import { ErrorBoundary } from './error-boundary.tsx'

/** A component whose code is loaded when it is first shown. If that fails, it says so and is tried again, and all around it stays. */
export function withRetry<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>
): ComponentType<Props> {
  const next = lazyAgain(load)
  return function Retried(props) {
    const [{ attempt, Code }, setCode] = useState(() => ({ attempt: 0, Code: next() }))
    const retry = useCallback(() => setCode((before) => ({ attempt: before.attempt + 1, Code: next() })), [])
    return (
      <ErrorBoundary key={attempt} fallback={<CodeFailed onRetry={retry} />}>
        <Suspense fallback={<Skeleton />}>
          <Code {...props} />
        </Suspense>
      </ErrorBoundary>
    )
  }
}
