import type { requestTimeoutMs } from '@customer-center/contract/limits'
import type { defaultRuntimeConfig } from '@customer-center/contract/runtime-config'
import type { versionHeaders } from '@customer-center/contract/session'
import type { EarlyCall } from '../client/request.ts'
import type { Asked } from '../texts/load.ts'

// Taken from the contract by their types alone: the entry imports nothing that is in a chunk.

/** In ms until a file counts as one that cannot be had; a test that waits for one without an answer shortens it. */
export const limits = { file: 30_000 satisfies typeof requestTimeoutMs as number }
const versions = ['CONTENT-VERSION', 'CONTENT_VERSION'] satisfies typeof versionHeaders
const profile = 'webshopuser/getcurrentwebshopuser?RES_FIELDS=WSU_EMAIL%2CWSU_RECHTE%2CWSU_TEILNEHMERWECHSEL'

/**
 * Asks for a JSON file anew each time; the server may answer that it is unchanged. Part of the loader, so that the files are
 * on their way together with the code: while a chunk is evaluated no answer can be read, and each hop less is a round trip.
 */
export function ask(url: URL, life: AbortSignal): Asked {
  const signal = AbortSignal.any([life, AbortSignal.timeout(limits.file)])
  const json = fetch(url, { cache: 'no-cache', signal }).then((answer) =>
    answer.ok ? (answer.json() as Promise<unknown>) : Promise.reject(new Error(String(answer.status)))
  )
  // Whoever reads it deals with its failure; until then it is nobody's.
  json.catch(() => undefined)
  return { url, json }
}

/** A language's texts and the provider's own over them. */
export function askTexts(folder: URL, language: string, life: AbortSignal): readonly [Asked, Asked] {
  return [
    ask(new URL(`text.${language}.json`, folder), life),
    ask(new URL(`text.${language}.custom.json`, folder), life)
  ]
}

/**
 * Asks who is logged in, as `client/` would, as soon as the configuration says where; null where it says more than that.
 * A question that is not the same as that of `client/` is asked again there.
 */
export async function askProfile({ json }: Asked, token: string | null, life: AbortSignal): Promise<EarlyCall | null> {
  const given = (await json.catch(() => null)) as Partial<typeof defaultRuntimeConfig> | null
  const { apiUrl, apiVersion, development, fieldCodes } = given ?? {}
  if (typeof apiUrl !== 'string' || typeof apiVersion !== 'string' || development || !isEmpty(fieldCodes)) return null
  const url = `${apiUrl.replace(/\/+$/, '')}/${profile}`
  const headers = new Headers(versions.map((name) => [name, apiVersion]))
  if (token) headers.set('Authorization', token)
  const over = new AbortController()
  const signal = AbortSignal.any([life, over.signal])
  const response = fetch(url, { headers, credentials: 'include', signal })
  response.catch(() => undefined)
  return { url, token, response, end: () => over.abort() }
}

function isEmpty(value: unknown): boolean {
  return Object.keys(value ?? {}).length === 0
}
