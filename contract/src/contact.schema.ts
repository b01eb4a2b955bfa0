import * as z from 'zod/mini'
import { contactFields, createContact, exportContacts, listContacts, saveContact } from './contact.ts'
import {
  customerKeys,
  defineEndpoint,
  defineExport,
  optionalDigits,
  parameter,
  resFields,
  rowSchema,
  writeSchema
} from './schema.ts'

const row = rowSchema(contactFields)
const query = z.object({
  ...resFields,
  shopEmail: z.optional(parameter),
  ...customerKeys,
  pvaid: optionalDigits
})

export const listContactsSchema = defineEndpoint(
  listContacts,
  'Contacts of the company, or the one that the filters name',
  z.array(row),
  { query }
)
export const createContactSchema = defineEndpoint(createContact, 'Creates a contact', row, { body: writeSchema })
export const saveContactSchema = defineEndpoint(saveContact, 'Changes a contact', row, { body: writeSchema })
export const exportContactsSchema = defineExport(exportContacts)
