import type { Feature } from '../feature/feature.ts'
import { bounceRetention } from './bounce.repository.ts'
import { collectedMail } from './collected-mail.ts'
import { calendarAddressMail, newBrowserMail } from './notices.ts'

/** Mails to people with a login: definition, queueing, limits. */
export const mails = {
  jobs: [calendarAddressMail, newBrowserMail, collectedMail],
  retention: [bounceRetention]
} satisfies Feature

export { bounceData, noteBounce } from './bounce.repository.ts'
export { calendarAddressMail, newBrowserMail }
export {
  type MailContext,
  defineMail,
  type FileAccess,
  mailJob,
  type Mail,
  type MailData,
  type MailTexts
} from './define-mail.ts'
export { findOwner, personName, withoutLinks } from './owner.repository.ts'
export { checkOutgoing, queueMail } from './queue-mail.ts'
export { deleteWaitingMails } from './waiting-mail.repository.ts'
