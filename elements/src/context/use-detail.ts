import { useState, useSyncExternalStore } from 'react'
import { keepMessageForPath, useAppContext } from './app-context.ts'
import { detailName, withoutDetail, type Router } from './router.ts'

/**
 * Returns the detail in place of the screen's list. The address names it: the way back leads to the list, a link and a
 * reload lead to the detail.
 * @param name of the detail in the address
 */
export function useDetail(name = detailName) {
  const { router, saveStatus } = useAppContext()
  const detail = useSyncExternalStore(router.subscribe, router.detail)
  const [first, setFirst] = useState<string | null | undefined>(detail)
  if (first !== undefined && detail !== first) setFirst(undefined)
  function open(next: string) {
    if (next === detail) return
    const query = new URLSearchParams(router.query())
    query.set(name, next)
    router.enterDetail(query.toString())
  }
  const close: typeof router.leaveDetail = (options) => {
    if (options?.unguarded) keepMessageForPath(saveStatus, router.path())
    router.leaveDetail(options)
  }
  return {
    detail,
    /** Whether list and detail have replaced each other on the screen, which moves the focus. */
    moved: first === undefined,
    open,
    close
  }
}

/** Shows the list in the current entry, in place of a detail that does not exist. */
export const clearDetail = (router: Router): void => router.replaceQuery(withoutDetail(router.query()))
