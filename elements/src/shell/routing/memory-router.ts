import { detailIn, withoutDetail, type EntryMemory, type Router } from '../../context/router.ts'
import { Store } from '../../lib/store.ts'
import { addressOf, followedLink, pathWith } from './history-entry.ts'
import { pageGuards } from './navigation-guards.ts'

/**
 * Creates a router that keeps the screen of one element in memory, for a page whose address and history are the host's
 * alone: no reload, link or way back of the browser leads to a screen.
 */
export function createMemoryRouter(start: string): Router {
  const shown = new Store({ path: start, query: '' })
  let asking = false
  let [ofList, ofDetail]: [EntryMemory, EntryMemory] = [new Map(), new Map()]
  const show = (target: string) => {
    const [path = '', query = ''] = target.split('?', 2)
    if (path !== router.path()) ofList = new Map()
    if (detailIn(query) !== null) ofDetail = new Map()
    shown.set({ path, query })
  }
  const leave = async (unguarded: boolean, nextPath: string) => {
    if (asking) return
    asking = true
    const mayLeave = unguarded || (await pageGuards.mayLeaveScreen(router))
    asking = false
    if (mayLeave) show(nextPath)
  }
  const router: Router = {
    path: () => shown.get().path,
    query: () => shown.get().query,
    detail: () => detailIn(router.query()),
    replaceQuery: (query) => shown.set({ ...shown.get(), query }),
    memory: () => (router.detail() === null ? ofList : ofDetail),
    subscribe: shown.subscribe,
    linkTo: (target) => ({ href: addressOf('#'), path: target }),
    onClick(event) {
      const target = followedLink(event)
      if (target !== undefined) router.navigate(target)
    },
    replace(next, requested = router.path()) {
      const { path, query } = shown.get()
      // A language before the path is no reason to lose a list's state.
      if (requested === path && next !== path) show(next.endsWith(path) ? pathWith(next, query) : next)
    },
    navigate(next, { unguarded = false } = {}) {
      if (next !== router.path()) void leave(unguarded, next)
      else router.leaveDetail({ unguarded })
    },
    enterDetail: (query) => show(pathWith(router.path(), query)),
    leaveDetail({ unguarded = false } = {}) {
      if (router.detail() !== null) void leave(unguarded, pathWith(router.path(), withoutDetail(router.query())))
    }
  }
  return router
}
