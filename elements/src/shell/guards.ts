/** Asks whether unsaved input may be lost. */
export type Guard = () => Promise<boolean>

/** What holds every way out of a screen back, the browser's own among them: reload, closing, another page. */
export class Guards {
  readonly #guards = new Set<Guard>()

  get any(): boolean {
    return this.#guards.size > 0
  }

  /** Holds every move back until the guard agrees; the returned function takes it away. */
  readonly block = (guard: Guard): (() => void) => {
    this.#guards.add(guard)
    addEventListener('beforeunload', this.#unload)
    return () => {
      this.#guards.delete(guard)
      if (!this.any) removeEventListener('beforeunload', this.#unload)
    }
  }

  /** Asks all guards, as before a log-out. */
  readonly mayLeave = async (): Promise<boolean> => {
    for (const guard of this.#guards) if (!(await guard())) return false
    return true
  }

  /** The browser asks in words of its own. Listened to only meanwhile: a page with a listener is not kept for the way back. */
  readonly #unload = (event: Event): void => event.preventDefault()
}
