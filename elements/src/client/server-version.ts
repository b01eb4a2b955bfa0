import { defaultApiVersion } from '@customer-center/contract/limits'
import { getApiVersion } from '@customer-center/contract/session'
import { CallError } from './call-error.ts'

/** Answers of the APIs that this page uses; a failure is not kept, so that the next call asks again. */
const versions = new Map<string, Promise<string>>()

type Request = (
  context: { api: string; version: string; token: null },
  endpoint: typeof getApiVersion
) => Promise<{ api_version?: unknown } | null>

/** Returns the version that the API's server names, for all later calls. Throws CallError. */
export function serverVersion(api: string, request: Request): Promise<string> {
  const known = versions.get(api) ?? askVersion(api, request)
  versions.set(api, known)
  known.catch(() => versions.delete(api))
  return known
}

async function askVersion(api: string, request: Request): Promise<string> {
  const context = { api, version: defaultApiVersion, token: null }
  const answer = await request(context, getApiVersion).catch(() => null)
  const version = answer?.api_version
  // Without its version the server cannot be reached.
  if (typeof version !== 'string' && typeof version !== 'number') throw new CallError('network')
  return String(version)
}
