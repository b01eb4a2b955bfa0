import type { ResponseResult } from '@customer-center/contract/envelope'
import type { WireRow } from '@customer-center/contract/field-codes'
import { AsyncStatus, getAsyncResult, startFunction } from '@customer-center/contract/server-function'
import { getToken } from '@customer-center/contract/session'
import { getCurrentShopUser } from '@customer-center/contract/shop-user'
import { CallError } from './call-error.ts'
import type { AnsweredCall, FieldMap, WireFormat } from './wire-format.ts'

/** An envelope of any backend; its members may be missing or of another kind. */
type GivenEnvelope = {
  readonly responseData?: unknown
  readonly responseResult?: { readonly [Name in keyof ResponseResult]?: unknown } | null
} | null

/** The members of an answer that decide whether its call was refused; each backend fills some of them. */
interface ForeignAnswer extends Pick<CallError, 'restCode' | 'errors'> {
  /** The responseData; null if it is missing. */
  readonly data: unknown
  /** HTTPReturnCode, 0 if there is none. */
  readonly code: number
}

/**
 * Returns the responseData of an answer with this body: a missing responseData is null, and without a valid
 * responseResult the HTTP status decides. Throws CallError for all but success.
 */
export function readForeignEnvelope(
  format: WireFormat,
  { ok, status, statusText, headers }: Response,
  text: string,
  call: AnsweredCall,
  map?: FieldMap
): unknown {
  const parsed = parse(text)
  const { responseData: data = null, responseResult } = parsed?.[0] ?? {}
  const code = number(responseResult?.HTTPReturnCode)
  const answer = {
    data,
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
  if (answer.status < 200 || answer.status > 299 || (isRead && refuses(answer, call, thingTest(format, call, map))))
    throw new CallError('refused', answer)
  if (!isRead || (call.path === getToken.path && !hasToken(data))) throw new CallError('unreadable', answer)
  return data
}

function parse(text: string): [GivenEnvelope] | null {
  try {
    return [JSON.parse(text) as GivenEnvelope]
  } catch {
    return null
  }
}

/**
 * Tells whether an answer with a status of success refuses its call: a write by its number, a read by sentences in
 * place of data (docs/decisions/0124-answers-of-others.md).
 */
function refuses(
  { data, code, restCode, errors }: ForeignAnswer,
  { method, path }: AnsweredCall,
  isThere: ReturnType<typeof thingTest>
): boolean {
  const isRemarked = restCode !== 0 || errors.length > 0
  // Only a token with HTTPReturnCode 200 logs in.
  if (path === getToken.path) return code !== 200 || (isRemarked && !hasToken(data))
  if (path === getCurrentShopUser.path) return isRemarked && !Object.values(data ?? {}).some(Boolean)
  if (isThere) return isRemarked && !isThere(data)
  return method === 'GET' ? errors.length > 0 && isEmpty(data) : restCode !== 0
}

/** Returns the test whether an answer has the one thing that its call asks for, such as a file; null for other calls. */
function thingTest(format: WireFormat, { path }: AnsweredCall, map?: FieldMap): ((data: unknown) => boolean) | null {
  if (!map) return null
  const member = (data: unknown, name: string) => format.readerOf(map, name)((data ?? {}) as WireRow)
  if (path === startFunction.path) return (data) => member(data, 'jobId') !== null
  if (path === getAsyncResult.path)
    return (data) =>
      member(data, 'fileData') !== null ||
      [AsyncStatus.requested, AsyncStatus.working].some((status) => status === member(data, 'status'))
  return map.noun === 'document' ? (data) => member(data, 'fileData') !== null : null
}

/** Tells whether there is no data: none, an empty list, or a row of empty members. */
function isEmpty(data: unknown): boolean {
  const members: unknown[] = typeof data === 'object' && data !== null ? Object.values(data) : [data]
  return members.every((one) => one === null || one === '')
}

function hasToken(data: unknown): boolean {
  const { access_token: token } = (data ?? {}) as { access_token?: string | number | null }
  return String(token ?? '').trim() !== ''
}

/** Reads a number; some backends send codes as strings. */
function number(value: unknown): number {
  return Number(value) || 0
}

function sentences(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : []
  return list.filter((entry): entry is string => typeof entry === 'string' && entry.trim() !== '')
}
