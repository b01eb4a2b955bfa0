import type { Envelope } from '@customer-center/contract/envelope'
import { nullOnError } from '../lib/browser-storage.ts'
import { CallError } from './call-error.ts'

/** Returns the responseData of our server's answer with this body. Throws CallError for all but success. */
export function readEnvelope({ ok, status, statusText, headers }: Response, text: string): unknown {
  const envelope = nullOnError(() => JSON.parse(text) as Partial<Envelope<unknown>>)
  const { RESTReturnCode: restCode = 0, Errors: errors = [] } = envelope?.responseResult ?? {}
  const retryAfter = headers.get('retry-after')
  const answer = { status, statusText: ok ? null : statusText, restCode, errors, retryAfter }
  if (!ok || restCode !== 0) throw new CallError('refused', answer)
  // A proxy may answer in the server's place.
  if (!envelope?.responseResult) throw new CallError('unreadable', answer)
  return envelope.responseData
}
