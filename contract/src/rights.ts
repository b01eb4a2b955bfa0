/** Shop rights (section 3 of the specification). The number is what travels. */
export const Right = { none: 0, admin: 1, shopfull: 2, contact: 3, shoplight: 4 } as const

export type Right = (typeof Right)[keyof typeof Right]
export type RightName = keyof typeof Right

export const rightNames = Object.keys(Right) as RightName[]

/** Everybody who may log in at all: all rights but none. */
export const everyRight: readonly RightName[] = ['admin', 'shopfull', 'contact', 'shoplight']

/** The name of a right that came over the wire; anything unknown counts as none, so that doubt never grants. */
export function rightName(value: unknown): RightName {
  return rightNames.find((name) => Right[name] === value) ?? 'none'
}

/** The rights that a form offers, in its order (section 6). */
export const standardRights: readonly RightName[] = ['none', 'contact', 'shopfull', 'admin']
export const extendedRights: readonly RightName[] = ['none', 'contact', 'shoplight', 'shopfull', 'admin']

/** Only these may choose another participant than themselves (section 6). */
export function mayChangeParticipant(right: RightName): boolean {
  return right === 'admin' || right === 'shopfull'
}
