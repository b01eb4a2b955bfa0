import { personHeader } from '@customer-center/contract/session'
import { CallError, demandsNewPassword } from './call-error.ts'
import type { FieldCodes } from './fields.ts'
import { type Profile, profileEndpoint, profileQuery, readProfile } from './profile.ts'
import { type PrefetchedResponse, request, type RequestContext } from './request.ts'

/** The person behind a token, or behind the server's cookie. */
export interface Identity {
  readonly profile: Profile
  /** The server's mark of the person; null if it gives none. */
  readonly person: string | null
  readonly reason?: undefined
}

/**
 * The reason why nobody is named: the token is nobody's, the server demands a new password first, or it cannot be found
 * out.
 */
interface Unidentified {
  readonly profile?: undefined
  readonly person?: undefined
  readonly reason: 'refused' | 'password' | 'failed'
  readonly error: Error
}

/** Asks the server for the person of a token. */
export async function identify(
  context: RequestContext,
  fieldCodes: FieldCodes,
  prefetched: PrefetchedResponse | null = null
): Promise<Identity | Unidentified> {
  const query = profileQuery(fieldCodes)
  let person: string | null = null
  const onHeaders = (headers: Headers) => void (person = headers.get(personHeader))
  try {
    const wire = await request({ ...context, person: null }, profileEndpoint, { query, onHeaders, prefetched })
    return { profile: readProfile(fieldCodes, wire), person }
  } catch (thrown) {
    const error = thrown instanceof CallError ? thrown : new CallError('unreadable')
    return { reason: demandsNewPassword(error) ? 'password' : error.status === 401 ? 'refused' : 'failed', error }
  }
}
