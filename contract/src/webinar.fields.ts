import { z } from 'zod'
import { externalId, notNull, immutable, matching, reference, required, refusesRow, own } from './import-field.ts'
import { customerKeys, defineEndpoint, resFields, rowSchema } from './schema.ts'
import { listWebinars, webinarFields } from './webinar.ts'

// A browser opens it.
const link = matching(
  webinarFields.videolink,
  /^https?:\/\/[^\s/]/i,
  'must be an address that begins with https:// or http://.'
)

/** A row of a provider, by member. */
export const webinarLinksImport = {
  externalId,
  customer: required(reference('customers')),
  contact: refusesRow(
    reference('contacts'),
    'Whose link it is; otherwise the participants’, or without an event the customer’s'
  ),
  event: refusesRow(reference('events')),
  linkId: immutable(own('number')),
  caption: required(webinarFields.caption),
  link: required(link),
  expiryDate: refusesRow(webinarFields.expiryDate, 'Last day on which the link is good'),
  isPdf: notNull(webinarFields.isPDFLink, 'It leads to a script and not to a webinar')
} as const

const query = z.object({ ...resFields, ...customerKeys })

export const listWebinarsSchema = defineEndpoint(
  listWebinars,
  'Webinar links of the session',
  z.array(rowSchema(webinarFields)),
  { query }
)
