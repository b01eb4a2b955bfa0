/** Shop rights, sent as numbers. */
export const Right = {
  /** No access: the person cannot log in. */
  none: 0,
  /** Administrator: all that shopfull may, company data, and the access of colleagues. */
  admin: 1,
  /** Shopzugang: invoice addresses, contacts, orders, invoices, and all that colleagues have of events. */
  shopfull: 2,
  /** Teilnehmer: the own profile, scripts, webinars and confirmations. */
  contact: 3,
  /** Shopzugang ohne Ansicht Rechnungen: as contact, and contacts; reads invoice addresses. */
  shoplight: 4
} as const

export type Right = (typeof Right)[keyof typeof Right]
export type RightName = keyof typeof Right

export const rightNames = Object.keys(Right) as RightName[]

/** The rights that may log in: all but none. */
export const everyRight: readonly RightName[] = ['admin', 'shopfull', 'contact', 'shoplight']

/** Returns the name of a right on the wire. Unknown values count as none, so that they never grant access. */
export function rightName(value: unknown): RightName {
  return rightNames.find((name) => Right[name] === value) ?? 'none'
}

/** Rights that a form offers, in its order. */
export const standardRights: readonly RightName[] = ['none', 'contact', 'shopfull', 'admin']
export const extendedRights: readonly RightName[] = ['none', 'contact', 'shoplight', 'shopfull', 'admin']

export function isHigherRight(right: RightName, other: RightName): boolean {
  return extendedRights.indexOf(right) > extendedRights.indexOf(other)
}

/** Tells whether a right allows the choice of another participant than its owner. */
export function mayChangeParticipant(right: RightName): boolean {
  return right === 'admin' || right === 'shopfull'
}
