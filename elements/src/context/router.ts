/** A link to a screen. */
export interface ScreenLink {
  /** For a new tab, and for whoever copies the link. */
  readonly href: string
  /** The attribute `data-path`: what the router follows, whatever the page's address is by then. */
  readonly path: string
}

/** Which screen an element shows, and whether it is one of its details. */
export interface Router {
  /** Of the current screen, without a prefix. */
  readonly path: () => string
  /** Whether a detail is shown in place of the screen's list. */
  readonly showsDetail: () => boolean
  readonly subscribe: (listener: () => void) => () => void
  readonly linkTo: (path: string) => ScreenLink
  /** Follows the links of {@link linkTo}; for the root of the element, so that it comes before a router of the page. */
  readonly onClick: (event: MouseEvent) => void
  /** Replaces the requested path by the one that is shown for it. */
  readonly replace: (path: string, requested?: string) => void
  /** Shows another screen after asking whether unsaved input may be lost. */
  readonly navigate: (path: string, options?: { unguarded?: boolean }) => void
  /** Shows a detail in place of the screen's list; screens use `useDetail`. */
  readonly enterDetail: () => void
  /** As the browser's back button does, after asking whether unsaved input may be lost; `unguarded` right after a save. */
  readonly leaveDetail: (options?: { unguarded?: boolean }) => void
  /** Leaves a detail that is gone, as after a reload. */
  readonly leaveLostDetail: () => void
}
