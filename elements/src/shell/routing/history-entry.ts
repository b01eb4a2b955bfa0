/** Key in history.state that numbers the page's entries, so that a step back can be undone. */
const indexKey = 'customerCenterIndex'
/** Key in history.state of an entry of a detail that was opened from the entry before it, with its list. */
const detailKey = 'customerCenterDetail'

type EntryState = Readonly<Record<string, unknown>>

/** Returns the state of the current entry; null if the host keeps a value in it that is no object. */
const entryState = (state: unknown = history.state): EntryState | null => {
  if (state === null) return {}
  return typeof state === 'object' ? (state as EntryState) : null
}

/** Returns an absolute address, because a relative address would be resolved against the page's `<base>`. */
export const addressOf = (hash: string): string => `${location.href.split('#', 1)[0]}${hash}`

export const currentIndex = (): number | undefined => {
  const index = entryState()?.[indexKey]
  return typeof index === 'number' ? index : undefined
}

/** Tells whether a step back leads from the current entry's detail to its list. */
export const comesFromList = (): boolean => entryState()?.[detailKey] === true

export const pathWith = (path: string, query: string): string => path + (query && `?${query}`)

/** Returns the state that the host's router keeps in an entry, by default in the current one. */
const hostState = (state?: unknown): EntryState => {
  const { [indexKey]: _index, [detailKey]: _detail, ...own } = entryState(state) ?? {}
  return own
}

/** Adds an entry for a detail of the list in the current one. */
export const pushDetail = (index: number, address: string): void =>
  history.pushState({ ...hostState(), [indexKey]: index, [detailKey]: true }, '', address)

export class EntryNumbers {
  #index = 0
  #href = ''
  #state: unknown = null

  constructor() {
    this.restart()
  }

  /** The number of the entry that was taken last. */
  get index(): number {
    return this.#index
  }

  /** The address and state that it had then. */
  get entry(): { readonly href: string; readonly state: unknown } {
    return { href: this.#href, state: this.#state }
  }

  /** Takes the entry in which an element begins to follow the address. */
  restart(): void {
    const index = currentIndex() ?? 0
    numberEntry(index)
    this.take(index)
  }

  /** Returns the current entry's number. A new entry comes after the last, unless its address was only requested again. */
  current(): number {
    const known = currentIndex()
    if (known !== undefined) return known
    const index = location.href === this.#href ? this.#index : this.#index + 1
    numberEntry(index, hostState(this.#state))
    return index
  }

  take(index: number): void {
    this.#index = index
    this.#href = location.href
    this.#state = history.state
  }
}

/**
 * Numbers the current entry, and keeps the state of a host's router. An entry that a link or a typed address has added
 * has no state yet, and gets `inherited`, the state of the entry before: Next.js reloads the page when it comes back to
 * an entry without its state.
 */
export const numberEntry = (index: number, inherited: EntryState = {}): void => {
  const state = entryState()
  // Each router of the page numbers the entry in which it begins; on a slow phone the browser takes some ms to write it.
  // A router that has replaced the page's `history.replaceState` hears nothing of it: it would take the number for a move,
  // and skip the view transition that it has just begun for the entry.
  if (state && state[indexKey] !== index)
    History.prototype.replaceState.call(history, { ...inherited, ...state, [indexKey]: index }, '')
}

/**
 * Returns the path of the link that a click follows in this tab, and keeps the browser from following it; undefined for
 * any other click.
 */
export const followedLink = (event: MouseEvent): string | undefined => {
  const { ctrlKey, metaKey, shiftKey, altKey, defaultPrevented } = event
  if (defaultPrevented || event.button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return undefined
  const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement)
  const path = link && ['', '_self'].includes(link.target) ? link.dataset['path'] : undefined
  if (path !== undefined) event.preventDefault()
  return path
}
