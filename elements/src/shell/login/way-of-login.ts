import type { Session } from '../../client/session.ts'

type LoginWay = 'password' | 'passkey'

/** The ways of login of sessions on this page; nothing is known of other pages and of a host's token. */
const ways = new WeakMap<Session, LoginWay>()

/** Notes the way before the login is requested: the view after it may be there before its answer is read. */
export function noteWayOfLogin(session: Session, way: LoginWay): void {
  ways.set(session, way)
}

export const wayOfLogin = (session: Session): LoginWay | undefined => ways.get(session)
