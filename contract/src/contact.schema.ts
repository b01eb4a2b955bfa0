import * as z from 'zod/mini'
import { contactFields, createContact, listContacts, saveContact } from './contact.ts'
import { endpointOf, optionalDigits, parameter, resFields, rowSchema, writeSchema } from './schema.ts'

const row = rowSchema(contactFields)
const query = z.object({
  ...resFields,
  shopEmail: z.optional(parameter),
  company: optionalDigits,
  id: optionalDigits,
  pvaid: optionalDigits
})

export const listContactsSchema = endpointOf(
  listContacts,
  'Contacts of the company, or the one that the filters name',
  z.array(row),
  { query }
)
export const createContactSchema = endpointOf(createContact, 'Creates a contact', row, { body: writeSchema })
export const saveContactSchema = endpointOf(saveContact, 'Changes a contact', row, { body: writeSchema })
