import type { Feature } from '../../feature/feature.ts'
import { emailAnnouncementMail, emailChangedMail, emailConfirmationMail } from './email-change/email-change-mail.ts'
import { emailChangeRetention } from './email-change/email-change.repository.ts'
import { emailChangeRoutes } from './email-change/email-change.routes.ts'
import { passwordMailRetention } from './password-mail/password-mail.repository.ts'
import { passwordChangedMail, passwordMail } from './password-mail/password-mail.ts'
import { passwordResetJob, passwordResetMail } from './password-reset/password-reset-mail.ts'
import { passwordResetRoutes } from './password-reset/password-reset.routes.ts'

/** Mails that bring a password or a link, and the changes of an address that wait for an answer. */
export const mailPart: Feature = {
  registerCalls(api, services) {
    passwordResetRoutes(api, services)
    emailChangeRoutes(api, services)
  },
  jobs: [
    passwordMail,
    passwordChangedMail,
    passwordResetJob,
    passwordResetMail,
    emailConfirmationMail,
    emailAnnouncementMail,
    emailChangedMail
  ],
  retention: [emailChangeRetention, passwordMailRetention]
}

export { emailChangedMail } from './email-change/email-change-mail.ts'
export { deleteEmailChanges, findLinkedChange, type LinkedEmailChange } from './email-change/email-change.repository.ts'
export { requestEmailChange } from './email-change/request-email-change.ts'
export { accessState, canReturnAsBefore, findContactAccess } from './password-mail/access-state.repository.ts'
export { deleteMailsOf, findLinkOwner, type LinkOwner } from './password-mail/password-mail.repository.ts'
export { passwordChangedMail, queueCorrectedMails, queuePasswordMail } from './password-mail/password-mail.ts'
export { passwordResetJob, passwordResetMail, requestPasswordReset } from './password-reset/password-reset-mail.ts'
