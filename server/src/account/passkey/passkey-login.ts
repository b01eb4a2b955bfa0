import { hash } from 'node:crypto'
import type { PasskeyResponse } from '@customer-center/contract/passkey'
import { relyingParty } from '../../platform/config/public-url.ts'
import type { Db } from '../../platform/database/query.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { noteStoppedLogin, notingLogins } from '../contact-access/contact-access.repository.ts'
import type { SessionOwner } from '../session/session.repository.ts'
import type { PasskeyLogin } from '../session/session.routes.ts'
import { throttleAttempts } from '../session/throttle.ts'
import { challengeOf, verifyLogin } from './ceremony.ts'
import { takeChallenge } from './challenge.repository.ts'
import { findPasskey, notePasskeyUse, ownerOfPasskey } from './passkey.repository.ts'

/** Parses the answer for a passkey; returns undefined for one that no browser sends. */
function parse(passkey: string): PasskeyResponse | undefined {
  try {
    const response: unknown = JSON.parse(passkey)
    const hasId =
      typeof response === 'object' && response !== null && 'id' in response && typeof response.id === 'string'
    return hasId ? (response as PasskeyResponse) : undefined
  } catch {
    return undefined
  }
}

/**
 * Makes the login by passkey. A passkey that is unknown, wrong, used up or of a person who may not log in gets the same
 * answer, as does each one where there are no passkeys. Failures count for the network address as those of passwords
 * do.
 */
export function passkeyLogin({ db, config }: Pick<Services, 'db' | 'config'>): PasskeyLogin {
  const party = relyingParty(config)
  return async (passkey, networks, provider) => {
    const response = parse(passkey)
    const account = hash('sha256', `passkey\n${response?.id ?? ''}`)
    let details: { readonly reason: string; readonly person?: SessionOwner } = { reason: 'old-challenge' }
    const check = async () => {
      const challenge = response && challengeOf(response)
      if (!party || !challenge || !(await takeChallenge(db, null, challenge))) return undefined
      const found = await findPasskey(db, response.id)
      details = found ? { reason: 'wrong-answer', person: found } : { reason: 'unknown-passkey' }
      if (!found || (provider !== undefined && found.provider !== provider)) return undefined
      const counter = await verifyLogin(party, response, found, challenge)
      if (counter === undefined) return undefined
      await notePasskeyUse(db, found.credentialId, counter)
      return found
    }
    const noteStopped = (tx: Db) => noteStoppedLogin(tx, 'passkey', ownerOfPasskey(response?.id ?? ''))
    const verified = await throttleAttempts(db, { account, networks }, check, { noteStopped })
    if (!verified && details.person) await notingLogins('passkey', [details]).execute(db)
    if (!verified) throw new Refusal('passkeyRefused', {}, undefined, details)
    return verified
  }
}
