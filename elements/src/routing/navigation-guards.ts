/** Asks whether unsaved input may be lost. */
type NavigationGuard = () => Promise<boolean>

interface GuardOptions {
  /** Its form stays while one screen follows another, like that of `<customer-contact>` beside the customer center. */
  beside?: boolean
}

/** Asks before a screen is left in any way, also by the browser's: reload, closing, another page. */
export class NavigationGuards {
  readonly #guards = new Map<NavigationGuard, GuardOptions>()

  /** Leaving the page would lose something. */
  get hasAny(): boolean {
    return this.#guards.size > 0
  }

  /** Leaving the screen would lose something. */
  get hasOnScreen(): boolean {
    return this.#ofScreen().length > 0
  }

  /** Adds a guard; the returned function removes it. */
  readonly add = (guard: NavigationGuard, options: GuardOptions = {}): (() => void) => {
    this.#guards.set(guard, options)
    addEventListener('beforeunload', this.#beforeUnload)
    return () => {
      this.#guards.delete(guard)
      if (!this.hasAny) removeEventListener('beforeunload', this.#beforeUnload)
    }
  }

  /** Asks all guards, as before a log-out. */
  readonly mayLeave = (): Promise<boolean> => allAgree([...this.#guards.keys()])

  /** Asks the guards of the screen. */
  readonly mayLeaveScreen = (): Promise<boolean> => allAgree(this.#ofScreen())

  #ofScreen(): NavigationGuard[] {
    return [...this.#guards].flatMap(([guard, { beside }]) => (beside ? [] : [guard]))
  }

  /** The browser asks in its own words. Only listened to while there are guards, because browsers cache no page with such a listener. */
  readonly #beforeUnload = (event: Event): void => event.preventDefault()
}

async function allAgree(guards: readonly NavigationGuard[]): Promise<boolean> {
  for (const guard of guards) if (!(await guard())) return false
  return true
}
