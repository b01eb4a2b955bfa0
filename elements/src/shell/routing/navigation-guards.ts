/** Asks whether unsaved input may be lost. */
type NavigationGuard = () => Promise<boolean>

interface GuardedScreen {
  /** The router of the guard's screen; null for a form that stays while screens change. */
  readonly router: object | null
  /** The guard's element: a removed element asks nobody, although its screen disappears a moment later. */
  readonly element: HTMLElement
}

/** Guards that ask before a screen is left in any way, also by the browser: reload, closing, another page. */
export class NavigationGuards {
  readonly #guards = new Map<NavigationGuard, GuardedScreen | null>()

  /** Whether leaving the page would lose something. */
  get hasAny(): boolean {
    return this.#guards.size > 0
  }

  /** Tells whether leaving the router's screen would lose something. */
  readonly hasOnScreen = (router: object): boolean => this.#ofScreen(router).length > 0

  /** Adds a guard; the returned function removes it. */
  readonly add = (guard: NavigationGuard, screen: GuardedScreen | null = null): (() => void) => {
    this.#guards.set(guard, screen)
    addEventListener('beforeunload', this.#beforeUnload)
    return () => {
      this.#guards.delete(guard)
      if (!this.hasAny) removeEventListener('beforeunload', this.#beforeUnload)
    }
  }

  /** Asks all guards, as before a log-out. */
  readonly mayLeave = (): Promise<boolean> => allAgree([...this.#guards.keys()])

  readonly mayLeaveScreen = (router: object): Promise<boolean> => allAgree(this.#ofScreen(router))

  readonly mayLeaveElement = (element: HTMLElement): Promise<boolean> =>
    allAgree([...this.#guards].filter(([, screen]) => screen?.element === element).map(([guard]) => guard))

  #ofScreen(router: object): NavigationGuard[] {
    const ofScreen = [...this.#guards].filter(([, screen]) => screen?.router === router && screen.element.isConnected)
    return ofScreen.map(([guard]) => guard)
  }

  /**
   * Makes the browser ask in its own words. It listens only while there are guards, because browsers do not cache a
   * page with such a listener.
   */
  readonly #beforeUnload = (event: Event): void => event.preventDefault()
}

async function allAgree(guards: readonly NavigationGuard[]): Promise<boolean> {
  for (const guard of guards) if (!(await guard())) return false
  return true
}

/** The guards of all elements on the page: they may share a session, which a log-out ends for all of them. */
export const pageGuards = new NavigationGuards()
