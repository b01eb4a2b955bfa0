import { extendedRights, type RightName, standardRights } from '@customer-center/contract/rights'
import type { TextId } from '../texts/texts.ts'

/** Returns the rights that a form offers. */
export function offeredRights(extended: boolean): readonly RightName[] {
  return extended ? extendedRights : standardRights
}

/** Returns a right's label; shopfull has a second label that distinguishes it from shoplight where both are offered. */
export function rightLabel(right: RightName, extended: boolean): TextId {
  return extended && right === 'shopfull' ? 'rights.shopfullExtended' : `rights.${right}`
}

/** Returns the reason why a person cannot change a right that they see: only admins may, and not their own. */
export function rightsHint(viewer: RightName): TextId {
  return viewer === 'admin' ? 'rights.ownLocked' : 'rights.locked'
}
