/** Asks whether unsaved input may be lost. */
export type Guard = () => Promise<boolean>

/** Key in history.state that numbers the page's entries, so that a step back can be undone. */
const indexKey = 'customerCenterIndex'
/** Key in history.state of an entry that shows a detail in place of its screen's list. */
const detailKey = 'customerCenterDetail'

/**
 * The page's hash, for all elements on it: only hashes that begin with `#/` are ours, all others belong to the host.
 * The browser moves first, whoever caused it (a menu, a host's link, a typed URL, back, forward); if a guard holds the screen
 * back, the router goes back, asks, and goes forward again.
 */
export class Router {
  #path = ''
  #href = ''
  #index = 0
  #detail = false
  #asking = false
  #passing = false
  #returned: () => void = () => undefined
  readonly #guards = new Set<Guard>()
  readonly #listeners = new Set<() => void>()

  /** What stands behind `#/`. */
  readonly path = (): string => (this.#listeners.size > 0 ? this.#path : (pathOf(location.hash) ?? ''))

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

  /** Holds every move back until the guard agrees; the returned function takes it away. */
  readonly block = (guard: Guard): (() => void) => {
    this.#guards.add(guard)
    return () => this.#guards.delete(guard)
  }

  /** Asks all guards, as before a log-out. */
  readonly mayLeave = async (): Promise<boolean> => {
    for (const guard of this.#guards) if (!(await guard())) return false
    return true
  }

  /** Writes the path that is really shown over the one that led there; a host's own `#anchor` stays. */
  readonly settle = (path: string, asked = this.#path): void => {
    // Somebody may have gone on since the path that led here was drawn.
    if (asked !== this.#path) return
    if (path === this.#path || this.#asking || (location.hash !== '' && pathOf(location.hash) === null)) return
    history.replaceState(history.state, '', `#/${path}`)
    this.#accept(this.#index)
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
    history.pushState({ [indexKey]: index, [detailKey]: true }, '')
    this.#accept(index)
  }

  readonly leaveDetail = ({ unguarded = false } = {}): void => {
    if (!this.#detail) return
    this.#passing = unguarded
    history.back()
  }

  #attach(): void {
    this.#index = indexOf(history.state) ?? 0
    this.#detail = detailOf(history.state)
    stamp(this.#index)
    this.#path = pathOf(location.hash) ?? ''
    this.#href = location.href
    addEventListener('popstate', this.#moved)
    addEventListener('beforeunload', this.#unload)
  }

  #detach(): void {
    removeEventListener('popstate', this.#moved)
    removeEventListener('beforeunload', this.#unload)
  }

  readonly #moved = (): void => {
    const index = this.#place()
    if (this.#asking) {
      // Whoever goes on while the question stands open is brought back to it.
      if (index === this.#index) this.#returned()
      else history.go(this.#index - index)
      return
    }
    const path = pathOf(location.hash)
    const leaves = path !== null && (path !== this.#path || detailOf(history.state) !== this.#detail)
    if (leaves && this.#guards.size > 0 && !this.#passing) void this.#ask(index)
    else this.#accept(index)
  }

  /** The entry's number; a new one stands behind the last, unless the same place was asked for again. */
  #place(): number {
    const known = indexOf(history.state)
    if (known !== undefined) return known
    const index = location.href === this.#href ? this.#index : this.#index + 1
    stamp(index)
    return index
  }

  async #ask(target: number): Promise<void> {
    const delta = target - this.#index
    this.#asking = true
    await new Promise<void>((resolve) => {
      this.#returned = resolve
      history.go(-delta)
    })
    const leave = await this.mayLeave()
    this.#asking = false
    if (!leave) return
    this.#passing = true
    history.go(delta)
  }

  #accept(index: number): void {
    this.#passing = false
    this.#index = index
    this.#href = location.href
    const path = pathOf(location.hash)
    const detail = detailOf(history.state)
    if (path === null || (path === this.#path && detail === this.#detail)) return
    this.#path = path
    this.#detail = detail
    for (const listener of this.#listeners) listener()
  }

  readonly #unload = (event: BeforeUnloadEvent): void => {
    if (this.#guards.size > 0) event.preventDefault()
  }
}

export const router = new Router()

function pathOf(hash: string): string | null {
  return hash.startsWith('#/') ? hash.slice(2).replace(/\/+$/, '') : null
}

function indexOf(state: unknown): number | undefined {
  const index = typeof state === 'object' && state !== null ? Reflect.get(state, indexKey) : undefined
  return typeof index === 'number' ? index : undefined
}

function detailOf(state: unknown): boolean {
  return typeof state === 'object' && state !== null && Reflect.get(state, detailKey) === true
}

/** A host's own state stays beside ours; one that is no object is left alone. */
function stamp(index: number): void {
  const state: unknown = history.state
  if (state === null || typeof state === 'object') history.replaceState({ ...state, [indexKey]: index }, '')
}
