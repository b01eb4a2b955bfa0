import { extendedRights, type RightName, standardRights } from '@customer-center/contract/rights'
import type { TextId } from '../texts/texts.ts'

/** The rights that a form offers (section 6). */
export function offeredRights(extended: boolean): readonly RightName[] {
  return extended ? extendedRights : standardRights
}

/** A right's label; shopfull is called after what sets it apart once there is shoplight beside it. */
export function rightLabel(right: RightName, extended: boolean): TextId {
  return extended && right === 'shopfull' ? 'rights.shopfullExtended' : `rights.${right}`
}
