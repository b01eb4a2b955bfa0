import { detailIn, withoutDetail, type EntryMemory, type Router, type ScreenLink } from '../context/router.ts'
import {
  addressOf,
  comesFromList,
  currentIndex,
  currentQuery,
  followedLink,
  hostState,
  numberEntry,
  pathWith,
  pushDetail
} from './history-entry.ts'

/** Asks before a screen with unsaved input is left. */
interface ScreenGuards {
  readonly hasOnScreen: (router: object) => boolean
  readonly mayLeaveScreen: (router: object) => Promise<boolean>
}

let guards: ScreenGuards | undefined

/** Takes the guards. The first paint does without them: no form is open before. */
export const guardScreens = (all: ScreenGuards): void => void (guards = all)

/**
 * Keeps the screen in the page's hash, for all elements with the same prefix. Hashes that begin with `#/` and the
 * prefix are ours, all others belong to the host. The browser moves first, whatever caused the move (a menu, a host's
 * link, a typed URL, back, forward). If a guard has to be asked, the router goes back, asks, and goes forward again.
 */
class HashRouter implements Router {
  /** The beginning of our hashes: `#/`, or `#/konto/` with a prefix. */
  readonly #base: string
  #path = ''
  #query = ''
  #href = ''
  #index = 0
  /** The state that the host's router keeps in the current entry. */
  #hostState = {}
  #leavingDetail = false
  /** Resolves the step back to the screen, before a guard is asked; null when no question is open. */
  #asking: (() => void) | null = null
  #skipGuards = false
  /** The memory of lists for each entry, by its number. */
  readonly #memories = new Map<number, EntryMemory>()
  #writing: ReturnType<typeof setTimeout> | undefined
  readonly #listeners = new Set<() => void>()

  constructor(prefix: string) {
    // Encoded as the browser shows it in `location.hash`.
    this.#base = prefix === '' ? '#/' : new URL(`#/${prefix}/`, 'http://localhost').hash
  }

  readonly path = (): string => (this.#listeners.size > 0 ? this.#path : (this.#currentPath() ?? ''))

  readonly query = (): string => (this.#listeners.size > 0 ? this.#query : this.#currentQuery())

  readonly detail = (): string | null => detailIn(this.query())

  /**
   * Writes the query into the address at once, and then at most four times a second: Safari allows a hundred changes in
   * half a minute.
   */
  readonly replaceQuery = (query: string): void => {
    this.#query = query
    if (this.#writing === undefined) {
      this.#writeQuery()
      this.#writing = setTimeout(() => {
        this.#writing = undefined
        this.#writeQuery()
      }, 250)
    }
    this.#notify()
  }

  readonly memory = (): EntryMemory => {
    const index = this.#listeners.size > 0 ? this.#index : (currentIndex() ?? 0)
    const memory = this.#memories.get(index) ?? new Map<string, unknown>()
    this.#memories.set(index, memory)
    return memory
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) this.#attach()
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.#detach()
    }
  }

  readonly linkTo = (path: string): ScreenLink => ({ href: addressOf(this.#base + path), path })

  readonly onClick = (event: MouseEvent): void => {
    const path = followedLink(event)?.dataset['path']
    if (path === undefined) return
    event.preventDefault()
    // From a detail, the menu leads back to the detail's list as it was.
    if (this.detail() !== null && path === this.#path) this.leaveDetail()
    else this.navigate(path)
  }

  /** Replaces the path. A host's own `#anchor` stays, and with a prefix so does every hash outside of it. */
  readonly replace = (path: string, requested = this.#path): void => {
    // Somebody may have moved on since the requested path was drawn.
    if (requested !== this.#path) return
    const isOurs = this.#currentPath() !== null || (location.hash === '' && this.#base === '#/')
    if (path === this.#path || this.#asking || !isOurs) return
    // A language before the path is no reason to lose a list's state.
    this.#replaceHash(path, path.endsWith(this.#path) ? this.#query : '')
    if (this.#accept(this.#index)) this.#notify()
  }

  readonly navigate = (path: string, { unguarded = false } = {}): void => {
    this.#writeQuery()
    if (this.#base + path === location.hash) return
    this.#skipGuards = unguarded
    location.hash = this.#base + path
  }

  /** Adds an entry for a detail, so that the back button leads to its list. */
  readonly enterDetail = (query: string): void => {
    this.#writeQuery()
    const index = this.#index + 1
    pushDetail(index, this.#addressOf(this.#path, query))
    this.#memories.delete(index)
    for (const router of hashRouters.values()) if (router !== this) router.#accept(index)
    if (this.#accept(index)) this.#notify()
  }

  readonly leaveDetail = ({ unguarded = false } = {}): void => {
    if (this.detail() === null || this.#leavingDetail) return
    this.#skipGuards = unguarded
    this.#leavingDetail = true
    if (comesFromList()) history.back()
    // A link has led here: there is no list to go back to.
    else location.href = this.#addressOf(this.#path, withoutDetail(this.#query))
  }

  /** Returns the path behind the prefix in the address; null when the hash is the host's. */
  #currentPath(): string | null {
    const [path = ''] = location.hash.split('?', 1)
    const hash = `${path.replace(/([^/]|^)\/+$/, '$1')}/`
    return hash.startsWith(this.#base) ? hash.slice(this.#base.length, -1) : null
  }

  readonly #writeQuery = (): void => {
    if (this.#currentPath() !== this.#path || this.#currentQuery() === this.#query) return
    this.#replaceHash(this.#path, this.#query)
    this.#href = location.href
  }

  #replaceHash(path: string, query: string): void {
    history.replaceState(history.state, '', this.#addressOf(path, query))
  }

  #addressOf(path: string, query: string): string {
    return addressOf(this.#base + pathWith(path, query))
  }

  #currentQuery(): string {
    return this.#currentPath() === null ? '' : currentQuery()
  }

  #attach(): void {
    this.#index = currentIndex() ?? 0
    this.#leavingDetail = false
    numberEntry(this.#index)
    this.#hostState = hostState()
    this.#path = this.#currentPath() ?? ''
    this.#query = this.#currentQuery()
    this.#href = location.href
    addEventListener('popstate', this.#onPopState)
  }

  #detach(): void {
    removeEventListener('popstate', this.#onPopState)
    this.#memories.clear()
    clearTimeout(this.#writing)
    this.#writing = undefined
    // The question's guard is gone. While a question is open, no later element would ever show another screen.
    this.#asking = null
  }

  readonly #onPopState = (): void => {
    const isKnownEntry = currentIndex() !== undefined
    const index = this.#indexOfEntry()
    this.#leavingDetail = false
    // A person who navigates while the question is open is brought back to the screen.
    if (this.#asking) return index === this.#index ? this.#asking() : history.go(this.#index - index)
    const path = this.#currentPath()
    const leaves = path !== null && (path !== this.#path || detailIn(currentQuery()) !== this.detail())
    if (leaves && guards?.hasOnScreen(this) && !this.#skipGuards) void this.#ask(index, guards)
    // The browser scrolls, after the event for a known entry and in the same task, to where that entry was left:
    // content that is drawn and scrolled into view before would be out of sight again.
    else if (this.#accept(index)) {
      if (isKnownEntry) setTimeout(this.#notify)
      else this.#notify()
    }
  }

  /**
   * Returns the current entry's number. A new entry comes after the last, unless its address was only requested again.
   */
  #indexOfEntry(): number {
    const known = currentIndex()
    if (known !== undefined) return known
    const isSame = location.href === this.#href
    const index = isSame ? this.#index : this.#index + 1
    if (!isSame) this.#memories.delete(index)
    numberEntry(index, this.#hostState)
    return index
  }

  async #ask(target: number, { mayLeaveScreen }: ScreenGuards): Promise<void> {
    const delta = target - this.#index
    await new Promise<void>((resolve) => {
      this.#asking = resolve
      history.go(-delta)
    })
    const mayLeave = await mayLeaveScreen(this)
    this.#asking = null
    if (!mayLeave) return
    this.#skipGuards = true
    history.go(delta)
  }

  /** Takes over the current entry; returns whether that changes the screen. */
  #accept(index: number): boolean {
    this.#skipGuards = false
    const isOther = index !== this.#index
    this.#index = index
    this.#href = location.href
    this.#hostState = hostState()
    const path = this.#currentPath()
    if (path === null) return false
    const query = currentQuery()
    if (path === this.#path && query === this.#query && !isOther) return false
    this.#query = query
    this.#path = path
    return true
  }

  readonly #notify = (): void => {
    for (const listener of this.#listeners) listener()
  }
}

/** Routers by prefix: elements with the same prefix show the same screen. */
const hashRouters = new Map<string, HashRouter>()

/**
 * Returns the router of an element whose hashes begin with the prefix, as a host may write it: `konto`, `/konto/` or
 * `#/konto`.
 */
export function hashRouterFor(prefix: string | null): Router {
  const name = (prefix ?? '').replace(/^#?\/*/, '').replace(/([^/]|^)\/+$/, '$1')
  const router = hashRouters.get(name) ?? new HashRouter(name)
  hashRouters.set(name, router)
  return router
}
