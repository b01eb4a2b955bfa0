import * as z from 'zod/mini'
import { defineEndpoint, resFields, rowSchema, writeSchema } from './schema.ts'
import {
  getCurrentWebshopUser,
  listWebshopUsers,
  saveWebshopUser,
  setCurrentWebshopUser,
  webshopUserFields
} from './webshop-user.ts'

const row = rowSchema(webshopUserFields)
const query = z.object(resFields)

export const getCurrentWebshopUserSchema = defineEndpoint(getCurrentWebshopUser, 'The shop user of the session', row, {
  query
})
export const listWebshopUsersSchema = defineEndpoint(
  listWebshopUsers,
  'Shop users of the company (admin) or only the own one',
  z.array(row),
  { query }
)
export const saveWebshopUserSchema = defineEndpoint(saveWebshopUser, 'Changes the own shop user', row, {
  body: writeSchema
})
export const setCurrentWebshopUserSchema = defineEndpoint(
  setCurrentWebshopUser,
  'Switches the session to another shop user; development mode only',
  row,
  { body: writeSchema }
)
