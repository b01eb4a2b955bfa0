import { webinarFields } from './webinar.ts'
import { externalId, filled, fixed, matching, reference, required, strict, own } from './import-field.ts'

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
  contact: strict(
    reference('contacts'),
    'Whose link it is; otherwise the participants’, or without an event the customer’s'
  ),
  event: strict(reference('events')),
  linkId: fixed(own('number')),
  caption: required(webinarFields.caption),
  link: required(link),
  expiryDate: strict(webinarFields.expiryDate, 'Last day on which the link is good'),
  isPdf: filled(webinarFields.isPDFLink, 'It leads to a script and not to a webinar')
} as const
