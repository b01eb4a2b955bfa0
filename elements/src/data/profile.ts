import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { getCurrentShopUser } from '@customer-center/contract/shop-user'
import { asProfile, type Profile, readProfile } from '../client/profile.ts'
import type { Session } from '../client/session.ts'
import { type AppContext, useAppContext } from '../context/app-context.ts'

/** The last request for the profile of a session's person, pending or answered: later readers share it. */
const requests = new WeakMap<Session, { readonly generation: number; readonly profile: Promise<Profile> }>()

function sharedRequest(session: Session): Promise<Profile> | undefined {
  const shared = requests.get(session)
  return shared?.generation === session.snapshot().generation ? shared.profile : undefined
}

/**
 * Takes over a new address after the person has changed their own, with which the server has ended the session: the
 * screen keeps its input until the person has logged in with the new address. A profile that was requested before has
 * the old one.
 */
export function changeEmailAddress(session: Session, emailAddress: string): void {
  const { profile, person } = session.snapshot()
  requests.delete(session)
  if (profile) session.takeProfile({ ...profile, emailAddress }, person)
  session.expire()
}

/** Asks who is logged in. The session keeps the answer, to tell a later login by somebody else. */
function loadProfile({ session, call }: AppContext): Promise<Profile> {
  let person: string | null = null
  const onPerson = (mark: string | null) => void (person = mark)
  const profile: Promise<Profile> = call(getCurrentShopUser, { ...asProfile, onPerson }).then((user) => {
    const read = readProfile(user)
    // The person may have gone meanwhile, or changed their address.
    if (sharedRequest(session) === profile) session.takeProfile(read, person)
    return read
  })
  requests.set(session, { generation: session.snapshot().generation, profile })
  profile.catch(() => {
    if (sharedRequest(session) === profile) requests.delete(session)
  })
  return profile
}

interface ProfileState {
  /** The profile; null until it is known. */
  readonly profile: Profile | null
  /** The error of loading it; null without one. */
  readonly error: unknown
  readonly busy: boolean
}

/**
 * Returns the logged-in person, whom the session stores and who is loaded on demand. This is not a query: the overview
 * needs nothing else, and the query library is a tenth of the overview's size limit. After a failure it loads again
 * when the browser is online again.
 */
export function useProfile(): ProfileState & { readonly reload: () => void } {
  const app = useAppContext()
  const { session } = app
  const [state, setState] = useState<ProfileState>(() => {
    const { profile, openError } = session
    // The question at the start of the session has already failed.
    return { profile, error: profile ? null : openError, busy: !profile && !openError }
  })
  const { error } = state

  const show = useCallback((request: Promise<Profile>) => {
    request.then(
      (profile) => setState({ profile, error: null, busy: false }),
      (reason: unknown) => setState((before) => ({ ...before, error: reason, busy: false }))
    )
  }, [])

  const reload = useCallback(() => {
    setState((before) => ({ ...before, busy: true }))
    show(loadProfile(app))
  }, [show, app])

  // Menu and screens follow a change of the person's right; a failure of this request does not concern the person.
  const { refusals } = useSyncExternalStore(session.subscribe, session.snapshot, session.snapshot)
  useEffect(() => {
    if (refusals === 0) return
    loadProfile(app).then(
      (profile) => setState({ profile, error: null, busy: false }),
      () => undefined
    )
  }, [refusals, app])

  // The effect depends on the rendered state, not on the session, which may have got the profile between the rendering
  // and this effect.
  const missing = !state.profile && !error
  useEffect(() => {
    if (!missing) return
    const { profile } = session
    show(profile ? Promise.resolve(profile) : (sharedRequest(session) ?? loadProfile(app)))
  }, [missing, show, session, app])

  useEffect(() => {
    if (!error) return undefined
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [error, reload])

  return { ...state, reload }
}
