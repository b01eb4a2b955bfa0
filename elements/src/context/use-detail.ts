import { useEffect, useState, useSyncExternalStore } from 'react'
import { leadStatus, useAppContext } from './app-context.ts'

/**
 * Returns a detail in place of the list, which the browser's way back leads to. After a reload it is the list that is
 * shown.
 */
export function useDetail<Item>() {
  const { router, saveStatus } = useAppContext()
  const shown = useSyncExternalStore(router.subscribe, router.showsDetail)
  // The item stays when the detail is left, because the way forward leads to it again.
  const [item, setItem] = useState<Item | null>(null)
  useEffect(() => {
    if (shown && item === null) router.leaveLostDetail()
  }, [shown, item, router])
  const open = (next: Item) => {
    setItem(next)
    router.enterDetail()
  }
  const close: typeof router.leaveDetail = (options) => {
    if (options?.unguarded) leadStatus(saveStatus, router.path())
    router.leaveDetail(options)
  }
  // There is no item while the list is shown.
  return { item: shown ? item : null, open, close }
}
