import * as z from 'zod/mini'
import { getContactAccess, sendContactAccess } from './contact-access.ts'
import { defineEndpoint } from './schema.ts'

const time = z.nullable(z.iso.datetime({ offset: true }))
const access = z.strictObject({
  state: z.enum(['none', 'chosen', 'never-sent', 'queued', 'sent', 'expired', 'failed', 'bounced']),
  mailedAt: time,
  validUntil: time,
  lastLoginAt: time,
  hadLogin: z.boolean()
})

export const getContactAccessSchema = defineEndpoint(
  getContactAccess,
  'Whether a contact can log in, and what became of its access mail',
  access,
  { query: z.object({ pvaid: z.string().check(z.regex(/^\d{1,9}$/)) }) }
)
export const sendContactAccessSchema = defineEndpoint(sendContactAccess, 'Mails a contact its access again', access, {
  body: z.strictObject({ data: z.strictObject({ pvaid: z.int32() }) })
})
