import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from 'react'
import { waitForIdle } from '../../lib/idle.ts'
import type { AlertQueue, Alerts } from './alert-queue.ts'

// The first screen does not need the code. It is loaded soon after, so that it is there when the network is not.
const loadMessage = () => import('./alert-message.tsx')

const AlertContext = createContext<AlertQueue | null>(null)

/** Shows the queue's messages over its children, one at a time, and provides {@link useAlert}. */
export function AlertProvider({ queue, children }: { queue: AlertQueue; children: ReactNode }) {
  const current = useSyncExternalStore(queue.subscribe, queue.current, queue.current)
  const [loaded, setLoaded] = useState<Awaited<ReturnType<typeof loadMessage>> | null>(null)
  const waiting = current !== undefined
  useEffect(() => {
    const load = () => loadMessage().then(setLoaded, () => showNativeDialogs(queue))
    const timer = setTimeout(() => void (waiting ? load() : waitForIdle().then(load)), waiting ? 0 : 1000)
    return () => clearTimeout(timer)
  }, [waiting, queue])
  return (
    <AlertContext value={queue}>
      {children}
      {loaded && current && <loaded.default key={current.id} alert={current} />}
    </AlertContext>
  )
}

/**
 * Shows the browser's dialogs if the code of ours cannot be loaded: no message is lost, and none blocks the screen
 * forever.
 */
function showNativeDialogs(queue: AlertQueue): void {
  for (let alert = queue.current(); alert; alert = queue.current()) {
    if (alert.kind !== 'confirm') window.alert(alert.message)
    alert.settle(alert.kind === 'confirm' && window.confirm(alert.message) ? 0 : null)
  }
}

/** Returns alerts, confirmations and choices, modal inside the element. Works only below an {@link AlertProvider}. */
export function useAlert(): Alerts {
  const queue = use(AlertContext)
  if (!queue) throw new Error('useAlert needs an AlertProvider above it')
  return queue
}
