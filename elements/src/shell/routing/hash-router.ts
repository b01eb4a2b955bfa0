import { detailIn, withoutDetail, type EntryMemory, type Router, type ScreenLink } from '../../context/router.ts'
import { HashAddress } from './hash-address.ts'
import {
  addressOf,
  comesFromList,
  currentIndex,
  EntryNumbers,
  followedLink,
  numberEntry,
  pushDetail
} from './history-entry.ts'
import { pageGuards } from './navigation-guards.ts'
import { followPage, isTaken, reportPageMoves, rewriteEntry, stepsOfReplaced } from './page-moves.ts'

/**
 * Keeps the screen in the page's hash, for all elements with the same prefix. The browser moves first, whatever caused
 * the move (a menu, a host's link or router, a typed URL, back, forward). If a guard has to be asked, the router goes
 * back, asks, and goes forward again.
 */
class HashRouter implements Router {
  readonly #address: HashAddress
  readonly #entries = new EntryNumbers()
  #path = ''
  #query = ''
  #leavingDetail = false
  /** Resolves the step back to the screen, before a guard is asked; null when no question is open. */
  #asking: (() => void) | null = null
  #steppingBack = false
  /** Whether a page that has replaced the entry was brought back to the open question. */
  #broughtBack = false
  #skipGuards = false
  #unfollowPage = () => {}
  readonly #memories = new Map<number, EntryMemory>()
  /** Addresses of entries with a screen, by the entry's number. */
  readonly #hrefs = new Map<number, string>()
  /** Addresses by which the page's routers know entries; none for that in which an element began. */
  readonly #known = new Map<number, string>()
  #writing: ReturnType<typeof setTimeout> | undefined
  readonly #listeners = new Set<() => void>()

  constructor(address: HashAddress) {
    this.#address = address
  }

  readonly path = (): string => (this.#listeners.size > 0 ? this.#path : (this.#address.path() ?? ''))

  readonly query = (): string => (this.#listeners.size > 0 ? this.#query : this.#address.query())

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
    const index = this.#listeners.size > 0 ? this.#entries.index : (currentIndex() ?? 0)
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

  readonly linkTo = (path: string): ScreenLink => this.#address.linkTo(path)

  readonly onClick = (event: MouseEvent): void => {
    const path = followedLink(event)
    if (path === undefined) return
    // From a detail, the menu leads back to the detail's list as it was.
    if (this.detail() !== null && path === this.#path) this.leaveDetail()
    else this.navigate(path)
  }

  readonly replace = (path: string, requested = this.#path): void => {
    // Somebody may have moved on since the requested path was drawn.
    if (requested !== this.#path || path === this.#path || this.#asking) return
    // A language before the path is no reason to lose a list's state.
    this.#address.replace(path, path.endsWith(this.#path) ? this.#query : '')
    if (this.#accept(this.#entries.index)) this.#notify()
  }

  readonly navigate = (path: string, { unguarded = false } = {}): void => {
    this.#writeQuery()
    if (this.#address.of(path) === location.href) return
    this.#skipGuards = unguarded
    this.#address.go(path)
  }

  /** Adds an entry for a detail, so that the back button leads to its list. */
  readonly enterDetail = (query: string): void => {
    this.#writeQuery()
    const index = this.#entries.index + 1
    pushDetail(index, this.#address.of(this.#path, query))
    this.#memories.delete(index)
    // A push that no router of the page hears of.
    const known = this.#known.get(this.#entries.index)
    if (known === undefined) this.#known.delete(index)
    else this.#known.set(index, known)
    for (const router of hashRouters.values()) if (router !== this) router.#accept(index)
    if (this.#accept(index)) this.#notify()
  }

  readonly leaveDetail = ({ unguarded = false } = {}): void => {
    if (this.detail() === null || this.#leavingDetail) return
    this.#skipGuards = unguarded
    this.#leavingDetail = true
    if (comesFromList()) history.back()
    // A link has led here: there is no list to go back to.
    else location.href = this.#address.of(this.#path, withoutDetail(this.#query))
  }

  readonly #writeQuery = (): void => {
    if (this.#address.path() !== this.#path || this.#address.query() === this.#query) return
    this.#address.replace(this.#path, this.#query)
    this.#take(this.#entries.index)
  }

  #attach(): void {
    this.#leavingDetail = false
    reportPageMoves()
    this.#entries.restart()
    this.#take(this.#entries.index)
    this.#path = this.#address.path() ?? ''
    this.#query = this.#address.query()
    addEventListener('popstate', this.#onPopState)
    this.#unfollowPage = followPage(this.#onPageMove)
  }

  #detach(): void {
    removeEventListener('popstate', this.#onPopState)
    this.#unfollowPage()
    this.#memories.clear()
    this.#hrefs.clear()
    this.#known.clear()
    clearTimeout(this.#writing)
    this.#writing = undefined
    // The question's guard is gone. While a question is open, no later element would ever show another screen.
    this.#asking = null
    this.#steppingBack = false
    this.#broughtBack = false
  }

  readonly #onPopState = (): void => {
    const isKnownEntry = currentIndex() !== undefined
    const index = this.#entries.current()
    if (!isKnownEntry && index !== this.#entries.index) this.#memories.delete(index)
    if (isKnownEntry && this.#isCut(index)) history.replaceState(history.state, '', this.#hrefs.get(index))
    else this.#known.set(index, location.href)
    // A person who navigates while the question is open is brought back to the screen.
    if (!this.#asking) this.#arrive(index, isKnownEntry)
    else if (index === this.#entries.index) this.#asking()
    else history.go(this.#entries.index - index)
  }

  readonly #onPageMove = (pushed: number): void => {
    if (this.#steppingBack || isTaken(this.#entries)) return
    if (this.#asking) return pushed > 0 ? history.go(-pushed) : this.#bringBack()
    const index = this.#entries.index + pushed
    // The page may have copied the state of the entry before, with its number.
    numberEntry(index)
    this.#memories.delete(index)
    this.#known.set(index, location.href)
    this.#arrive(index, false)
  }

  /**
   * Tells whether the entry's address has lost the end that the element has written: a router of the page does not hear
   * of that, and Vue Router writes the address that it knows into the entry that it leaves. Any other address is one that
   * the page has chosen. Where an element began, the routers know it with its screen or without.
   */
  #isCut(index: number): boolean {
    const { href } = location
    const before = this.#hrefs.get(index) ?? ''
    if (before === href || !before.startsWith(addressOf('#'))) return false
    const known = this.#known.get(index)
    if (known !== undefined) return href === known
    const namesScreen = Boolean(this.#address.path() ?? location.hash)
    return before.startsWith(namesScreen ? `${href}?` : href)
  }

  /** Takes the current entry, and keeps its address if it has a screen. */
  #take(index: number): void {
    this.#entries.take(index)
    if (this.#address.path() === null) this.#hrefs.delete(index)
    else this.#hrefs.set(index, location.href)
  }

  /** A page may answer each popstate by an address of its own, which then stays until the question is answered. */
  #bringBack(): void {
    if (this.#broughtBack) return numberEntry(this.#entries.index)
    this.#broughtBack = true
    rewriteEntry(this.#entries.entry)
  }

  /** Takes the address that the page has kept during the question. Of another screen's, the page hears nothing more. */
  #settle(): void {
    const { href, state } = this.#entries.entry
    if (this.#leaves()) history.replaceState(state, '', href)
    else if (this.#accept(this.#entries.index)) this.#notify()
  }

  #leaves(): boolean {
    const path = this.#address.path()
    return path !== null && (path !== this.#path || detailIn(this.#address.query()) !== this.detail())
  }

  #arrive(index: number, isKnownEntry: boolean): void {
    this.#leavingDetail = false
    if (this.#leaves() && pageGuards.hasOnScreen(this) && !this.#skipGuards) void this.#ask(index)
    // The browser scrolls, after the event for a known entry and in the same task, to where that entry was left:
    // content that is drawn and scrolled into view before would be out of sight again.
    else if (this.#accept(index)) {
      if (isKnownEntry) setTimeout(this.#notify)
      else this.#notify()
    }
  }

  async #ask(target: number): Promise<void> {
    const delta = target - this.#entries.index
    const [back, forth] = delta ? [() => history.go(-delta), () => history.go(delta)] : stepsOfReplaced(this.#entries)
    this.#steppingBack = true
    this.#broughtBack = false
    await new Promise<void>((resolve) => {
      this.#asking = resolve
      back()
    })
    this.#steppingBack = false
    const mayLeave = await pageGuards.mayLeaveScreen(this)
    this.#asking = null
    if (!mayLeave) {
      if (this.#broughtBack && currentIndex() === this.#entries.index) this.#settle()
      return
    }
    this.#skipGuards = true
    forth()
  }

  /** Takes over the current entry; returns whether that changes the screen. */
  #accept(index: number): boolean {
    this.#skipGuards = false
    const isOther = index !== this.#entries.index
    this.#take(index)
    const path = this.#address.path()
    if (path === null) return false
    const query = this.#address.query()
    if (path === this.#path && query === this.#query && !isOther) return false
    this.#query = query
    this.#path = path
    return true
  }

  readonly #notify = (): void => {
    for (const listener of this.#listeners) listener()
  }
}

/** Routers by the beginning of their hashes: elements with the same prefix show the same screen. */
const hashRouters = new Map<string, HashRouter>()

/**
 * Returns the router of an element.
 *
 * @param prefix of its hashes
 */
export function hashRouterFor(prefix: string | null): Router {
  const address = new HashAddress(prefix)
  const router = hashRouters.get(address.base) ?? new HashRouter(address)
  hashRouters.set(address.base, router)
  return router
}
