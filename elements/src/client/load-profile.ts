import type { RuntimeConfig } from '@customer-center/contract/runtime-config'
import type { Call } from './call.ts'
import { type Profile, profileEndpoint, profileQuery, readProfile } from './profile.ts'
import type { Session } from './session.ts'

export interface ProfileSource {
  readonly config: RuntimeConfig
  readonly session: Session
  readonly call: Call
}

/** Asks who is logged in, and lets the session know, so that it can tell a login by somebody else. */
export async function loadProfile({ config, session, call }: ProfileSource): Promise<Profile> {
  const wire = await call(profileEndpoint, {
    query: profileQuery(config.fieldCodes),
    heard: session.hearPerson
  })
  session.profile = readProfile(config.fieldCodes, wire)
  return session.profile
}
