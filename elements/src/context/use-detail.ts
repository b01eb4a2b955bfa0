import { useEffect, useState, useSyncExternalStore } from 'react'
import { type Detail, useAppContext } from './app-context.ts'

export interface OpenDetail<Item> {
  /** What is shown in detail; null while the list is. */
  readonly item: Item | null
  readonly open: (item: Item) => void
  readonly close: Detail['leave']
}

/** A detail in place of the list, which the browser's way back leads to. After a reload it is the list that is shown. */
export function useDetail<Item>(): OpenDetail<Item> {
  const { detail } = useAppContext()
  const shown = useSyncExternalStore(detail.subscribe, detail.shown)
  // Kept when it is left, because the way forward leads to it again.
  const [item, setItem] = useState<Item | null>(null)
  useEffect(() => {
    if (shown && item === null) detail.leaveLost()
  }, [shown, item, detail])
  const open = (next: Item) => {
    setItem(next)
    detail.enter()
  }
  return { item: shown ? item : null, open, close: detail.leave }
}
