import { defaultApiVersion, requestTimeoutMs } from '@customer-center/contract/limits'
import { getApiVersion, versionHeaders } from '@customer-center/contract/session'
import { CallError } from './call-error.ts'
import { readEnvelope } from './envelope.ts'

/** Answers of the APIs that this page uses; a failure is not kept, so that the next call asks again. */
const versions = new Map<string, Promise<string>>()

/** Returns the version that the API's server names, for all later calls. Throws CallError. */
export function serverVersion(api: string): Promise<string> {
  const known = versions.get(api) ?? askVersion(api)
  versions.set(api, known)
  known.catch(() => versions.delete(api))
  return known
}

async function askVersion(api: string): Promise<string> {
  const headers = new Headers(versionHeaders.map((name) => [name, defaultApiVersion]))
  const signal = AbortSignal.timeout(requestTimeoutMs)
  const answer = (await fetch(api + getApiVersion.path, { headers, credentials: 'include', signal })
    .then(async (response) => readEnvelope(response, await response.text()))
    .catch(() => null)) as { api_version?: unknown } | null
  const version = answer?.api_version
  // Without its version the server cannot be reached.
  if (typeof version !== 'string' && typeof version !== 'number') throw new CallError('network')
  return String(version)
}
