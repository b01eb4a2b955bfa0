import { CallError } from './call-error.ts'

/**
 * responseData of an answer. Tolerant, because any backend may stand behind the contract: a missing responseData is null, a
 * missing or odd responseResult counts as success of the HTTP status. Throws CallError for everything that is no success.
 */
export async function readEnvelope(response: Response): Promise<unknown> {
  const text = await response.text()
  const body = parse(text)
  const result = object(object(body)?.['responseResult'])
  const known = {
    status: statusOf(response, result),
    statusText: response.statusText,
    restCode: number(result?.['RESTReturnCode']),
    errors: sentences(result?.['Errors'])
  }
  if (known.status >= 400 || known.restCode !== 0) throw new CallError('refused', known)
  if (text !== '' && !object(body)) throw new CallError('unreadable', known)
  return object(body)?.['responseData'] ?? null
}

/** The transport's refusal counts before the envelope's word; an envelope may refuse under HTTP 200. */
function statusOf(response: Response, result: Record<string, unknown> | undefined): number {
  return response.ok ? number(result?.['HTTPReturnCode']) || response.status : response.status
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function object(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}

/** Some backends write their codes as strings. */
function number(value: unknown): number {
  return typeof value === 'number' ? value : (typeof value === 'string' && Number(value)) || 0
}

function sentences(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : []
  return list.filter((entry): entry is string => typeof entry === 'string' && entry.trim() !== '')
}
