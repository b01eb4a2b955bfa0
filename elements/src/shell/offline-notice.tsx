import { useSyncExternalStore } from 'react'
import { Notice } from '../parts/notice.tsx'
import { useText } from '../texts/texts.ts'

/** Shown while there is no network; waiting work continues by itself. */
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
