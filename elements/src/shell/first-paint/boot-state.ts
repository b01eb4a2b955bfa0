import type { FirstIdentity, HostAnswer, HostLogin } from '../../client/first-identity.ts'
import type { Profile } from '../../client/profile.ts'
import type { PrefetchedResponse } from '../../client/request.ts'
import type { BackendConfig, ForeignCode } from '../../client/wire-format.ts'
import type { FirstRouter, Router } from '../../context/router.ts'
import type { JsonFile } from '../../lib/json-file.ts'
import type { TextFiles, Texts } from '../../texts/read-texts.ts'

/** The values of the element's attributes and properties; null where one is missing. */
export interface Settings extends HostLogin {
  readonly routing: string | null
  readonly routePrefix: string | null
  /** The screen to begin with, where the address names none. */
  readonly route: string | null
  /** Whether the page has its own button to log out. */
  readonly hideLogout: boolean
  /** Whether the page leaves out the search. */
  readonly hideSearch: boolean
  /** Text id to text, before those of the files. */
  readonly texts: object | null
}

/** The loader's requests during the load of this code. */
export interface BootRequests {
  readonly config: JsonFile
  readonly foreign: ForeignCode
  readonly texts: TextFiles
  /** The answer about the person; null where the loader did not ask. */
  readonly profile: Promise<PrefetchedResponse | null> | null
  /** The answer of the host's function; null where it was not asked. */
  readonly token: HostAnswer
}

/** The loader's requests beside that for the code. */
export interface LoadedBeside {
  readonly texts: TextFiles
  /** The request for the list of the screen that the address names. */
  readonly list: Promise<PrefetchedResponse | null> | null
}

/** The data from which every view of the element is drawn. */
export interface BootData {
  /** The given configuration, with keys that no element reads. */
  readonly given: unknown
  readonly config: BackendConfig
  /** All texts, or those of the first view; null if they could not be loaded. */
  readonly texts: Texts | null
  readonly textFiles: TextFiles
  readonly settings: Settings
  readonly identity: FirstIdentity
  readonly hostAnswer: HostAnswer
  /** The router until React draws. */
  readonly router: FirstRouter
  /** The router of a page that keeps screens out of its address; null on all others. */
  readonly memoryRouter: Router | null
}

/** An overview that was drawn before React is loaded. */
export interface Prerendered {
  readonly container: HTMLElement
  /** Resolves when the overview has been painted, so that nothing else competes with its first frame. */
  readonly painted: Promise<void>
  /** Tells whether the overview still shows the element's state, with this person. */
  readonly isCurrent: (profile: Profile | null) => boolean
  /** Tells whether somebody has followed one of its links: the next screen is then one that a person has asked for. */
  readonly linkFollowed: () => boolean
  /** Stops listening and returns the buttons that were pressed, in their order. Links work without React. */
  readonly detach: () => readonly HTMLButtonElement[]
}

/** The state with which React starts. */
export interface BootState extends BootData {
  /** Resolves after {@link maxDrawDelay}. */
  readonly waited: Promise<unknown>
  /** Resolves when the prerendered view has been painted; at once if there is none. */
  readonly painted: () => Promise<void>
  /** Ends the time before React, and its router: returns the prerendered view if it is still current. */
  readonly takeOver: (profile: Profile | null) => Prerendered | null
  /** Takes away the prerendered view, whose person is leaving before React is loaded. */
  readonly hide: () => void
  /** Tells whether somebody has followed a link of the prerendered view. */
  readonly linkFollowed: () => boolean
}
