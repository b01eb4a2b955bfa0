import { queryOptions } from '@tanstack/react-query'
import { cancelEmailChange, getEmailChange, resendEmailChange } from '@customer-center/contract/email-change'
import { callFeature, type FeatureCaller } from './backend-feature.ts'

/** Query: the person's new address that waits for its confirmation; null without one. */
export function emailChange(app: FeatureCaller) {
  return queryOptions({
    queryKey: ['email-change'],
    queryFn: ({ signal }) => callFeature(app, getEmailChange, { signal }),
    staleTime: 0
  })
}

export async function resendLink({ call }: FeatureCaller): Promise<void> {
  await call(resendEmailChange, { body: { data: {} } })
}

export async function keepAddress({ call }: FeatureCaller): Promise<void> {
  await call(cancelEmailChange, { body: { data: {} } })
}
