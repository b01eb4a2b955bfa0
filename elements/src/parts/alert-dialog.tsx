import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from 'react'
import type { AlertQueue, Alerts } from './alert-queue.ts'

// Nothing on the first screen needs it; it is fetched right after, so that it is there when the network is not.
const load = () => import('./alert-message.tsx')

const AlertContext = createContext<AlertQueue | null>(null)

/** Shows the queue's messages over its children, one at a time, and hands the queue to {@link useAlert}. */
export function AlertProvider({ queue, children }: { queue: AlertQueue; children: ReactNode }) {
  const current = useSyncExternalStore(queue.subscribe, queue.current, queue.current)
  const [loaded, setLoaded] = useState<Awaited<ReturnType<typeof load>> | null>(null)
  const waiting = current !== undefined
  useEffect(() => {
    const fetch = () => load().then(setLoaded, () => sayPlainly(queue))
    const soon = setTimeout(() => void fetch(), waiting ? 0 : 1000)
    return () => clearTimeout(soon)
  }, [waiting, queue])
  return (
    <AlertContext value={queue}>
      {children}
      {loaded && current && <loaded.default key={current.id} alert={current} />}
    </AlertContext>
  )
}

/** The browser's own dialogs, where the code of ours cannot be had: nobody misses what they say, and none holds the screen for ever. */
function sayPlainly(queue: AlertQueue): void {
  for (let one = queue.current(); one; one = queue.current()) {
    if (one.kind !== 'confirm') window.alert(one.message)
    one.settle(one.kind === 'confirm' && window.confirm(one.message) ? 0 : null)
  }
}

/** `alert(message, link?)` and `confirm(message)`, both modal inside the element; must be below an {@link AlertProvider}. */
export function useAlert(): Alerts {
  const queue = use(AlertContext)
  if (!queue) throw new Error('useAlert needs an AlertProvider above it')
  return queue
}
