import { emailAnnouncementMail } from '../email-change/email-announcement-mail.ts'
import { emailChangedMail } from '../email-change/email-changed-mail.ts'
import { emailConfirmationMail } from '../email-change/email-confirmation-mail.ts'
import { collectedMail } from '../mail/collected-mail.ts'
import { calendarAddressMail } from '../mail/calendar-address-mail.ts'
import { newBrowserMail } from '../mail/new-browser-mail.ts'
import { adminMail } from '../webshop-user/admin-mail.ts'
import { passkeyMail, passkeyRemovedMail } from '../passkey/passkey-mail.ts'
import { passwordChangedMail } from '../password-mail/password-changed-mail.ts'
import { passwordMail } from '../password-mail/password-mail.ts'
import { passwordResetJob } from '../password-reset/password-reset.job.ts'
import { passwordResetMail } from '../password-reset/password-reset-mail.ts'

/** All mails that persons get. */
export const mailJobs = [
  passkeyMail,
  passkeyRemovedMail,
  calendarAddressMail,
  newBrowserMail,
  adminMail,
  passwordMail,
  passwordChangedMail,
  passwordResetJob,
  passwordResetMail,
  emailConfirmationMail,
  emailAnnouncementMail,
  emailChangedMail,
  collectedMail
]
