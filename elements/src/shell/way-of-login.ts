import type { Session } from '../client/session.ts'

type Way = 'password' | 'passkey'

/** How the person of a session has logged in on this page; of other pages and of a host's token nothing is known. */
const ways = new WeakMap<Session, Way>()

/** Noted before the login is asked for: what shows once it has succeeded may be there before its answer is read. */
export function noteWayOfLogin(session: Session, way: Way): void {
  ways.set(session, way)
}

export const wayOfLogin = (session: Session): Way | undefined => ways.get(session)
