import { isHigherRight } from '@customer-center/contract/rights'
import { type Caller, requireFreshLogin } from '../../platform/http/caller.ts'
import type { LoginChange } from './login-change.ts'

/**
 * Lets only somebody who has just logged in change a login: another password or user name, the own one or another's, and a right that
 * is raised.
 * @throws Refusal `loginTooOld`
 */
export function checkFreshLogin(caller: Pick<Caller, 'hasFreshLogin'>, change: LoginChange | null): void {
  if (change === null) return
  const { row, values, formerAddress, requestedAddress, right } = change
  const changesPassword = row === 'updated' && typeof values.passwordHash === 'string'
  const isRaised = right !== undefined && isHigherRight(right.after, right.before)
  if (changesPassword || isRaised || formerAddress !== null || requestedAddress !== undefined) requireFreshLogin(caller)
}
