import type { FieldCodes } from './fields.ts'
import type { LoginMemory } from './login-memory.ts'

/** `starting`: a cookie may know the person. `expired`: the login opens over the screen, which keeps its input. */
export type SessionState = 'starting' | 'in' | 'out' | 'expired'

/** What React reads. A new `generation` means that somebody else may be logged in, and that all data is dropped. */
export interface SessionSnapshot {
  readonly state: SessionState
  readonly generation: number
  /** Set while the server answers nothing else before the person has chosen a password; `reason` is its sentence, if it gave one. */
  readonly newPassword: { readonly reason: string | null } | null
  /** How often the server has refused what the screen offered: the person's right may have changed. */
  readonly refusals: number
  /** Whether the person is known by name; a token alone may be nobody's. */
  readonly identified: boolean
  /** The generation that another function of the page's is asked about: it may be over. */
  readonly asking?: number | null
}

/** The backend of a session, and what the browser keeps of it. */
export interface SessionOptions {
  readonly api: string
  readonly version: string
  readonly appKey: string
  readonly fieldCodes: FieldCodes
  readonly idempotencyKeys: boolean
  /** Remembers in the browser what a reload needs; for a session of its own there is nothing to remember. */
  readonly memory?: LoginMemory | undefined
}

/** What somebody is logged in with. */
export interface Login {
  token: string | null
  refreshToken: string | null
  /** As typed into the login; null if a cookie or the host identified the person. */
  customerNumber: string | null
  /** The server's mark of the person whom the profile names; null if it gives none. */
  person: string | null
}

/** Whether it is known who is logged in, or that this cannot be found out. */
export const isOpened = ({ state }: SessionSnapshot): boolean => state !== 'starting'

/** What is known of a session now, and who wants to hear of changes. */
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
