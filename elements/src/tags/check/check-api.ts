import type { defaultApiVersion } from '@customer-center/contract/limits'
import type { versionHeaders, xsrfCookie, xsrfHeader } from '@customer-center/contract/session'
import type { CheckResult } from '../../types/elements.ts'
import { failedResult, fineResult, isLoopback, unknownResult } from './result.ts'

// This chunk must run even where other chunks are blocked: it imports none, and repeats its part of the contract.
const versions = ['CONTENT-VERSION', 'CONTENT_VERSION'] satisfies typeof versionHeaders
/** The version with which a server is asked for its own. */
const askedVersion = '1.0' satisfies typeof defaultApiVersion
const cookieName = 'XSRF-TOKEN' satisfies typeof xsrfCookie
const headerName = 'X-XSRF-TOKEN' satisfies typeof xsrfHeader
const allowedHeaders = ['Authorization', 'Content-Type', ...versions].join(', ')
const timeoutMs = 10_000

const notAsked = 'not checked, because the API cannot be called'

export interface CheckedApi {
  /** Absolute URL without a slash at its end. */
  readonly url: string
  /** `apiVersion` of the configuration: a version, or `server` for that of the API. */
  readonly version: string
  /** Whether the page could read some other file of the API's origin. */
  readonly reachable: boolean
  /** Whether the page may not ask it at all, because the page is https and the API is not. */
  readonly isMixed: boolean
  /** Tells whether the page's policy forbids calls of it. */
  readonly isBlocked: () => Promise<boolean>
}

/** Makes calls that change nothing, as the elements make theirs. */
export async function checkApi(api: CheckedApi): Promise<CheckResult[]> {
  const { url } = api
  const own = new URL(url).origin === self.origin
  const answer = await getVersion(api, { Authorization: 'check' })
  if (answer)
    return [
      fineResult('cors', own ? 'not needed: the API is on the origin of the page' : `${self.origin} may call ${url}`),
      checkCookies(url, own),
      await checkAntiForgery(api, own),
      await checkVersion(api, answer)
    ]
  const others = [unknownResult('anti-forgery', notAsked), unknownResult('version', notAsked)]
  if (api.isMixed || (await api.isBlocked()))
    return [unknownResult('cors', notAsked), unknownResult('credentials', notAsked), ...others]
  return [...(await diagnose(api, own)), ...others]
}

/** Finds out why no call can be read, by leaving out, one after the other, the parts that an API must allow. */
async function diagnose(api: CheckedApi, own: boolean): Promise<CheckResult[]> {
  const { url, reachable } = api
  const credentials = unknownResult('credentials', notAsked)
  if (own) {
    const remedy = 'Correct apiUrl, or start the server.'
    return [failedResult('cors', `${url} does not answer`, remedy, 'CC-NO-BACKEND'), credentials]
  }
  if (self.origin === 'null') {
    const remedy = "Add allow-same-origin to the iframe's sandbox: an origin 'null' cannot be allowed."
    return [failedResult('cors', 'the page is in a sandbox that takes its origin away', remedy), credentials]
  }
  const address = `${url}/getApiVersion`
  if (await askApi(address, {})) {
    const refused = await refusedHeaders(api, address)
    const finding = `${url} does not allow the header ${refused.join(', nor ')}`
    const remedy = `Send Access-Control-Allow-Headers: ${allowedHeaders}`
    return [failedResult('cors', finding, remedy, 'CC-CORS-HEADER'), credentials]
  }
  if (await askApi(address, { credentials: 'omit' })) {
    const remedy = `Send Access-Control-Allow-Credentials: true, with Access-Control-Allow-Origin: ${self.origin}`
    return [
      fineResult('cors', `answers of ${url} can be read`),
      failedResult('credentials', 'only without cookies', remedy)
    ]
  }
  const remedy = `Add ${self.origin} to CORS_ORIGINS of the server: CORS_ORIGINS=${self.origin}`
  const finding = `${self.origin} may not read answers of ${url}`
  if (reachable) return [failedResult('cors', finding, remedy), credentials]
  // An answer that no script may read, and a file of ours, which any page may load: our API hides from other pages.
  const seen = await Promise.all(
    [address, new URL('/elements/integrity.json', url).href].map((one) => askApi(one, { mode: 'no-cors' }))
  )
  return seen.some(Boolean)
    ? [failedResult('cors', finding, `${remedy}. If another program answers there: correct apiUrl.`), credentials]
    : [
        failedResult(
          'cors',
          `nothing that this page can see answers at ${url}`,
          `Start the backend, or correct apiUrl. If it is there: ${remedy}`,
          'CC-NO-BACKEND'
        ),
        credentials
      ]
}

/** Lists the headers of every call that the API does not allow, each sent alone. */
async function refusedHeaders({ version }: CheckedApi, address: string): Promise<string[]> {
  const names = ['Authorization', ...versions]
  const answers = await Promise.all(names.map((name) => askApi(address, { headers: { [name]: version } })))
  return names.filter((_, index) => !answers[index])
}

function checkCookies(url: string, own: boolean): CheckResult {
  const { protocol, hostname } = new URL(url)
  if (own || protocol === 'https:' || isLoopback(hostname)) return fineResult('credentials', 'calls carry cookies')
  const remedy =
    'Serve the API over https; until then each reload asks for the login, unless the page sets session-token.'
  return failedResult('credentials', 'browsers keep no cookie of another origin that is not https', remedy)
}

/**
 * Checks the protection against forgery by a start that names no function. The server refuses such a start for that
 * reason; a 403 means that it took the request for a forgery.
 */
async function checkAntiForgery(api: CheckedApi, own: boolean): Promise<CheckResult> {
  const cookie = own ? readXsrfCookie() : undefined
  const answer = await askApi(`${api.url}/function/start`, {
    method: 'POST',
    headers: { ...versionsOf(api), 'Content-Type': 'application/json', ...(cookie && { [headerName]: cookie }) },
    body: '{}'
  })
  if (!answer) {
    const remedy = `Send Access-Control-Allow-Headers: ${allowedHeaders} and Access-Control-Allow-Methods: GET, POST, PUT`
    return failedResult('anti-forgery', 'a POST with JSON is not allowed', remedy)
  }
  if (answer.status !== 403) return fineResult('anti-forgery', 'a POST is not taken for a forgery')
  const remedy = own
    ? `Let the page read the cookie ${cookieName} (Path=/, not HttpOnly), and let proxies pass on the header ${headerName}.`
    : `Let proxies pass on the headers Origin and ${versions[0]}.`
  return failedResult('anti-forgery', 'a POST is refused with 403', remedy)
}

async function checkVersion(api: CheckedApi, answer: Response): Promise<CheckResult> {
  const { url, version } = api
  const finding = `getApiVersion answers ${answer.status}`
  const body = await envelopeOf(answer)
  if (!body) {
    // Only `apiVersion: "server"` needs that call: its 404 may be that of the backend's framework.
    if (answer.status === 404 && (await answersUser(api)))
      return version === 'server'
        ? failedResult('version', finding, 'Answer getApiVersion, or set apiVersion to the version of the API.')
        : unknownResult('version', 'not checked, because the API has no getApiVersion')
    const type = answer.headers.get('Content-Type') ?? 'no type'
    const remedy = `Correct apiUrl (${url}): another program answers there.`
    return failedResult('version', `${finding} with ${type} that is no answer of the API`, remedy, 'CC-OTHER-PROGRAM')
  }
  if (!answer.ok) return failedResult('version', finding, `Correct apiUrl (${url}) or apiVersion (${version}).`)
  const offered = (body.responseData as { api_version?: unknown } | null)?.api_version
  if (typeof offered !== 'string' && typeof offered !== 'number')
    return failedResult('version', `${finding} without a version`, `Correct apiUrl (${url}).`)
  if (version === 'server') return fineResult('version', `the elements speak the version of the API, ${offered}`)
  if (String(offered) === version) return fineResult('version', `the elements and the API both speak ${version}`)
  const remedy = `Load elements of the server's release, or set apiVersion to ${offered}.`
  return failedResult('version', `the elements speak ${version}, the API ${offered}`, remedy)
}

/** Reads the envelope that each answer of an API is, whatever its status. */
async function envelopeOf(answer: Response | null): Promise<{ responseData: unknown } | null> {
  const body: unknown = await answer?.json().catch(() => null)
  return Object.hasOwn(Object(body) as object, 'responseData') ? (body as { responseData: unknown }) : null
}

/** Tells whether the API has the call that every backend needs, by asking with a token that nobody has. */
async function answersUser(api: CheckedApi): Promise<boolean> {
  const headers = { ...versionsOf(api), Authorization: 'check' }
  return (await envelopeOf(await askApi(`${api.url}/webshopuser/getcurrentwebshopuser`, { headers }))) !== null
}

const versionsOf = ({ version }: CheckedApi): Record<string, string> =>
  Object.fromEntries(versions.map((name) => [name, version === 'server' ? askedVersion : version]))

const getVersion = (api: CheckedApi, headers: Record<string, string>) =>
  askApi(`${api.url}/getApiVersion`, { headers: { ...versionsOf(api), ...headers } })

/** Sends a request; null if the page gets no answer. The browser tells no script the reason. */
async function askApi(url: string, init: RequestInit): Promise<Response | null> {
  try {
    return await fetch(url, { credentials: 'include', signal: AbortSignal.timeout(timeoutMs), ...init })
  } catch {
    return null
  }
}

function readXsrfCookie(): string | undefined {
  try {
    const pair = document.cookie.split('; ').find((one) => one.startsWith(`${cookieName}=`))
    return pair && decodeURIComponent(pair.slice(cookieName.length + 1))
  } catch {
    return undefined
  }
}
