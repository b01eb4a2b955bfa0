import rights from './demo-rights.json' with { type: 'json' }

/** An account of the server's demo mode, as listed in /demo/accounts.json. */
export interface ListedAccount {
  customerNumber: string
  userName: string
  password: string
  right: keyof typeof rights
  company: string
}

/** Formats an account for a list of choices. */
export function accountLabel({ company, userName, right }: ListedAccount): string {
  return `${company}: ${userName} (${rights[right].label})`
}

/** Loads the demo's accounts; none if the server is not in demo mode. */
export async function loadAccounts(): Promise<ListedAccount[]> {
  try {
    const response = await fetch('demo/accounts.json')
    return response.ok ? ((await response.json()) as ListedAccount[]) : []
  } catch {
    return []
  }
}

/**
 * Gets a token as a shop with its own login would. The request has no cookies, so that only the token identifies the
 * person.
 */
export async function fetchToken({ customerNumber, userName, password }: ListedAccount): Promise<string> {
  const response = await fetch('api/getToken', {
    method: 'POST',
    credentials: 'omit',
    headers: { 'CONTENT-VERSION': '1.0' },
    body: new URLSearchParams({ customerNumber, userName, password })
  })
  const answer = (await response.json()) as {
    responseData: { access_token: string } | null
    responseResult: { Errors: string[] }
  }
  if (!answer.responseData) throw new Error(answer.responseResult.Errors[0] ?? response.statusText)
  return answer.responseData.access_token
}

/** Revokes a token; a failure makes no difference to the page. */
export async function revoke(token: string): Promise<void> {
  const headers = { 'CONTENT-VERSION': '1.0', Authorization: token }
  await fetch('api/revokeToken', { method: 'POST', credentials: 'omit', headers }).catch(() => undefined)
}
