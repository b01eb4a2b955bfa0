import type { requestTimeoutMs } from '@customer-center/contract/limits'
import type { defaultRuntimeConfig, RuntimeConfig } from '@customer-center/contract/runtime-config'
import type { versionHeaders } from '@customer-center/contract/session'
import type { loginMark } from '../../client/login-memory.ts'
import type { PrefetchedResponse } from '../../client/request.ts'
import type { ForeignCode } from '../../client/wire-format.ts'
import type { JsonFile } from '../../lib/json-file.ts'
import type { TextFiles } from '../../texts/read-texts.ts'

// This file is a part of the loader, so that these requests run side by side with those for the code: no answer can be
// read while a chunk is evaluated, and each sequential request costs a round trip. The loader imports nothing from a
// chunk, so its part of the contract is repeated here and checked by its type.

/** Times in ms until a file counts as missing; tests of files without an answer shorten them. */
export const fileTimeouts = { file: 30_000 satisfies typeof requestTimeoutMs as number }
const mark = 'customer-center:logged-in:' satisfies typeof loginMark
const versions = ['CONTENT-VERSION', 'CONTENT_VERSION'] satisfies typeof versionHeaders
const profile = 'webshopuser/getcurrentwebshopuser?RES_FIELDS=WSU_EMAIL%2CWSU_RECHTE%2CWSU_TEILNEHMERWECHSEL'

/** Returns a controller that is aborted with `signal`; `AbortSignal.any` is missing before Safari 17.4. */
function linkedController(signal: AbortSignal): AbortController {
  const controller = new AbortController()
  signal.addEventListener('abort', () => controller.abort())
  return controller
}

/** Starts the request for a JSON file. The server is asked each time, and may answer that the file is unchanged. */
function fetchJson(url: URL, signal: AbortSignal, headers = {}): JsonFile {
  const controller = linkedController(signal)
  setTimeout(() => controller.abort(), fileTimeouts.file)
  const json = fetch(url, { cache: 'no-cache', headers, signal: controller.signal }).then((answer) =>
    answer.ok ? (answer.json() as Promise<unknown>) : Promise.reject(new Error(String(answer.status)))
  )
  // The reader of the file handles its failure; if no code reads the file, nobody needs to know.
  json.catch(() => undefined)
  return { url, json }
}

/**
 * Starts the request for the configuration. A relative `apiUrl` in the configuration of another origin is resolved
 * against that origin, where its server is.
 *
 * @param url as the host wrote it; null for the default beside the page
 * @param overrides the keys of the element's property `config`
 */
export function fetchConfig(url: string | null, overrides: object | null, signal: AbortSignal): JsonFile {
  const address = new URL(url || 'assets/config.prod.json', document.baseURI)
  const isForeign = address.origin !== location.origin
  // Another origin would have to allow the header first.
  const file = fetchJson(address, signal, isForeign ? {} : { 'Cache-Control': 'no-cache' })
  const json = file.json.then((given) => {
    const config: { apiUrl?: unknown } = { ...(given as object) }
    if (typeof config.apiUrl === 'string' && isForeign) config.apiUrl = new URL(config.apiUrl, address).href
    return { ...config, ...overrides }
  })
  json.catch(() => undefined)
  return { url: address, json }
}

/** Requests the code for a backend that is not ours, as soon as the configuration is known: only ours names itself. */
export function fetchForeignCode({ json }: JsonFile): ForeignCode {
  const code = json.then((config) =>
    (config as { backend?: unknown }).backend ? null : import('../../client/foreign-backend.ts')
  )
  code.catch(() => undefined)
  return code
}

/** Returns the folder that `texts-url` names, with or without a slash at its end; else that of the configuration. */
export function textsFolder(url: string | null, config: URL): URL {
  return url ? new URL(`${url.replace(/([^/]|^)\/+$/, '$1')}/`, document.baseURI) : new URL('.', config)
}

export function fetchText(folder: URL, name: string, signal: AbortSignal): JsonFile {
  return fetchJson(new URL(`text.${name}.json`, folder), signal)
}

/**
 * Starts the requests for a language's texts. Those of the provider wait for the configuration, which may say that there
 * are none: browsers report a missing file as an error.
 */
export function fetchTexts(
  { json }: JsonFile,
  folder: URL,
  language: string,
  signal: AbortSignal,
  part = ''
): TextFiles {
  const custom = json.then((config) =>
    `${(config as Partial<RuntimeConfig>).customTexts}` === 'false'
      ? {}
      : fetchText(folder, `${language}.custom`, signal).json
  )
  custom.catch(() => undefined)
  return { standard: fetchText(folder, language + part, signal), custom }
}

/**
 * Tells whether a cookie of the server says that there may be a session, since no script can read the session's own
 * cookie. Our server writes `~` if there is no session. A sandboxed page may read no cookie.
 */
export function hasLoginCookie(): boolean {
  try {
    return /XSRF-TOKEN=[^~;]/.test(document.cookie)
  } catch {
    return false
  }
}

/**
 * Tells whether this page has noted a login. A page of another origin than the server's does so, since it has no cookie
 * to read.
 */
function hasLoginMark(api: string): boolean {
  try {
    return localStorage.getItem(mark + new URL(api, document.baseURI).href) !== null
  } catch {
    return false
  }
}

/**
 * Asks who is logged in, or for another `path`, as soon as the configuration is known. Null if nobody can be logged in,
 * or if the configuration changes the question in a way that only `client/` knows. If the question turns out to be a
 * different one, `client/` asks again.
 */
export async function prefetchPath(
  { json }: JsonFile,
  token: string | null,
  signal: AbortSignal,
  path = profile
): Promise<PrefetchedResponse | null> {
  const config = (await json.catch(() => null)) as Partial<typeof defaultRuntimeConfig> | null
  const { apiUrl, apiVersion, development } = config ?? {}
  if (
    signal.aborted ||
    typeof apiUrl !== 'string' ||
    typeof apiVersion !== 'string' ||
    development ||
    /"(webshop-user\.|WSU_|apiVersion":"server)/.test(JSON.stringify(config))
  )
    return null
  const api = apiUrl.replace(/([^/]|^)\/+$/, '$1')
  if (!token && !hasLoginCookie() && !hasLoginMark(api)) return null
  const url = `${api}/${path}`
  const headers = new Headers(versions.map((name) => [name, apiVersion]))
  if (token) headers.set('Authorization', token)
  const controller = linkedController(signal)
  const response = fetch(url, { headers, credentials: 'include', signal: controller.signal })
  response.catch(() => undefined)
  return { url, token, response, cancel: () => controller.abort() }
}
