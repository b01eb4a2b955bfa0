import { identifyPerson, type Profile } from './profile.ts'
import type { SessionSnapshot } from './session-state.ts'
import type { Session } from './session.ts'
import type { WireFormat } from './wire-format.ts'

/**
 * Returns a session as an element sees it that reads answers by other codes than the session: it is the same login, but
 * the profile is the one that the element has loaded itself, null before. The session's own profile, by its own codes,
 * tells it whether a later login is by the same person.
 */
export function sessionReadBy(session: Session, format: WireFormat): Session {
  let loaded: { readonly generation: number; readonly profile: Profile | null } | null = null
  let before: SessionSnapshot | null = null
  let shown = session.snapshot()
  const snapshot = (): SessionSnapshot => {
    const now = session.snapshot()
    if (now === before) return shown
    before = now
    const profile = loaded?.generation === now.generation ? loaded.profile : null
    shown = now.state === 'in' || now.state === 'expired' ? { ...now, profile } : now
    return shown
  }
  const own: Partial<Session> = {
    snapshot,
    get profile() {
      return snapshot().profile
    },
    subscribe: session.subscribe,
    until: (test) => session.until(() => test(snapshot())),
    identify: (token) => identifyPerson({ ...session.requestContext, token, format }),
    // Each element reads the profile of somebody else by its own codes.
    enter: (login, isSame) => session.enter({ ...login, profile: null }, isSame),
    takeProfile(profile, person) {
      const { generation, profile: known } = session.snapshot()
      const isRenamed = known && profile && known.emailAddress === snapshot().profile?.emailAddress
      loaded = { generation, profile }
      session.takeProfile(isRenamed ? { ...known, emailAddress: profile.emailAddress } : known, person)
      if (!known) void readOwnProfile(session)
    }
  }
  return new Proxy(session, {
    get(target, name) {
      if (Object.hasOwn(own, name)) return Reflect.get(own, name) as unknown
      const member = Reflect.get(target, name) as unknown
      return typeof member === 'function' ? (member.bind(target) as unknown) : member
    }
  })
}

/** Asks for the profile by the session's own codes, unless one of its elements is faster. */
async function readOwnProfile(session: Session): Promise<void> {
  const { generation, token } = session.snapshot()
  const { profile, person } = await session.identify(token)
  const isMissing = session.snapshot().generation === generation && !session.profile
  if (profile && isMissing) session.takeProfile(profile, person)
}
