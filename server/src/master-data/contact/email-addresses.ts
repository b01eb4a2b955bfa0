import type { Contact } from '@customer-center/contract/contact'
import { Right } from '@customer-center/contract/rights'

type Addresses = Pick<Contact, 'shopEmail' | 'eMailAddress' | 'displayEmail'>

function same(one: string | null, other: string | null): boolean {
  return one?.toLowerCase() === other?.toLowerCase()
}

/**
 * A contact has three e-mail addresses (login, person, list) and a form shows one. Those that were the same, or empty, stay the
 * same when one of them is written; one that differs is its own.
 * @param asked what the write names; null where it empties
 * @param locked those that stay as they are, see `lockedAddresses`
 */
export function followingAddresses(
  stored: Addresses,
  asked: Partial<Pick<Addresses, 'shopEmail' | 'eMailAddress'>>,
  locked: ReadonlySet<string>
): Partial<Addresses> {
  const { shopEmail, eMailAddress, displayEmail } = stored
  const written = asked.shopEmail === undefined ? asked.eMailAddress : asked.shopEmail
  if (written === undefined) return {}
  const before = asked.shopEmail === undefined ? eMailAddress : shopEmail
  // Sent as it is, it changes nothing.
  if (written === before) return asked
  const follows = (address: string | null) => address === null || same(address, before)
  return {
    ...(follows(shopEmail) && !locked.has('shopEmail') && { shopEmail: written }),
    ...(follows(eMailAddress) && !locked.has('eMailAddress') && { eMailAddress: written }),
    ...(follows(displayEmail) && { displayEmail: written }),
    ...asked
  }
}

/** Whoever gets a right logs in with the person's address, where no other is known. */
export function firstLogin(stored: Addresses, rights: number | null | undefined): Partial<Addresses> {
  const { shopEmail, eMailAddress } = stored
  const needed = typeof rights === 'number' && rights !== Right.none
  return needed && shopEmail === null && eMailAddress !== null ? { shopEmail: eMailAddress } : {}
}

/** Whether the name for the login is another one; its capitals do not count. */
export function isOtherLogin(stored: Pick<Addresses, 'shopEmail'>, changed: Partial<Addresses>): boolean {
  return changed.shopEmail !== undefined && !same(stored.shopEmail, changed.shopEmail)
}
