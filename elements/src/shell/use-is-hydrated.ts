import { useSyncExternalStore } from 'react'

const nothingToFollow = () => () => undefined

/** False while React takes over what was painted before it, and has to draw the same. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    nothingToFollow,
    () => true,
    () => false
  )
}
