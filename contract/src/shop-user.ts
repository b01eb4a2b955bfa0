import { z } from 'zod'
import { getCall, allowGeneratedPassword, sendCall } from './endpoint.ts'
import { type FieldsQuery, flagField, numberField, textField, type WireRow } from './field-codes.ts'
import {
  changedAt,
  choiceField,
  emailField,
  referenceTo,
  requiredField,
  secretField,
  ownField
} from './import-field.ts'
import { everyRight, Right } from './rights.ts'
import { defineEndpoint, resFields, rowSchema, writeSchema } from './schema.ts'

/** The shop user: the person who is logged in, with its right. */
export const shopUserFields = {
  /** User name with which the person logs in, an e-mail address. */
  emailAddress: textField('WSU_EMAIL', 254),
  /** Right of the person, which decides which screens open. */
  webshopRights: numberField('WSU_RECHTE', 'read'),
  /** A new password, in saves alone and only if somebody has entered one; never in answers. */
  password: textField('WSU_PASSWORT', 200, 'write'),
  /** Whether the person may make documents for colleagues; missing: the rights 1 and 2 may. */
  changeParticipantAllowed: flagField('WSU_TEILNEHMERWECHSEL', 'read')
} as const

/** The first question of every screen: who is logged in, and with which right. */
export const getCurrentShopUser = getCall<FieldsQuery, WireRow>('/webshopuser/getcurrentwebshopuser', everyRight)
/**
 * Development mode only; otherwise the call does not exist (404). Needs a session, and switches it to the given user.
 */
export const setCurrentShopUser = sendCall<WireRow, WireRow>('PUT', '/webshopuser/setcurrentwebshopuser', everyRight)
/** Admins get all shop users of the company, everybody else only their own. */
export const listShopUsers = getCall<FieldsQuery, WireRow[]>('/webshopuser', everyRight)
/** The row as it was read, with a new address or password. The answer has the address that counts from now on. */
export const saveShopUser = allowGeneratedPassword(sendCall<WireRow, WireRow>('PUT', '/webshopuser', everyRight))

export const shopUsersImport = () => ({
  contact: requiredField(referenceTo('contacts')),
  emailAddress: requiredField(emailField(shopUserFields.emailAddress), 'The user name, and where access goes'),
  rights: requiredField(
    choiceField(shopUserFields.webshopRights.code, Object.values(Right)),
    '0 Keine Zugangsberechtigung, 1 Administrator, 2 Shopzugang, 3 Teilnehmer, 4 Shopzugang ohne Ansicht Rechnungen'
  ),
  passwordHash: secretField(
    ownField('text', 255),
    'Of the old system, as bcrypt or in PHC format (argon2, scrypt, PBKDF2); counts where there is no password yet'
  ),
  changedAt
})

const row = () => rowSchema(shopUserFields)
const query = () => z.object(resFields)

export const getCurrentShopUserSchema = /*#__PURE__*/ defineEndpoint(
  getCurrentShopUser,
  'The shop user of the session',
  () => ({
    data: row(),
    query: query()
  })
)
export const listShopUsersSchema = /*#__PURE__*/ defineEndpoint(
  listShopUsers,
  'Shop users of the company (admin) or only the own one',
  () => ({ data: z.array(row()), query: query() })
)
export const saveShopUserSchema = /*#__PURE__*/ defineEndpoint(saveShopUser, 'Changes the own shop user', () => ({
  data: row(),
  body: writeSchema
}))
export const setCurrentShopUserSchema = /*#__PURE__*/ defineEndpoint(
  setCurrentShopUser,
  'Switches the session to another shop user; development mode only',
  () => ({ data: row(), body: writeSchema })
)
