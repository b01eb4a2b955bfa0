import { addressOf, followedLink } from './history-entry.ts'
import { guards } from './navigation-guards.ts'
import type { Router } from '../context/router.ts'

/**
 * Keeps the screen of one element in memory, for a page whose address and history are the host's alone: no reload, link or way back
 * of the browser leads to a screen.
 */
export function createMemoryRouter(): Router {
  let path = ''
  let detail = false
  let asking = false
  const listeners = new Set<() => void>()
  const show = (nextPath: string, nextDetail: boolean) => {
    if (path === nextPath && detail === nextDetail) return
    path = nextPath
    detail = nextDetail
    for (const listener of listeners) listener()
  }
  const leave = async (unguarded: boolean, nextPath: string) => {
    if (asking) return
    asking = true
    const mayLeave = unguarded || (await guards.mayLeaveScreen(router))
    asking = false
    if (mayLeave) show(nextPath, false)
  }
  const router: Router = {
    path: () => path,
    showsDetail: () => detail,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    linkTo: (target) => ({ href: addressOf('#'), path: target }),
    onClick(event) {
      const target = followedLink(event)?.dataset['path']
      if (target === undefined) return
      event.preventDefault()
      router.navigate(target)
    },
    replace(next, requested = path) {
      if (requested === path) show(next, detail)
    },
    navigate(next, { unguarded = false } = {}) {
      if (next !== path || detail) void leave(unguarded, next)
    },
    enterDetail: () => show(path, true),
    leaveDetail: ({ unguarded = false } = {}) => void leave(unguarded, path),
    leaveLostDetail: () => show(path, false)
  }
  return router
}
