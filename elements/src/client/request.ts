import { type Endpoint, idempotencyHeader } from '@customer-center/contract/endpoint'
import { requestTimeoutMs } from '@customer-center/contract/limits'
import { personHeader, versionHeaders, xsrfCookie, xsrfHeader } from '@customer-center/contract/session'
import { rejectOnAbort, anySignal } from '../lib/abort-signal.ts'
import { readCookie } from '../lib/browser-storage.ts'
import { CallError } from './call-error.ts'
import { readEnvelope } from './envelope.ts'
import type { RepeatOptions, repeatRead } from './repeat-read.ts'
import { contractFormat, type FieldNames, type Reading, resFields, type WireFormat } from './wire-format.ts'

export interface RequestContext {
  /** Base URL without a slash at its end; a relative one counts from the page. */
  readonly api: string
  /** The version of the API; `server` for the one that its server names. */
  readonly version: string
  readonly token: string | null
  /** The server's mark of the person whom this page shows; null if it gave none. */
  readonly person?: string | null
  /** Whether the backend's configuration says that it takes idempotency keys. */
  readonly idempotencyKeys?: boolean
  /** How the backend writes answers; by default as the contract says. */
  readonly format?: WireFormat
}

/** A GET that was made before this code was loaded. A request of the same URL and token uses its response. */
export interface PrefetchedResponse {
  readonly url: string
  readonly token: string | null
  readonly response: Promise<Response>
  /** Cancels the request: while it is pending, a browser makes no second request to the same URL. */
  readonly cancel: () => void
}

/** Limits of the time without a byte, in ms; tests of requests without an answer shorten them. */
export const requestTimeouts = { request: requestTimeoutMs }

export interface RequestOptions<Query, Body, Data = unknown> extends RepeatOptions {
  query?: Query
  /** How the answer is read; else it is given as it came. */
  as?: Reading<Data> | undefined
  /** The fields that RES_FIELDS names; without them there is no RES_FIELDS. */
  fields?: FieldNames
  /** Fields of the shop's list, which count among all fields although not every backend has them. */
  shown?: readonly string[]
  body?: Body
  /** Idempotency key, the same for all requests that must create one thing; not sent to a backend without such keys. */
  idempotencyKey?: string | undefined
  /** Called with the server's mark of the person, null if it gives none, when the request has succeeded. */
  onPerson?: (person: string | null) => void
  prefetched?: PrefetchedResponse | null
  /**
   * 'omit' for a request about another login than that of the cookies: it neither sends cookies nor stores the
   * answer's.
   */
  credentials?: RequestCredentials
}

/** Gives the code that repeats reads, which comes with the app: the first view has no bytes for it. */
export let provideRepeatRead: (code: typeof repeatRead) => void
const repeatCode = new Promise<typeof repeatRead>((resolve) => (provideRepeatRead = resolve))

/**
 * Makes a request. A read is made again if the server says when that makes sense; a save never. Throws CallError, or
 * the reason of `signal` if that was aborted.
 */
export async function requestEndpoint<Q, B, D, Read = D>(
  context: RequestContext,
  endpoint: Endpoint<Q, B, D>,
  options: RequestOptions<Q, B, Read> = {}
): Promise<Read> {
  const timeout = startIdleTimeout(requestTimeouts.request)
  const { signal } = options
  try {
    const combined = signal ? anySignal([signal, timeout.signal]) : timeout.signal
    if (context.version === 'server') {
      const { serverVersion } = await import('./server-version.ts')
      context = { ...context, version: await rejectOnAbort(serverVersion(context, requestEndpoint), combined) }
    }
    const { format = contractFormat } = context
    const { readAnswer = readEnvelope } = format
    const { as, fields, shown } = options
    const read = (data: unknown) => (as ? as.read(format, data) : (data as Read))
    const send = async (names = fields) => {
      const codes = as && names && { RES_FIELDS: resFields(format, as.map, names, shown) }
      const response = await sendRequest(context, endpoint, options, { ...codes, ...options.query }, combined)
      const data = readAnswer(response, await timeout.textOf(response), endpoint, as?.map)
      options.onPerson?.(response.headers.get(personHeader))
      return data
    }
    return read(as && fields && format.ask ? await format.ask(as.map, fields, send) : await send())
  } catch (error) {
    if (error instanceof CallError) {
      if (endpoint.method === 'GET' && error.retryAfter)
        return (await repeatCode)(error, options, (again) => requestEndpoint(context, endpoint, again))
      throw error
    }
    signal?.throwIfAborted()
    throw new CallError(timeout.signal.aborted ? 'timeout' : 'network')
  } finally {
    timeout.clear()
  }
}

function sendRequest<Q, B, D>(
  context: RequestContext,
  endpoint: Endpoint<Q, B, D>,
  { body, idempotencyKey, prefetched, credentials = 'include' }: RequestOptions<Q, B>,
  query: object,
  signal: AbortSignal
): Promise<Response> {
  const url = urlOf(context, endpoint, query)
  if (prefetched?.url === url && prefetched.token === context.token) {
    signal.addEventListener('abort', prefetched.cancel)
    return rejectOnAbort(prefetched.response, signal)
  }
  return fetch(url, {
    method: endpoint.method,
    headers: headersOf(context, endpoint, idempotencyKey),
    credentials,
    body: bodyOf(endpoint, body),
    signal
  })
}

function urlOf<Q, B, D>({ api }: RequestContext, { path }: Endpoint<Q, B, D>, query: object): string {
  const search = formOf(query)
  return `${api}${path}${search.size > 0 ? `?${search.toString()}` : ''}`
}

/**
 * Returns the headers of a request. Another origin refuses a request with a header that it does not allow, so it gets
 * only headers that it has announced.
 */
function headersOf<Q, B, D>(
  { api, version, token, person, idempotencyKeys }: RequestContext,
  endpoint: Endpoint<Q, B, D>,
  idempotencyKey: string | undefined
): Headers {
  const headers = new Headers()
  for (const name of versionHeaders) headers.set(name, version)
  if (token) headers.set('Authorization', token)
  else if (person) headers.set(personHeader, person)
  if (idempotencyKeys && idempotencyKey) headers.set(idempotencyHeader, idempotencyKey)
  if (endpoint.body === 'json') headers.set('Content-Type', 'application/json')
  const xsrf = endpoint.method !== 'GET' && isSameOrigin(api) ? readCookie(xsrfCookie) : undefined
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

/** Tells whether a URL has the page's origin: only then are the answer's cookies this page's. Without a page, none has. */
function isSameOrigin(url: string): boolean {
  return new URL(url, globalThis.document?.baseURI).origin === globalThis.location?.origin
}

/** Starts a timeout whose signal is aborted after `ms` without a byte. */
function startIdleTimeout(ms: number) {
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const restart = () => {
    clearTimeout(timer)
    timer = setTimeout(() => controller.abort(), ms)
  }
  restart()
  return {
    signal: controller.signal,
    /** Reads the body and restarts the timeout with each of its chunks: a large document may take as long as its bytes flow. */
    textOf({ body }: Response): Promise<string> {
      restart()
      const watched = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, stream) {
          restart()
          stream.enqueue(chunk)
        }
      })
      // Without the status: the constructor throws for one that allows no body, such as 204, which has one in Chromium.
      return new Response(body?.pipeThrough(watched)).text()
    },
    clear: () => clearTimeout(timer)
  }
}
