import rights from './demo-rights.json' with { type: 'json' }
import { loadJson } from './load-json.ts'

/** An account of the server's demo mode, as listed in /demo/accounts.json. */
export interface ListedAccount {
  customerNumber: string
  userName: string
  password: string
  right: keyof typeof rights
  company: string
  firstName: string
}

export function accountLabel({ company, userName, right }: ListedAccount): string {
  return `${company}: ${userName} (${rights[right].label})`
}

/** Loads the demo's accounts; none if the server is not in demo mode. */
export const loadAccounts = async () => (await loadJson<ListedAccount[]>('demo/accounts.json')) ?? []

/**
 * Gets a token as the page of a shop with its own login does: from the shop's server, which knows the person. No
 * password is sent, so an account whose password was changed still gets one. The request has no cookies: only the token
 * identifies the person.
 */
export async function fetchToken({ userName }: ListedAccount): Promise<string> {
  const response = await fetch('demo/session', {
    method: 'POST',
    credentials: 'omit',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName })
  })
  if (!response.ok) throw new Error('Der Server gibt dieser Person keine Sitzung.')
  const { token } = (await response.json()) as { token: string }
  return token
}

/** Revokes a token; a failure makes no difference to the page. */
export async function revokeToken(token: string): Promise<void> {
  const headers = { 'CONTENT-VERSION': '1.0', Authorization: token }
  await fetch('api/revokeToken', { method: 'POST', credentials: 'omit', headers }).catch(() => undefined)
}
