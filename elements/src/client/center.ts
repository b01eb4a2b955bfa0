import type { Route } from '@customer-center/contract/routes'
import type { Language, RuntimeConfig } from '@customer-center/contract/runtime-config'
import { createContext, useContext } from 'react'
import type { Call } from './call.ts'
import type { Profile } from './identify.ts'
import type { Session } from './session.ts'

/** Every route of the contract, and the one that needs no right. */
export type Place = Route | 'overview'

/** A detail in place of a screen's list, with an entry of its own in the browser's history; screens use `useDetail`. */
export interface Detail {
  readonly shown: () => boolean
  readonly subscribe: (listener: () => void) => () => void
  readonly enter: () => void
  /** As the browser's way back does, after asking whether unsaved input may be lost; `unguarded` right after a save. */
  readonly leave: (options?: { unguarded?: boolean }) => void
  /** Leaves an entry whose detail nobody has any more, as after a reload. */
  readonly leaveLost: () => void
}

/** What one element on the page consists of; parts of it are shared with the other elements (see `Session`). */
export interface Center {
  readonly config: RuntimeConfig
  /** Stands before every route in the hash: the language if the provider wants it there, else empty. */
  readonly base: string
  /** What the host set, or the configuration's default. */
  readonly language: Language
  readonly session: Session
  readonly call: Call
  /** Ends when the element ends or another person logs in. */
  readonly life: AbortSignal
  /** The profile call that was begun before React was here; once, then null. */
  firstProfile: () => Promise<Profile> | null
  /** Shows another screen after asking whether unsaved input may be lost; `unguarded` right after a save. */
  navigate: (place: Place, options?: { unguarded?: boolean }) => void
  readonly detail: Detail
  /**
   * Has every way off the screen ask `mayLeave` first; the returned function takes it back. Forms use `useUnsavedChanges`. `beside`
   * the screens, only what ends the element is a way off.
   */
  holdBack: (mayLeave: () => Promise<boolean>, options?: { beside?: boolean }) => () => void
  /** Whether a way off the screen would ask. */
  holdsInput: () => boolean
  /** Sends one of the element's events to the host page, e.g. `data-saved`. */
  emit: (type: string, detail?: Record<string, unknown>) => void
}

export const CenterContext = createContext<Center | null>(null)

/** The element that this component is part of. */
export function useCenter(): Center {
  const center = useContext(CenterContext)
  if (!center) throw new Error('useCenter was called outside of a customer center element')
  return center
}
