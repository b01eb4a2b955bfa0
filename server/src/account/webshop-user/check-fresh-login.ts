import type { Caller } from '../../platform/http/caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { LoginChange } from './login-change.ts'

/**
 * Lets only somebody who has just logged in change a password or a user name, the own one or another's: whoever finds an open session,
 * or has stolen its token, must not keep the access for good. `docs/decisions/0053-fresh-logins.md`
 * @throws Refusal `loginTooOld`
 */
export function checkFreshLogin({ hasFreshLogin }: Pick<Caller, 'hasFreshLogin'>, change: LoginChange | null): void {
  if (hasFreshLogin || change === null) return
  const { row, values, formerAddress, requestedAddress } = change
  const changesPassword = row === 'updated' && typeof values.passwordHash === 'string'
  if (changesPassword || formerAddress !== null || requestedAddress !== undefined) throw new Refusal('loginTooOld')
}
