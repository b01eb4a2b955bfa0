import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useAppContext } from '../context/app-context.ts'
import type { Profile } from '../client/profile.ts'
import { loadProfile } from '../client/load-profile.ts'

export interface ProfileState {
  /** Null until it is known. */
  readonly profile: Profile | null
  /** Why it could not be loaded; null if it could. */
  readonly error: unknown
  readonly busy: boolean
}

/**
 * The logged-in person, kept by the session and loaded on demand. Not a query: the overview needs nothing else, and the query
 * library is a tenth of what it may weigh. A failure heals by itself when the browser is online again.
 */
export function useProfile(): ProfileState & { readonly reload: () => void } {
  const app = useAppContext()
  const { session } = app
  const [state, setState] = useState<ProfileState>({ profile: session.profile, error: null, busy: !session.profile })
  const { error } = state

  const load = useCallback(() => {
    const { profile: known } = session
    const asked = known ? Promise.resolve(known) : (app.firstProfile() ?? loadProfile(app))
    asked.then(
      (profile) => setState({ profile, error: null, busy: false }),
      (reason: unknown) => setState((before) => ({ ...before, error: reason, busy: false }))
    )
  }, [app, session])

  const reload = useCallback(() => {
    setState((before) => ({ ...before, busy: true }))
    load()
  }, [load])

  // Menu and screens follow a right that was changed meanwhile; a failure here is none of the person's.
  const { refusals } = useSyncExternalStore(session.subscribe, session.view, session.view)
  useEffect(() => {
    if (refusals === 0) return
    loadProfile(app).then(
      (profile) => setState({ profile, error: null, busy: false }),
      () => undefined
    )
  }, [refusals, app])

  // Judged by what is drawn, not by the session: it may have learned the profile between the drawing and this effect.
  const missing = !state.profile && !error
  useEffect(() => {
    if (missing) load()
  }, [missing, load])

  useEffect(() => {
    if (!error) return undefined
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [error, reload])

  return { ...state, reload }
}
