import type { Session } from '../../client/session.ts'

/** The hash of a link that fills in the login: `#login?customerNumber=20417&userName=anna%40firma.at`. */
const linkedHash = /^#login\?(.*)$/s

export interface LinkedLogin {
  readonly customerNumber: string
  readonly userName: string
  readonly done: 'password' | 'email' | null
}

/**
 * Reads the login from the page's address. Nothing in it is trusted, since the person sees it and enters the password.
 */
export function linkedLogin(): LinkedLogin {
  const given = new URLSearchParams(linkedHash.exec(location.hash)?.[1])
  const done = given.get('done')
  return {
    customerNumber: given.get('customerNumber') ?? '',
    userName: given.get('userName') ?? '',
    done: done === 'password' || done === 'email' ? done : null
  }
}

/** Removes the login from the address, so that no bookmark, screenshot or later reader of the address gets it. */
export function forgetLinkedLogin(): void {
  if (linkedHash.test(location.hash)) history.replaceState(history.state, '', location.pathname + location.search)
}

type LoginMethod = 'password' | 'passkey'

/** How each session on this page has logged in; unknown for other pages and a host's token. */
const ways = new WeakMap<Session, LoginMethod>()

/** Notes the way of login before the login is requested: the view after it may be there before its answer is read. */
export function setLoginMethod(session: Session, way: LoginMethod): void {
  ways.set(session, way)
}

export const loginMethodOf = (session: Session): LoginMethod | undefined => ways.get(session)
