import type { RuntimeConfig } from '@customer-center/contract/runtime-config'
import { personHeader } from '@customer-center/contract/session'
import type { Call } from './call.ts'
import { type Profile, profileEndpoint, profileQuery, readProfile } from './profile.ts'
import type { PrefetchedResponse } from './request.ts'
import type { Session } from './session.ts'

interface ProfileSource {
  readonly config: RuntimeConfig
  readonly session: Session
  readonly call: Call
}

/** Asks who is logged in. The session keeps the answer, to tell a later login by somebody else. */
export function loadProfile(
  { config, session, call }: ProfileSource,
  prefetched: PrefetchedResponse | null = null
): Promise<Profile> {
  const query = profileQuery(config.fieldCodes)
  const { generation } = session.snapshot()
  // The person may have gone meanwhile.
  const isSame = () => session.snapshot().generation === generation
  const onHeaders = (headers: Headers) => {
    if (isSame()) session.login.person = headers.get(personHeader)
  }
  const profile = call(profileEndpoint, { query, onHeaders, prefetched }).then((wire) => {
    const read = readProfile(config.fieldCodes, wire)
    if (!isSame()) return read
    session.profile = read
    session.openError = null
    if (!session.snapshot().identified) session.update({ identified: true })
    return read
  })
  session.profileRequest = profile
  return profile
}
