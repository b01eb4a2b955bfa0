import { isHigherRight } from '@customer-center/contract/rights'
import { type Caller, requireFreshLogin } from '../../platform/http/caller.ts'
import type { LoginChange } from './login-change.ts'

/**
 * Lets only somebody who has just logged in change a login: another password or user name, or none any more, the own one or another's,
 * and a right that is raised.
 * @throws Refusal `loginTooOld`
 */
export function checkFreshLogin(caller: Pick<Caller, 'hasFreshLogin'>, change: LoginChange | null): void {
  if (change === null) return
  const { row, values, otherAddress, requestedAddress, right } = change
  const changesPassword = row === 'updated' && typeof values.passwordHash === 'string'
  const isRaised = right !== undefined && isHigherRight(right.after, right.before)
  if (changesPassword || isRaised || otherAddress !== null || requestedAddress !== undefined) requireFreshLogin(caller)
}
