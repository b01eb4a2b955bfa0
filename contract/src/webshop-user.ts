import { get, initial, send } from './endpoint.ts'
import { type FieldsQuery, flag, type Named, number, text, type Wire } from './field-codes.ts'
import { everyRight } from './rights.ts'

/** The shop user: who is logged in, and with which right (section 3). */
export const webshopUserFields = {
  emailAddress: text('WSU_EMAIL', 254),
  webshopRights: number('WSU_RECHTE', 'read'),
  password: text('WSU_PASSWORT', 200, 'write'),
  changeParticipantAllowed: flag('WSU_TEILNEHMERWECHSEL', 'read')
} as const

export type WebshopUser = Named<typeof webshopUserFields>

export const getCurrentWebshopUser = get<FieldsQuery, Wire>('/webshopuser/getcurrentwebshopuser', everyRight)
/** Development mode only; otherwise it does not exist (404). Needs a session and switches it to the given user. */
export const setCurrentWebshopUser = send<Wire, Wire>('PUT', '/webshopuser/setcurrentwebshopuser', everyRight)
/** Admins get all shop users of the company, everybody else only their own. */
export const listWebshopUsers = get<FieldsQuery, Wire[]>('/webshopuser', everyRight)
/** Changes the caller's shop user. */
export const saveWebshopUser = initial(send<Wire, Wire>('PUT', '/webshopuser', everyRight))
