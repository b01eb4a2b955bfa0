import type { ResponseResult } from '@customer-center/contract/envelope'
import { orNull } from '../lib/browser-storage.ts'
import { CallError } from './call-error.ts'

/** An envelope of any backend; its members may be missing or of another kind. */
type GivenEnvelope = {
  readonly responseData?: unknown
  readonly responseResult?: { readonly [Name in keyof ResponseResult]?: unknown } | null
} | null

/** The members of an answer that decide whether its call was refused; each backend fills some of them. */
export interface CallAnswer extends Pick<CallError, 'restCode' | 'errors'> {
  /** The responseData; null if it is missing. */
  readonly data: unknown
  /** Reads the data as the caller gets it. */
  readonly read: () => unknown
  /** HTTPReturnCode, 0 if there is none. */
  readonly code: number
}

/**
 * Returns the responseData of an answer with this body. Tolerant, because another backend may implement the contract: a missing responseData is null,
 * and without a valid responseResult the HTTP status decides. Throws CallError for all but success.
 *
 * @param refuses tells whether an answer under a status of success refuses the call
 */
export function readEnvelope(
  { ok, status, statusText, headers }: Response,
  text: string,
  refuses: (answer: CallAnswer) => boolean = refusesAlone,
  read: (data: unknown) => unknown = (data) => data
): unknown {
  const parsed = orNull(() => [JSON.parse(text) as GivenEnvelope])
  const { responseData = null, responseResult } = parsed?.[0] ?? {}
  const code = number(responseResult?.HTTPReturnCode)
  const answer = {
    data: responseData,
    read: () => read(responseData),
    code,
    // A failing HTTP status comes first; with a success the envelope may still have one.
    status: (ok && code) || status,
    statusText: ok ? null : statusText,
    restCode: number(responseResult?.RESTReturnCode),
    errors: sentences(responseResult?.Errors),
    retryAfter: headers.get('retry-after')
  }
  // A text or a bare list says neither that something was saved nor that there is nothing.
  const isRead = parsed ? typeof parsed[0] !== 'string' && !Array.isArray(parsed[0]) : !text.trim()
  if (answer.status < 200 || answer.status > 299 || (isRead && refuses(answer))) throw new CallError('refused', answer)
  if (!isRead) throw new CallError('unreadable', answer)
  return answer.data
}

/** The rule of calls before `refusals.ts` is loaded, which has the rules of all others. */
const refusesAlone = ({ data, restCode, errors }: CallAnswer): boolean =>
  (restCode !== 0 || errors.length > 0) && !Object.values(data ?? {}).some(Boolean)

/** Reads a number; some backends send codes as strings. */
function number(value: unknown): number {
  return Number(value) || 0
}

function sentences(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : []
  return list.filter((entry): entry is string => typeof entry === 'string' && entry.trim() !== '')
}
