/** A person who is logged in to the shop. */
export interface User {
  readonly id: string
}

/** Logs a person in to the shop itself, whose server knows the login by a cookie. */
export function logIn(id: string): User {
  document.cookie = `shop-user=${id}`
  return { id }
}

export function logOut(): null {
  document.cookie = 'shop-user=; max-age=0'
  return null
}

/** Asks the shop's server for a token of the customer center for the person who is logged in to the shop. */
export async function getToken() {
  const response = await fetch('/center-token')
  if (!response.ok) throw new Error(`/center-token answers ${response.status}.`)
  return response.json()
}
