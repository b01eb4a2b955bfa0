import {
  currentIndex,
  currentPath,
  isDetailEntry,
  linksToCurrentAddress,
  numberEntry,
  pushDetail
} from './history-entry.ts'
import { NavigationGuards } from './navigation-guards.ts'

/**
 * The page's hash, for all elements on it: hashes that begin with `#/` are ours, all others belong to the host. The browser
 * moves first, whoever caused it (a menu, a host's link, a typed URL, back, forward). If a guard has to be asked, the router
 * goes back, asks, and goes forward again.
 */
class Router {
  #path = ''
  #href = ''
  #index = 0
  #detail = false
  #leavingDetail = false
  #asking = false
  #skipGuards = false
  #returned: () => void = () => undefined
  /** Entries whose detail is on the page, or was when its list was left by a step back. */
  readonly #details = new Set<number>()
  readonly guards = new NavigationGuards()
  readonly #listeners = new Set<() => void>()

  /** What follows `#/`. */
  readonly path = (): string => (this.#listeners.size > 0 ? this.#path : (currentPath() ?? ''))

  /** Whether a detail is shown in place of the screen's list. */
  readonly showsDetail = (): boolean => this.#detail

  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) this.#attach()
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.#detach()
    }
  }

  /** Replaces the requested path by the one that is shown for it. A host's own `#anchor` stays. */
  readonly replace = (path: string, requested = this.#path): void => {
    // Somebody may have gone on since the requested path was drawn.
    if (requested !== this.#path) return
    if (path === this.#path || this.#asking || (location.hash !== '' && currentPath() === null)) return
    history.replaceState(history.state, '', `#/${path}`)
    if (this.#accept(this.#index)) this.#notify()
  }

  readonly navigate = (path: string, { unguarded = false } = {}): void => {
    if (`#/${path}` === location.hash) return
    this.#skipGuards = unguarded
    location.hash = `#/${path}`
  }

  /** Adds an entry of the same path for a detail, so that the back button leads to its list. */
  readonly enterDetail = (): void => {
    if (this.#detail) return
    const index = this.#index + 1
    pushDetail(index)
    this.#details.add(index)
    if (this.#accept(index)) this.#notify()
  }

  readonly leaveDetail = ({ unguarded = false } = {}): void => {
    if (!this.#detail || this.#leavingDetail) return
    this.#skipGuards = unguarded
    this.#leavingDetail = true
    history.back()
  }

  /** Leaves an entry whose detail went with its screen, as by a reload: with the list in it, it would be a step that nobody sees. */
  readonly leaveLostDetail = (): void => {
    if (!this.#details.has(this.#index)) this.leaveDetail({ unguarded: true })
  }

  #attach(): void {
    this.#index = currentIndex() ?? 0
    this.#detail = isDetailEntry()
    this.#details.clear()
    this.#leavingDetail = false
    numberEntry(this.#index)
    this.#path = currentPath() ?? ''
    this.#href = location.href
    addEventListener('popstate', this.#onPopState)
    addEventListener('click', this.#onClick)
  }

  #detach(): void {
    removeEventListener('popstate', this.#onPopState)
    removeEventListener('click', this.#onClick)
  }

  /** A detail has its list's address: a link to it, like the menu's, would lead nowhere. */
  readonly #onClick = (event: MouseEvent): void => {
    if (!this.#detail || !linksToCurrentAddress(event)) return
    event.preventDefault()
    this.leaveDetail()
  }

  readonly #onPopState = (): void => {
    const isKnownEntry = currentIndex() !== undefined
    const index = this.#indexOfEntry()
    this.#leavingDetail = false
    // Whoever navigates while the question is open is brought back to it.
    if (this.#asking) return index === this.#index ? this.#returned() : history.go(this.#index - index)
    const path = currentPath()
    const leaves = path !== null && (path !== this.#path || isDetailEntry() !== this.#detail)
    if (leaves && this.guards.hasOnScreen && !this.#skipGuards) void this.#ask(index)
    // After the event for a known entry, and in the same task, the browser scrolls to where that entry was left: what is
    // drawn and scrolled into view before would be out of sight again.
    else if (this.#accept(index)) {
      if (isKnownEntry) setTimeout(this.#notify)
      else this.#notify()
    }
  }

  /** The current entry's number. A new entry comes after the last, unless its address was only requested again. */
  #indexOfEntry(): number {
    const known = currentIndex()
    if (known !== undefined) return known
    const index = location.href === this.#href ? this.#index : this.#index + 1
    numberEntry(index)
    return index
  }

  async #ask(target: number): Promise<void> {
    const delta = target - this.#index
    this.#asking = true
    await new Promise<void>((resolve) => {
      this.#returned = resolve
      history.go(-delta)
    })
    const mayLeave = await this.guards.mayLeaveScreen()
    this.#asking = false
    if (!mayLeave) return
    this.#skipGuards = true
    history.go(delta)
  }

  /** Takes over the current entry; returns whether that changes what is shown. */
  #accept(index: number): boolean {
    this.#skipGuards = false
    this.#index = index
    this.#href = location.href
    const path = currentPath()
    const detail = isDetailEntry()
    if (path === null || (path === this.#path && detail === this.#detail)) return false
    if (path !== this.#path) this.#details.clear()
    this.#path = path
    this.#detail = detail
    return true
  }

  readonly #notify = (): void => {
    for (const listener of this.#listeners) listener()
  }
}

export const router = new Router()
