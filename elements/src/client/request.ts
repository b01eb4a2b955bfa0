import type { Endpoint } from '@customer-center/contract/endpoint'
import { requestTimeoutMs } from '@customer-center/contract/limits'
import { personHeader, versionHeaders, xsrfCookie, xsrfHeader } from '@customer-center/contract/session'
import { abortable } from './abortable.ts'
import { CallError } from './call-error.ts'
import { readEnvelope } from './envelope.ts'
import { listen } from './idle-timeout.ts'

/** Where calls go and as whom. */
export interface Way {
  /** Base URL without a slash at its end; a relative one counts from the page. */
  readonly api: string
  readonly version: string
  readonly token: string | null
  /** The server's mark of the person whom this page shows; null if it gave none. */
  readonly person?: string | null
  /** Hands out a call that was made before this code was here, once. */
  readonly early?: (url: string, token: string | null) => EarlyCall | null
}

/** A call that was made before this code was here; whoever would make the same one takes its answer instead. */
export interface EarlyCall {
  readonly url: string
  readonly token: string | null
  readonly response: Promise<Response>
  /** Gives it up: a browser that still waits for it makes no second call to the same URL. */
  readonly end: () => void
}

/** In ms without a sign of life; a test that waits for a call without an answer shortens it. */
export const limits = { request: requestTimeoutMs }

export interface CallOptions<Query, Body> {
  query?: Query
  body?: Body
  /** Beside those of every call. */
  headers?: Readonly<Record<string, string>>
  signal?: AbortSignal | undefined
  /** Told of the answer's headers when the call has succeeded. */
  heard?: (headers: Headers) => void
}

/** Makes one call, once. Throws CallError; the reason of `signal` if that ended it. */
export async function request<Q, B, D>(
  way: Way,
  endpoint: Endpoint<Q, B, D>,
  options: CallOptions<Q, B> = {}
): Promise<D> {
  const silence = listen(limits.request)
  const { signal } = options
  try {
    const url = urlOf(way, endpoint, options.query)
    const ended = signal ? AbortSignal.any([signal, silence.signal]) : silence.signal
    const early = endpoint.method === 'GET' && way.early?.(url, way.token)
    if (early) ended.addEventListener('abort', early.end)
    const answer = early
      ? abortable(early.response, ended)
      : fetch(url, {
          method: endpoint.method,
          headers: headersOf(way, endpoint, options.headers),
          credentials: 'include',
          body: bodyOf(endpoint, options.body),
          signal: ended
        })
    const response = await answer
    const data = (await readEnvelope(silence.heard(response))) as D
    options.heard?.(response.headers)
    return data
  } catch (error) {
    if (error instanceof CallError) throw error
    signal?.throwIfAborted()
    throw new CallError(silence.signal.aborted ? 'timeout' : 'network')
  } finally {
    silence.stop()
  }
}

function urlOf<Q, B, D>(way: Way, endpoint: Endpoint<Q, B, D>, query: Q | undefined): string {
  const search = formOf(query)
  return `${way.api}${endpoint.path}${search.size > 0 ? `?${search.toString()}` : ''}`
}

function headersOf<Q, B, D>(way: Way, endpoint: Endpoint<Q, B, D>, more: Record<string, string> = {}): Headers {
  const headers = new Headers(more)
  for (const name of versionHeaders) headers.set(name, way.version)
  if (way.token) headers.set('Authorization', way.token)
  else if (way.person && isRelative(way.api)) headers.set(personHeader, way.person)
  if (endpoint.body === 'json') headers.set('Content-Type', 'application/json')
  const xsrf = endpoint.method !== 'GET' && isRelative(way.api) ? cookie(xsrfCookie) : undefined
  if (xsrf) headers.set(xsrfHeader, xsrf)
  return headers
}

function bodyOf<Q, B, D>(endpoint: Endpoint<Q, B, D>, body: B | undefined): BodyInit | null {
  if (body === undefined) return null
  return endpoint.body === 'form' ? formOf(body) : JSON.stringify(body)
}

function formOf(values: unknown): URLSearchParams {
  const given = Object.entries(values ?? {}).filter(([, value]) => value !== undefined && value !== null)
  return new URLSearchParams(given.map(([key, value]) => [key, String(value)]))
}

/** Relative in the sense of the anti-forgery rule: its answer's cookies are this page's own. */
function isRelative(url: string): boolean {
  return new URL(url, document.baseURI).origin === location.origin
}

function cookie(name: string): string | undefined {
  const pair = document.cookie.split('; ').find((entry) => entry.startsWith(`${name}=`))
  return pair && decodeURIComponent(pair.slice(name.length + 1))
}
