import { Component, type ComponentType, type ReactNode, Suspense, useCallback, useState } from 'react'
import { lazyAgain } from '../parts/lazy-module.ts'
import { Skeleton } from '../parts/skeleton.tsx'
import { CodeFailed } from './code-failed.tsx'

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

interface ErrorBoundaryProps {
  fallback: ReactNode
  children: ReactNode
}

/** Limits a screen's failure to that screen. React has no hook for it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
