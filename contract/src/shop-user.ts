import { get, allowGeneratedPassword, send } from './endpoint.ts'
import { type FieldsQuery, flag, number, text, type WireRow } from './field-codes.ts'
import { everyRight } from './rights.ts'

/** The shop user: the person who is logged in, with its right (section 3). */
export const shopUserFields = {
  emailAddress: text('WSU_EMAIL', 254),
  webshopRights: number('WSU_RECHTE', 'read'),
  password: text('WSU_PASSWORT', 200, 'write'),
  changeParticipantAllowed: flag('WSU_TEILNEHMERWECHSEL', 'read')
} as const

export const getCurrentShopUser = get<FieldsQuery, WireRow>('/webshopuser/getcurrentwebshopuser', everyRight)
/**
 * Development mode only; otherwise the call does not exist (404). Needs a session, and switches it to the given user.
 */
export const setCurrentShopUser = send<WireRow, WireRow>('PUT', '/webshopuser/setcurrentwebshopuser', everyRight)
/** Admins get all shop users of the company, everybody else only their own. */
export const listShopUsers = get<FieldsQuery, WireRow[]>('/webshopuser', everyRight)
/** Changes the caller's shop user. */
export const saveShopUser = allowGeneratedPassword(send<WireRow, WireRow>('PUT', '/webshopuser', everyRight))
