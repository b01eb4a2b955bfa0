import { cancelEmailChange, getEmailChange, resendEmailChange } from '@customer-center/contract/email-change'
import { queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../context/app-context.ts'
import { callFeature } from './backend-feature.ts'

type Caller = Pick<AppContext, 'call' | 'session'>

/** The person's new address that waits for its confirmation; null without one. */
export function emailChange(app: Caller) {
  return queryOptions({
    queryKey: ['email-change'],
    queryFn: ({ signal }) => callFeature(app, getEmailChange, { signal }),
    staleTime: 0
  })
}

/** Has the link mailed again. */
export async function resendLink({ call }: Caller): Promise<void> {
  await call(resendEmailChange, { body: { data: {} } })
}

/** Keeps the address as it is. */
export async function keepAddress({ call }: Caller): Promise<void> {
  await call(cancelEmailChange, { body: { data: {} } })
}
