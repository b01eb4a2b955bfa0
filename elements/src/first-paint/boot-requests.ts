import type { requestTimeoutMs } from '@customer-center/contract/limits'
import type { defaultRuntimeConfig } from '@customer-center/contract/runtime-config'
import type { versionHeaders } from '@customer-center/contract/session'
import type { PrefetchedResponse } from '../client/request.ts'
import type { JsonFile } from '../lib/json-file.ts'
import type { TextFiles } from '../texts/read-texts.ts'

// Part of the loader, so that these requests run side by side with those for the code: while a chunk is evaluated no answer
// can be read, and each request less in a row is a round trip. The loader imports nothing that is in a chunk, so what it
// needs of the contract is repeated here and checked by its type.

/** In ms until a file counts as missing; tests of files without an answer shorten it. */
export const timeouts = { file: 30_000 satisfies typeof requestTimeoutMs as number }
const versions = ['CONTENT-VERSION', 'CONTENT_VERSION'] satisfies typeof versionHeaders
const profile = 'webshopuser/getcurrentwebshopuser?RES_FIELDS=WSU_EMAIL%2CWSU_RECHTE%2CWSU_TEILNEHMERWECHSEL'

/** Starts the request for a JSON file. The server is asked each time, and may answer that the file is unchanged. */
export function fetchJson(url: URL, signal: AbortSignal): JsonFile {
  const timed = AbortSignal.any([signal, AbortSignal.timeout(timeouts.file)])
  const json = fetch(url, { cache: 'no-cache', signal: timed }).then((answer) =>
    answer.ok ? (answer.json() as Promise<unknown>) : Promise.reject(new Error(String(answer.status)))
  )
  // Whoever reads the file handles its failure; nobody may read it.
  json.catch(() => undefined)
  return { url, json }
}

export function fetchTexts(folder: URL, language: string, signal: AbortSignal): TextFiles {
  return {
    standard: fetchJson(new URL(`text.${language}.json`, folder), signal),
    custom: fetchJson(new URL(`text.${language}.custom.json`, folder), signal)
  }
}

/**
 * Asks who is logged in as soon as the configuration is known; null where the configuration changes the question in a way that
 * only `client/` knows. A question that turns out to be another one is asked again there.
 */
export async function prefetchProfile(
  { json }: JsonFile,
  token: string | null,
  signal: AbortSignal
): Promise<PrefetchedResponse | null> {
  const config = (await json.catch(() => null)) as Partial<typeof defaultRuntimeConfig> | null
  const { apiUrl, apiVersion, development, fieldCodes } = config ?? {}
  if (typeof apiUrl !== 'string' || typeof apiVersion !== 'string' || development || !isEmpty(fieldCodes)) return null
  const url = `${apiUrl.replace(/\/+$/, '')}/${profile}`
  const headers = new Headers(versions.map((name) => [name, apiVersion]))
  if (token) headers.set('Authorization', token)
  const controller = new AbortController()
  const response = fetch(url, {
    headers,
    credentials: 'include',
    signal: AbortSignal.any([signal, controller.signal])
  })
  response.catch(() => undefined)
  return { url, token, response, cancel: () => controller.abort() }
}

function isEmpty(value: unknown): boolean {
  return Object.keys(value ?? {}).length === 0
}
