import type { FieldCodes } from './fields.ts'
import type { LoginMemory } from './login-memory.ts'

/** `starting`: a cookie may know the person. `expired`: the login opens over the screen, which keeps its input. */
export type SessionState = 'starting' | 'in' | 'out' | 'expired'

/**
 * The state that React reads. A new `generation` means that somebody else may be logged in, and that all data is
 * dropped.
 */
export interface SessionSnapshot {
  readonly state: SessionState
  readonly generation: number
  /**
   * The demand for a new password, before which the server answers nothing else; `reason` is its sentence, if it gave
   * one.
   */
  readonly newPassword: { readonly reason: string | null } | null
  /** The number of refusals of calls that the screen offered: the person's right may have changed. */
  readonly refusals: number
  /** Whether the person is known by name; a token alone may be nobody's. */
  readonly identified: boolean
  /** The generation that another function of the page's is asked about: it may be over. */
  readonly asking?: number | null
}

/** The backend of a session, with its traces in the browser. */
export interface SessionOptions {
  readonly api: string
  readonly version: string
  readonly appKey: string
  readonly fieldCodes: FieldCodes
  readonly idempotencyKeys: boolean
  /** The browser's memory for a reload; a session of its own has nothing to remember. */
  readonly memory?: LoginMemory | undefined
}

/** The credentials of a login. */
export interface SessionLogin {
  token: string | null
  refreshToken: string | null
  /** The customer number as typed into the login; null if a cookie or the host identified the person. */
  customerNumber: string | null
  /** The server's mark of the person whom the profile names; null if it gives none. */
  person: string | null
}

/** Tells whether it is known who is logged in, or that this cannot be found out. */
export const isOpened = ({ state }: SessionSnapshot): boolean => state !== 'starting'

/** The present state of a session, with its subscribers. */
export class SessionStore {
  current: SessionSnapshot = { state: 'out', generation: 0, newPassword: null, refusals: 0, identified: false }
  readonly #listeners = new Set<() => void>()

  readonly snapshot = (): SessionSnapshot => this.current

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  update(part: Partial<SessionSnapshot>): void {
    this.current = { ...this.current, ...part }
    for (const listener of this.#listeners) listener()
  }

  until(test: (snapshot: SessionSnapshot) => boolean): Promise<void> {
    return new Promise((resolve) => {
      const listener = () => {
        if (test(this.current) && this.#listeners.delete(listener)) resolve()
      }
      this.#listeners.add(listener)
      listener()
    })
  }
}
