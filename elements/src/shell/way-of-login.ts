import type { Session } from '../client/session.ts'

type LoginWay = 'password' | 'passkey'

/** How the person of a session has logged in on this page; of other pages and of a host's token nothing is known. */
const ways = new WeakMap<Session, LoginWay>()

/** Noted before the login is asked for: what shows once it has succeeded may be there before its answer is read. */
export function noteWayOfLogin(session: Session, way: LoginWay): void {
  ways.set(session, way)
}

export const wayOfLogin = (session: Session): LoginWay | undefined => ways.get(session)
