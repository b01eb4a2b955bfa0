import {
  useSyncExternalStore,
  Component,
  type ComponentType,
  type ReactNode,
  Suspense,
  useCallback,
  useState,
  useEffect
} from 'react'
import { useAppContext } from '../context/app-context.ts'
import { Button } from '../parts/button.tsx'
import { lazyWithRetry } from '../parts/lazy-module.ts'
import { LoadFailed } from '../parts/load-failed.tsx'
import { Notice } from '../parts/notice.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { useText } from '../texts/texts.ts'

/**
 * Renders a message in place of code that could not be loaded or run. Without a network it tries again when the network
 * is back; if a deployment has removed the code of this build, only a reload of the page helps.
 */
export function CodeFailed({ onRetry }: { onRetry: () => void }) {
  const text = useText()
  const { hasUnsavedInput } = useAppContext()
  const [replaced, setReplaced] = useState(false)
  useEffect(() => {
    let mounted = true
    void isReplaced().then((found) => mounted && setReplaced(found))
    return () => void (mounted = false)
  }, [])
  useEffect(() => {
    addEventListener('online', onRetry)
    return () => removeEventListener('online', onRetry)
  }, [onRetry])
  if (!replaced) return <LoadFailed message={text('screen.failed')} onRetry={onRetry} />
  return (
    <Notice tone="warning" action={<Button onClick={() => location.reload()}>{text('action.reload')}</Button>}>
      <p>{text('screen.newVersion')}</p>
      {hasUnsavedInput() && <p>{text('screen.inputLost')}</p>}
    </Notice>
  )
}

/**
 * Tells whether the server now has another build than the one of this code: `integrity.json` lists the scripts of one
 * build.
 */
async function isReplaced(): Promise<boolean> {
  const own = new URL(import.meta.url)
  try {
    const response = await fetch(new URL('../integrity.json', own), { cache: 'no-store' })
    const scripts: unknown = response.ok ? await response.json() : null
    return (
      typeof scripts === 'object' &&
      scripts !== null &&
      !Object.hasOwn(scripts, own.pathname.split('/').slice(-2).join('/'))
    )
  } catch {
    return false
  }
}

/**
 * Creates a component whose code is loaded when it is first shown. If that fails, the component says so and can be
 * tried again, and everything around it stays.
 */
export function withRetry<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>
): ComponentType<Props> {
  const next = lazyWithRetry(load)
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

/** Renders a message while there is no network; waiting work continues without further action. */
export function OfflineNotice() {
  const text = useText()
  const online = useSyncExternalStore(
    subscribeToNetwork,
    () => navigator.onLine,
    () => true
  )
  return online ? null : <Notice tone="warning">{text('state.offline')}</Notice>
}

function subscribeToNetwork(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
