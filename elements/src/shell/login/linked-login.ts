import type { Session } from '../../client/session.ts'

/** The hash of a link that fills in the login: `#login?customerNumber=20417&userName=anna%40firma.at`. */
const linkedHash = /^#login\?(.*)$/s

export interface LinkedLogin {
  readonly customerNumber: string
  readonly userName: string
  readonly done: 'password' | 'email' | null
}

/** Reads the login of the page's address; nothing of it is trusted, for the person sees it and enters the password. */
export function linkedLogin(): LinkedLogin {
  const given = new URLSearchParams(linkedHash.exec(location.hash)?.[1])
  const done = given.get('done')
  return {
    customerNumber: given.get('customerNumber') ?? '',
    userName: given.get('userName') ?? '',
    done: done === 'password' || done === 'email' ? done : null
  }
}

/** Takes it out of the address, so that no bookmark, screenshot or later reader of the address gets it. */
export function forgetLinkedLogin(): void {
  if (linkedHash.test(location.hash)) history.replaceState(history.state, '', location.pathname + location.search)
}

type LoginWay = 'password' | 'passkey'

/** The ways of login of sessions on this page; nothing is known of other pages and of a host's token. */
const ways = new WeakMap<Session, LoginWay>()

/** Notes the way before the login is requested: the view after it may be there before its answer is read. */
export function noteWayOfLogin(session: Session, way: LoginWay): void {
  ways.set(session, way)
}

export const wayOfLogin = (session: Session): LoginWay | undefined => ways.get(session)
