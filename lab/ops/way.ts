/** A way of docs/operations/install.md from nothing to the first login. */
export interface Way {
  /** Its row in the page. */
  readonly name: string
  /** Names a requirement that this machine lacks. */
  readonly missing: () => string | undefined
  /** Goes it, and throws if it does not lead to a login. */
  readonly go: () => Promise<void>
}
