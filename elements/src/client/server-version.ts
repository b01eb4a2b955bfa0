import { defaultApiVersion } from '@customer-center/contract/limits'
import { getApiVersion } from '@customer-center/contract/session'
import { CallError } from './call-error.ts'
import type { WireFormat } from './wire-format.ts'

/** Answers of the APIs that this page uses; a failure is not kept, so that the next call asks again. */
const versions = new Map<string, Promise<string>>()

interface Context {
  readonly api: string
  readonly version: string
  readonly token: string | null
  readonly format?: WireFormat
}

type Request = (context: Context, endpoint: typeof getApiVersion) => Promise<{ api_version?: unknown } | null>

/** Returns the version that the API's server names, for all later calls. Throws CallError. */
export function serverVersion(context: Context, request: Request): Promise<string> {
  const { api } = context
  const known = versions.get(api) ?? askVersion({ ...context, version: defaultApiVersion, token: null }, request)
  versions.set(api, known)
  known.catch(() => versions.delete(api))
  return known
}

async function askVersion(context: Context, request: Request): Promise<string> {
  const answer = await request(context, getApiVersion).catch(() => null)
  const version = answer?.api_version
  // Without its version the server cannot be reached.
  if (typeof version !== 'string' && typeof version !== 'number') throw new CallError('network')
  return String(version)
}
