import type { RuntimeConfig } from '@customer-center/contract/runtime-config'
import type { LoginMemory } from './login-memory.ts'
import type { Profile } from './profile.ts'

/** A login: the credentials and the person. */
export interface SessionLogin {
  /** Null where the server's cookie identifies the person. */
  readonly token: string | null
  readonly refreshToken: string | null
  /** The customer number as typed into the login; null if a cookie or the host identified the person. */
  readonly customerNumber: string | null
  /** The server's mark of the person whom the profile names; null if it gives none. */
  readonly person: string | null
  /** The profile as last read from the server; null until it is known: a token alone may be nobody's. */
  readonly profile: Profile | null
}

type NoLogin = { readonly [Name in keyof SessionLogin]: null }

/**
 * The four states, which only the transitions of `Session` change:
 *
 *            open             enter         expire
 *       out ──────▶ starting ───────▶ in ─────────▶ expired
 *        ▲             │              │ ◀── enter ───  │
 *        └──── end ────┴───── end ────┴────── end ─────┘
 *
 * `starting`: a cookie or a token of the page's may know the person. `expired`: the login opens over the screen, which
 * keeps its input. `enter` leads from each state to `in` when somebody logs in.
 */
type LoginState =
  | ({ readonly state: 'out' | 'starting' } & NoLogin)
  | ({ readonly state: 'in' } & SessionLogin)
  | ({ readonly state: 'expired' } & SessionLogin & Pick<NoLogin, 'token' | 'refreshToken'>)

/** The name of a state. */
export type SessionState = LoginState['state']

/** Members of all states. */
interface SessionDetails {
  /** The error of the question who is logged in, told with the state that follows from it; null without one. */
  readonly openError: Error | null
  /** A new one means that somebody else may be logged in, and that all data is dropped. */
  readonly generation: number
  /**
   * The demand for a new password, before which the server answers nothing else; `reason` is its sentence, if it gave
   * one.
   */
  readonly newPassword: { readonly reason: string | null } | null
  /** The number of refusals of calls that the screen offered: the person's right may have changed. */
  readonly refusals: number
  /** The token about whose person the server was asked; null before. */
  readonly asked: { readonly token: string | null } | null
  /** The generation that another function of the page's is asked about: it may be over. */
  readonly asking?: number | null
  /** The server's sentence why a person whose session has not ended has to log in again. */
  readonly reason?: string | undefined
}

/** Question to the page's latest function for tokens. */
interface HostQuestion {
  /**
   * The session's generation when the function was set: an element that began another one since has asked the function.
   */
  readonly generation: number
  /** Asks now, unless that is under way; resolves when the function has answered. */
  readonly answer: () => Promise<void>
}

/** Members that no view has to follow: their changes are not told. */
export interface SessionWork extends Partial<Pick<SessionDetails, 'openError'>> {
  /** The language of the page, sent with the login; null or empty for the configuration's. */
  readonly language?: string | null
  /** A token that the host has set last, until the session is that of its person. */
  readonly adopting?: string | null
  /** The renewal under way: calls that need one at the same time share it. */
  readonly renewal?: Promise<boolean> | null
  /** The last request for this person's profile, pending or settled: later readers share it. */
  readonly profileRequest?: Promise<Profile> | null
  /** Null when the page's function has answered. */
  readonly question?: HostQuestion | null
}

/** A session at one time. */
export type SessionSnapshot = LoginState & SessionDetails & SessionWork

/** The backend of a session, with its traces in the browser. */
export interface SessionOptions extends Pick<
  RuntimeConfig,
  'apiVersion' | 'appKey' | 'defaultLanguage' | 'fieldCodes' | 'idempotencyKeys'
> {
  readonly api: string
  /** The browser's memory for a reload; a session of its own has nothing to remember. */
  readonly memory?: LoginMemory | undefined
}

/** Tells whether it is known who is logged in, or that this cannot be found out. */
export const isOpened = ({ state }: SessionSnapshot): boolean => state !== 'starting'
