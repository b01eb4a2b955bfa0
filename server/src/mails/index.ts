import type { Feature } from '../platform/feature.ts'
import { calendarAddressMail } from './calendar-address-mail.ts'
import { collectedMail } from './collected-mail.ts'
import { newBrowserMail } from './new-browser-mail.ts'

/** Mails to people with a login: definition, queueing, limits. */
export const mails = {
  jobs: [calendarAddressMail, newBrowserMail, collectedMail]
} satisfies Feature

export { calendarAddressMail } from './calendar-address-mail.ts'
export {
  type About,
  defineMail,
  fromStoredMail,
  type Mail,
  type MailData,
  type MailTexts,
  type StoredMail
} from './define-mail.ts'
export { newBrowserMail } from './new-browser-mail.ts'
export { findOwner } from './owner.repository.ts'
export { personName, withoutLinks } from './person-name.ts'
export { queueMail, checkOutgoing } from './queue-mail.ts'
