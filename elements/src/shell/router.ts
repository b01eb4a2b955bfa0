import { Guards } from './guards.ts'
import { asksForShown, numberEntry, pushDetail, shownIndex, shownPath, showsDetail } from './history-entry.ts'

/**
 * The page's hash, for all elements on it: only hashes that begin with `#/` are ours, all others belong to the host.
 * The browser moves first, whoever caused it (a menu, a host's link, a typed URL, back, forward); if a guard holds the screen
 * back, the router goes back, asks, and goes forward again.
 */
class Router {
  #path = ''
  #href = ''
  #index = 0
  #detail = false
  #leaving = false
  #asking = false
  #passing = false
  #returned: () => void = () => undefined
  /** Entries whose detail stands on the page, or did when its list was left by a step back. */
  readonly #details = new Set<number>()
  readonly guards = new Guards()
  readonly #listeners = new Set<() => void>()

  /** What stands behind `#/`. */
  readonly path = (): string => (this.#listeners.size > 0 ? this.#path : (shownPath() ?? ''))

  /** Whether a detail stands in place of the screen's list. */
  readonly inDetail = (): boolean => this.#detail

  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) this.#attach()
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.#detach()
    }
  }

  /** Writes the path that is really shown over the one that led there; a host's own `#anchor` stays. */
  readonly settle = (path: string, asked = this.#path): void => {
    // Somebody may have gone on since the path that led here was drawn.
    if (asked !== this.#path) return
    if (path === this.#path || this.#asking || (location.hash !== '' && shownPath() === null)) return
    history.replaceState(history.state, '', `#/${path}`)
    if (this.#accept(this.#index)) this.#tell()
  }

  readonly go = (path: string, { unguarded = false } = {}): void => {
    if (`#/${path}` === location.hash) return
    this.#passing = unguarded
    location.hash = `#/${path}`
  }

  /** Adds an entry of the same path for a detail, so that the way back leads to its list. */
  readonly enterDetail = (): void => {
    if (this.#detail) return
    const index = this.#index + 1
    pushDetail(index)
    this.#details.add(index)
    if (this.#accept(index)) this.#tell()
  }

  readonly leaveDetail = ({ unguarded = false } = {}): void => {
    if (!this.#detail || this.#leaving) return
    this.#passing = unguarded
    this.#leaving = true
    history.back()
  }

  /** Goes on to the list where an entry's detail went with its screen, as by a reload; the list in that entry, too, would be a step that nobody sees. */
  readonly leaveLost = (): void => {
    if (!this.#details.has(this.#index)) this.leaveDetail({ unguarded: true })
  }

  #attach(): void {
    this.#index = shownIndex() ?? 0
    this.#detail = showsDetail()
    this.#details.clear()
    this.#leaving = false
    numberEntry(this.#index)
    this.#path = shownPath() ?? ''
    this.#href = location.href
    addEventListener('popstate', this.#moved)
    addEventListener('click', this.#clicked)
  }

  #detach(): void {
    removeEventListener('popstate', this.#moved)
    removeEventListener('click', this.#clicked)
  }

  /** A detail has its list's address: a link to it, as the menu's, would lead nowhere. */
  readonly #clicked = (event: MouseEvent): void => {
    if (!this.#detail || !asksForShown(event)) return
    event.preventDefault()
    this.leaveDetail()
  }

  readonly #moved = (): void => {
    const back = shownIndex() !== undefined
    const index = this.#place()
    this.#leaving = false
    // Whoever goes on while the question stands open is brought back to it.
    if (this.#asking) return index === this.#index ? this.#returned() : history.go(this.#index - index)
    const path = shownPath()
    const leaves = path !== null && (path !== this.#path || showsDetail() !== this.#detail)
    if (leaves && this.guards.onScreen && !this.#passing) void this.#ask(index)
    // After it has told of a move to an entry that was shown before, and still in the same task, the browser scrolls to where that was
    // left: what is drawn before, and is brought into sight, would be out of it again.
    else if (this.#accept(index)) {
      if (back) setTimeout(this.#tell)
      else this.#tell()
    }
  }

  /** The entry's number; a new one stands behind the last, unless the same place was asked for again. */
  #place(): number {
    const known = shownIndex()
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
    const leave = await this.guards.mayLeaveScreen()
    this.#asking = false
    if (!leave) return
    this.#passing = true
    history.go(delta)
  }

  /** Whether it changes what is shown. */
  #accept(index: number): boolean {
    this.#passing = false
    this.#index = index
    this.#href = location.href
    const path = shownPath()
    const detail = showsDetail()
    if (path === null || (path === this.#path && detail === this.#detail)) return false
    if (path !== this.#path) this.#details.clear()
    this.#path = path
    this.#detail = detail
    return true
  }

  readonly #tell = (): void => {
    for (const listener of this.#listeners) listener()
  }
}

export const router = new Router()
