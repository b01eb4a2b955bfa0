import { requestZip, type ZipRequest } from '@customer-center/contract/zip'
import { backendAddress } from '../client/backend-address.ts'
import type { AppContext } from '../context/app-context.ts'
import { callFeature } from './backend-feature.ts'

/** Where the browser finds some documents as one file, once. Throws CallError. */
export async function zipAddress(app: Pick<AppContext, 'call' | 'session'>, data: ZipRequest): Promise<string> {
  const answer: { url?: unknown } | null = await callFeature(app, requestZip, { body: { data } })
  return backendAddress(app.session, answer?.url)
}
