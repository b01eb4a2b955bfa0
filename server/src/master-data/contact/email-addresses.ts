import { type Contact, contactFields } from '@customer-center/contract/contact'
import { Right } from '@customer-center/contract/rights'
import type { FormRules } from '../../platform/saving/plan-changes.ts'

type Addresses = Pick<Contact, 'shopEmail' | 'eMailAddress' | 'displayEmail'>

function isSame(one: string | null, other: string | null): boolean {
  return one?.toLowerCase() === other?.toLowerCase()
}

interface Stored {
  readonly values: Addresses
  readonly form: FormRules
  readonly shared: boolean
}

/** Whether an address stays as it is when another one is written: that of a shared person, and what the shop has locked. */
function isLocked(name: 'shopEmail' | 'eMailAddress', { form, shared }: Stored): boolean {
  const isReadOnly = form.fields.some(({ code, readOnly }) => readOnly && code === contactFields[name].code)
  return isReadOnly || (name === 'eMailAddress' && shared)
}

/**
 * A contact has three e-mail addresses (login, person, list) and a form shows one. Those that were the same, or empty, stay the
 * same when one of them changes; one that differs keeps its own value.
 * @param changed null where an address is emptied
 */
export function followingAddresses(stored: Stored, changed: Partial<Addresses>): Partial<Addresses> {
  const { shopEmail, eMailAddress, displayEmail } = stored.values
  const written = changed.shopEmail === undefined ? changed.eMailAddress : changed.shopEmail
  if (written === undefined) return {}
  const before = changed.shopEmail === undefined ? eMailAddress : shopEmail
  const follows = (address: string | null) => address === null || isSame(address, before)
  return {
    ...(follows(shopEmail) && !isLocked('shopEmail', stored) && { shopEmail: written }),
    ...(follows(eMailAddress) && !isLocked('eMailAddress', stored) && { eMailAddress: written }),
    ...(follows(displayEmail) && { displayEmail: written })
  }
}

/** Whoever gets a right logs in with the person's address, where no other is known. */
export function firstLogin({ shopEmail, eMailAddress }: Addresses, rights: number | null | undefined) {
  const needed = typeof rights === 'number' && rights !== Right.none
  return needed && shopEmail === null && eMailAddress !== null ? { shopEmail: eMailAddress } : {}
}

/** Whether the name for the login is another one; its capitals do not count. */
export function isOtherLogin(stored: Pick<Addresses, 'shopEmail'>, changed: Partial<Addresses>): boolean {
  return changed.shopEmail !== undefined && !isSame(stored.shopEmail, changed.shopEmail)
}
