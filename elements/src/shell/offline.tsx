import { useSyncExternalStore } from 'react'
import { Notice } from '../parts/notice.tsx'
import { useText } from '../texts/texts.ts'

/** Says that there is no network for as long as there is none; what waits goes on by itself. */
export function Offline() {
  const text = useText()
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true
  )
  return online ? null : <Notice tone="warning">{text('state.offline')}</Notice>
}

function subscribe(changed: () => void): () => void {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}
