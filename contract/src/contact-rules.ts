import type { RightName } from './rights.ts'

/** Who edits whose contact. */
export interface ContactSituation {
  /** The right of whoever is logged in. */
  readonly viewer: RightName
  /** The contact is the person who is logged in. */
  readonly own: boolean
  /** The contact's right as it is stored; none for a new one. */
  readonly storedRight: RightName
}

/** Not one's own: changing it ends the session, so it belongs to the profile. A login's address is an admin's, or whoever has it could be locked out. */
export function mayEditEmail({ own, viewer, storedRight }: ContactSituation): boolean {
  return !own && (viewer === 'admin' || storedRight === 'none')
}

/** By an admin who does not edit themselves. */
export function mayEditRights({ own, viewer }: ContactSituation): boolean {
  return viewer === 'admin' && !own
}

/** By an admin or the person itself. */
export function mayEditPassword({ own, viewer }: ContactSituation): boolean {
  return viewer === 'admin' || own
}

/**
 * Anybody may say that a colleague has left; letting somebody in, and closing an admin's login, is an admin's.
 * @param active as it is stored
 */
export function mayEditActive({ viewer, storedRight }: ContactSituation, active: boolean): boolean {
  return viewer === 'admin' || storedRight === 'none' || (active && storedRight !== 'admin')
}

/** The field by which a contact is found: of a form without a last name the first name, null where it shows neither. */
export function nameField(isShown: (name: 'lastName' | 'firstName') => boolean): 'lastName' | 'firstName' | null {
  return (['lastName', 'firstName'] as const).find(isShown) ?? null
}
