/** Somebody who is logged in to the shop. */
export interface User {
  readonly id: string
}

/** The login of the shop itself, which its server knows by a cookie. */
export function logIn(id: string): User {
  document.cookie = `shop-user=${id}`
  return { id }
}

export function logOut(): null {
  document.cookie = 'shop-user=; max-age=0'
  return null
}

/** A token of the customer center for whoever is logged in to the shop, of the shop's server. */
export async function getToken() {
  const response = await fetch('/center-token')
  if (!response.ok) throw new Error(`/center-token answers ${response.status}.`)
  return response.json()
}
