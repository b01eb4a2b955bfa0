import type { EntryMemory, Router } from '../context/router.ts'
import { Store } from '../lib/store.ts'
import { addressOf, followedLink } from './history-entry.ts'
import { guards } from './navigation-guards.ts'

/**
 * Keeps the screen of one element in memory, for a page whose address and history are the host's alone: no reload, link or way back
 * of the browser leads to a screen.
 */
export function createMemoryRouter(): Router {
  const shown = new Store({ path: '', detail: false, query: '' })
  let asking = false
  let [ofList, ofDetail]: [EntryMemory, EntryMemory] = [new Map(), new Map()]
  const show = (target: string, detail: boolean) => {
    const [path = '', query = ''] = target.split('?', 2)
    const before = shown.get()
    if (path === before.path && detail === before.detail) return
    if (detail) ofDetail = new Map()
    if (path !== before.path) ofList = new Map()
    shown.set({ path, detail, query: path === before.path ? before.query : query })
  }
  const leave = async (unguarded: boolean, nextPath: string) => {
    if (asking) return
    asking = true
    const mayLeave = unguarded || (await guards.mayLeaveScreen(router))
    asking = false
    if (mayLeave) show(nextPath, false)
  }
  const router: Router = {
    path: () => shown.get().path,
    showsDetail: () => shown.get().detail,
    query: () => shown.get().query,
    replaceQuery: (query) => shown.set({ ...shown.get(), query }),
    memory: () => (shown.get().detail ? ofDetail : ofList),
    subscribe: shown.subscribe,
    linkTo: (target) => ({ href: addressOf('#'), path: target }),
    onClick(event) {
      const target = followedLink(event)?.dataset['path']
      if (target === undefined) return
      event.preventDefault()
      router.navigate(target)
    },
    replace(next, requested = router.path()) {
      if (requested === router.path()) show(next, router.showsDetail())
    },
    navigate(next, { unguarded = false } = {}) {
      if (next !== router.path() || router.showsDetail()) void leave(unguarded, next)
    },
    enterDetail: () => show(router.path(), true),
    leaveDetail: ({ unguarded = false } = {}) => void leave(unguarded, router.path()),
    leaveLostDetail: () => show(router.path(), false)
  }
  return router
}
