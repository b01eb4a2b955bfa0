import { z } from 'zod'
import {
  accessStates,
  type ContactAccess,
  contactAccessFields,
  getContactAccess,
  sendContactAccess
} from './contact-access.ts'
import { defineEndpoint, digits, listRowSchema, time } from './schema.ts'

const access = listRowSchema<ContactAccess>(contactAccessFields, {
  state: z.enum(accessStates),
  mailedAt: z.nullable(time),
  validUntil: z.nullable(time),
  lastLoginAt: z.nullable(time)
})

export const getContactAccessSchema = defineEndpoint(
  getContactAccess,
  'Whether a contact can log in, and what became of its access mail',
  access,
  { query: z.object({ pvaid: digits }) }
)
export const sendContactAccessSchema = defineEndpoint(sendContactAccess, 'Mails a contact its access again', access, {
  body: z.strictObject({ data: z.strictObject({ pvaid: z.int32() }) })
})
