import { z } from 'zod'
import { changedAt, choice, email, reference, required, own } from './import-field.ts'
import { Right } from './rights.ts'
import { defineEndpoint, resFields, rowSchema, writeSchema } from './schema.ts'
import { getCurrentShopUser, listShopUsers, saveShopUser, setCurrentShopUser, shopUserFields } from './shop-user.ts'

/** A row of a provider, by member. */
export const shopUsersImport = {
  contact: required(reference('contacts')),
  emailAddress: required(email(shopUserFields.emailAddress), 'The user name, and where access goes'),
  rights: required(
    choice(shopUserFields.webshopRights.code, Object.values(Right)),
    '0 Keine Zugangsberechtigung, 1 Administrator, 2 Shopzugang, 3 Teilnehmer, 4 Shopzugang ohne Ansicht Rechnungen'
  ),
  passwordHash: {
    ...own('text', 255),
    secret: true,
    description:
      'Of the old system, as bcrypt or in PHC format (argon2, scrypt, PBKDF2); counts where there is no password yet'
  },
  changedAt
} as const

const row = rowSchema(shopUserFields)
const query = z.object(resFields)

export const getCurrentShopUserSchema = defineEndpoint(getCurrentShopUser, 'The shop user of the session', row, {
  query
})
export const listShopUsersSchema = defineEndpoint(
  listShopUsers,
  'Shop users of the company (admin) or only the own one',
  z.array(row),
  { query }
)
export const saveShopUserSchema = defineEndpoint(saveShopUser, 'Changes the own shop user', row, {
  body: writeSchema
})
export const setCurrentShopUserSchema = defineEndpoint(
  setCurrentShopUser,
  'Switches the session to another shop user; development mode only',
  row,
  { body: writeSchema }
)
