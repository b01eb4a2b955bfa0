import { createContext, useContext, useSyncExternalStore } from 'react'
import type { RoutePath } from '@customer-center/contract/routes'
import type { Language } from '@customer-center/contract/runtime-config'
import type { TakePrefetched } from '../client/call-while-identifying.ts'
import type { CallEndpoint } from '../client/call.ts'
import type { Session } from '../client/session.ts'
import type { BackendConfig } from '../client/wire-format.ts'
import type { Store } from '../lib/store.ts'
import type { Emit, SavedResource } from '../types/emit.ts'
import type { Router } from './router.ts'

/** An element's message about its last save. */
export interface SaveStatus {
  readonly message: string
  /** Opens the file that the message is about. */
  readonly open?: () => void
  /** The noun of the saved row, if one was saved. */
  readonly resource?: SavedResource
  /** The key of the saved row, which its list marks; null where there is no list of them. */
  readonly row?: string | null
  /** The keys of rows that were created together, in place of one. */
  readonly rows?: readonly string[]
  /** The form's route, where another screen follows the save. */
  readonly route?: RoutePath
  /** The path of the screen to which the save leads: the message stays with that screen, and gives way to any other. */
  readonly path?: string
  /** Takes the save back; offered as long as the message is shown, whatever screen follows. */
  readonly undo?: () => Promise<void>
  /** Whether the button that takes the save back gets the focus, because nothing near the focus is left. */
  readonly focusesUndo?: boolean
}

/** The pause of an element that is out of the page, with a promise that resolves when it is back. */
export type Pausing = Pick<Store<{ readonly over: Promise<void> } | null>, 'get' | 'subscribe'>

/**
 * The state that the components of one element share. Some of it belongs to all elements on the page (see `Session`).
 */
export interface AppContext {
  readonly config: BackendConfig
  /** Part of the path before every route: the language if the provider wants it there, else empty. */
  readonly base: string
  /** The host's language, or the configuration's default. */
  readonly language: Language
  readonly session: Session
  /** Makes calls for this person alone; `signal` aborts them. */
  readonly call: CallEndpoint
  /** Whether the page has its own button to log out. */
  readonly hideLogout: boolean
  /** Whether the page leaves out the search. */
  readonly hideSearch: boolean
  /** Aborted when the element starts anew or another person logs in. */
  readonly signal: AbortSignal
  readonly pausing: Pausing
  /** Shows another screen after asking whether unsaved input may be lost; `unguarded` right after a save. */
  navigate: (route: RoutePath, options?: { unguarded?: boolean }) => void
  readonly router: Router
  /**
   * Calls `mayLeave` before the screen is left in any way, until the returned function is called. Forms use
   * `useUnsavedChanges`. A form `beside` the screens is only asked before the whole element goes.
   */
  blockNavigation: (mayLeave: () => Promise<boolean>, options?: { beside?: boolean }) => () => void
  /** Tells whether any form blocks navigation now. */
  hasUnsavedInput: () => boolean
  /**
   * Takes the answer that the loader has requested for the first screen, where it is read before the person is known.
   */
  readonly takePrefetched: TakePrefetched
  /** The status of the last save while it is shown: until it has been read, or the person goes on to another screen. */
  readonly saveStatus: Store<SaveStatus | null>
  /** Shows a message about something other than a save, unless a message still offers to take a save back. */
  readonly tell: (status: SaveStatus) => void
  /** Dispatches one of the element's events to the host page, e.g. `data-saved`. */
  emit: Emit
}

/** Lets the message of a save, if there is one, follow to the screen that the save leads to. */
export function keepMessageForPath(saveStatus: AppContext['saveStatus'], path: string): void {
  const status = saveStatus.get()
  if (status) saveStatus.set({ ...status, path })
}

/** React's context that gives components the element's {@link AppContext}. */
export const AppReactContext = createContext<AppContext | null>(null)

export function useAppContext(): AppContext {
  const app = useContext(AppReactContext)
  if (!app) throw new Error('useAppContext was called outside of an element')
  return app
}

/** Returns the status of the last save; null when it is no longer shown. */
export function useSaveStatus(): SaveStatus | null {
  const { subscribe, get } = useAppContext().saveStatus
  return useSyncExternalStore(subscribe, get, get)
}
