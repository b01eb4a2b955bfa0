import { isHigherRight } from '@customer-center/contract/rights'
import type { Caller } from '../../platform/http/caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { LoginChange } from './login-change.ts'

/**
 * Lets only somebody who has just logged in do what gives access, or shuts its owner out: whoever finds an open session, or has stolen
 * its token, must not keep the access for good. `docs/decisions/0053-fresh-logins.md`
 * @throws Refusal `loginTooOld`
 */
export function requireFreshLogin({ hasFreshLogin }: Pick<Caller, 'hasFreshLogin'>): void {
  if (!hasFreshLogin) throw new Refusal('loginTooOld')
}

/**
 * The same for a change of a login: another password or user name, the own one or another's, and a right that is raised.
 * @throws Refusal `loginTooOld`
 */
export function checkFreshLogin(caller: Pick<Caller, 'hasFreshLogin'>, change: LoginChange | null): void {
  if (change === null) return
  const { row, values, formerAddress, requestedAddress, right } = change
  const changesPassword = row === 'updated' && typeof values.passwordHash === 'string'
  const isRaised = right !== undefined && isHigherRight(right.after, right.before)
  if (changesPassword || isRaised || formerAddress !== null || requestedAddress !== undefined) requireFreshLogin(caller)
}
