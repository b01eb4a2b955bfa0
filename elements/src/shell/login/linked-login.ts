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
