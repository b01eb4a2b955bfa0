export interface ScreenLink {
  /** The address for a new tab, and for a person who copies the link. */
  readonly href: string
  /** The attribute `data-path`: the router follows it, whatever the page's address is by then. */
  readonly path: string
}

/** The memory of screens for an entry of the history, as long as the page lives. */
export type EntryMemory = Map<string, unknown>

/** The router of an element: the screen that it shows, or one of the screen's details. */
export interface Router {
  /** Returns the path of the current screen, without a prefix. */
  readonly path: () => string
  /** Returns the state of the screen in the address, as `status=0&search=Huber`; screens use `useRouteState`. */
  readonly query: () => string
  /**
   * Returns the detail that the state names in place of the screen's list: a key of a row, or `new`; null for the list.
   */
  readonly detail: () => string | null
  /** Replaces the state of the screen in the address of the current entry. */
  readonly replaceQuery: (query: string) => void
  /** Returns the memory of the current entry; a new entry has an empty one. */
  readonly memory: () => EntryMemory
  readonly subscribe: (listener: () => void) => () => void
  readonly linkTo: (path: string) => ScreenLink
  /** Follows the links of {@link linkTo}; for the root of the element, so that it comes before a router of the page. */
  readonly onClick: (event: MouseEvent) => void
  /** Replaces the requested path by the one that is shown for it. */
  readonly replace: (path: string, requested?: string) => void
  /** Shows another screen after asking whether unsaved input may be lost. */
  readonly navigate: (path: string, options?: { unguarded?: boolean }) => void
  /** Shows the detail that a query names in place of the screen's list; screens use `useDetail`. */
  readonly enterDetail: (query: string) => void
  /**
   * Leaves a detail as the browser's back button does, after asking whether unsaved input may be lost; `unguarded`
   * right after a save.
   */
  readonly leaveDetail: (options?: { unguarded?: boolean }) => void
}

/** The part of a router that menu and tiles need before React. */
export type FirstRouter = Pick<Router, 'path' | 'linkTo' | 'replace' | 'onClick'>

/** Name in the query for the detail that is shown in place of the screen's list. */
export const detailName = 'form'

/** Name in the query for the event that is shown in place of the overview. */
export const eventName = 'event'

/** Name of the form for a forgotten password, which the address of any screen may have while nobody is logged in. */
export const forgottenPasswordName = 'password'

/** Returns the detail that a query names; null for the list. */
export function detailIn(query: string): string | null {
  const names = new URLSearchParams(query)
  return names.get(detailName) ?? names.get(eventName)
}

export function withoutDetail(query: string): string {
  const names = new URLSearchParams(query)
  names.delete(detailName)
  names.delete(eventName)
  return names.toString()
}
