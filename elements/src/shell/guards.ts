/** Asks whether unsaved input may be lost. */
export type Guard = () => Promise<boolean>

export interface GuardOptions {
  /** Its form stands beside the screens, as that of `<customer-contact>`, and stays while one follows the other. */
  beside?: boolean
}

/** What holds every way out of a screen back, the browser's own among them: reload, closing, another page. */
export class Guards {
  readonly #guards = new Map<Guard, GuardOptions>()

  /** Something would be lost with the page. */
  get any(): boolean {
    return this.#guards.size > 0
  }

  /** Something would be lost with the screen. */
  get onScreen(): boolean {
    return this.#ofScreen().length > 0
  }

  /** Holds every move back until the guard agrees; the returned function takes it away. */
  readonly block = (guard: Guard, options: GuardOptions = {}): (() => void) => {
    this.#guards.set(guard, options)
    addEventListener('beforeunload', this.#unload)
    return () => {
      this.#guards.delete(guard)
      if (!this.any) removeEventListener('beforeunload', this.#unload)
    }
  }

  /** Asks all guards, as before a log-out. */
  readonly mayLeave = (): Promise<boolean> => agreed([...this.#guards.keys()])

  /** Asks the guards of the screen. */
  readonly mayLeaveScreen = (): Promise<boolean> => agreed(this.#ofScreen())

  #ofScreen(): Guard[] {
    return [...this.#guards].flatMap(([guard, { beside }]) => (beside ? [] : [guard]))
  }

  /** The browser asks in words of its own. Listened to only meanwhile: a page with a listener is not kept for the way back. */
  readonly #unload = (event: Event): void => event.preventDefault()
}

async function agreed(guards: readonly Guard[]): Promise<boolean> {
  for (const guard of guards) if (!(await guard())) return false
  return true
}
