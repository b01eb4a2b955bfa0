import { useSyncExternalStore } from 'react'
import { useAppContext } from './app-context.ts'
import type { SaveStatus } from './save-status.ts'

/** The status of the last save; null when it is no longer shown. */
export function useSaveStatus(): SaveStatus | null {
  const { subscribe, get } = useAppContext().saveStatus
  return useSyncExternalStore(subscribe, get, get)
}
