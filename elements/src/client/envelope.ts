import { attempt } from '../lib/browser-storage.ts'
import { CallError } from './call-error.ts'

/**
 * Returns an answer's responseData. Tolerant, because another backend may implement the contract: a missing responseData is null,
 * and without a valid responseResult the HTTP status decides. Throws CallError for all but success.
 */
export async function readEnvelope(response: Response): Promise<unknown> {
  const text = await response.text()
  const body = object(attempt(() => JSON.parse(text) as unknown))
  const result = object(body?.['responseResult'])
  const known = {
    status: statusOf(response, result),
    statusText: response.statusText,
    restCode: number(result?.['RESTReturnCode']),
    errors: sentences(result?.['Errors'])
  }
  if (known.status >= 400 || known.restCode !== 0) throw new CallError('refused', known)
  if (text !== '' && !body) throw new CallError('unreadable', known)
  return body?.['responseData'] ?? null
}

/**
 * Returns the status of an answer: a failing HTTP status comes first; with HTTP 200 the envelope may still have one.
 */
function statusOf(response: Response, result: Record<string, unknown> | undefined): number {
  return response.ok ? number(result?.['HTTPReturnCode']) || response.status : response.status
}

function object(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}

/** Reads a number; some backends send codes as strings. */
function number(value: unknown): number {
  return typeof value === 'number' ? value : (typeof value === 'string' && Number(value)) || 0
}

function sentences(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : []
  return list.filter((entry): entry is string => typeof entry === 'string' && entry.trim() !== '')
}
