import { getContactAccess, sendContactAccess } from '@customer-center/contract/contact-access'
import type { Id } from '@customer-center/contract/field-codes'
import { queryOptions } from '@tanstack/react-query'
import { callWithFreshLogin } from '../client/fresh-login.ts'
import type { AppContext } from '../context/app-context.ts'

type Caller = Pick<AppContext, 'call'>

/** What became of a contact's access. */
export function contactAccess({ call }: Caller, pvaid: Id) {
  return queryOptions({
    queryKey: ['contact-access', pvaid],
    queryFn: ({ signal }) => call(getContactAccess, { query: { pvaid: String(pvaid) }, signal }),
    staleTime: 0
  })
}

/** Has the access mailed again; returns what has become of it so far. */
export function resendAccess(app: Pick<AppContext, 'call' | 'session' | 'signal'>, pvaid: Id) {
  return callWithFreshLogin(app, sendContactAccess, { body: { data: { pvaid: Number(pvaid) } } })
}
