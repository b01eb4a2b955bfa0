import type { Feature } from '../platform/feature.ts'
import { adminMail } from './access/admin-mail.ts'
import { emailAnnouncementMail } from './email-change/email-announcement-mail.ts'
import { emailChangedMail } from './email-change/email-changed-mail.ts'
import { emailConfirmationMail } from './email-change/email-confirmation-mail.ts'
import { passwordChangedMail } from './password-mail/password-changed-mail.ts'
import { passwordMail } from './password-mail/password-mail.ts'
import { passwordResetMail } from './password-reset/password-reset-mail.ts'
import { passwordResetJob } from './password-reset/password-reset.job.ts'

/** Mails about changes of people and their logins. */
export const mailJobs: NonNullable<Feature['jobs']> = [
  adminMail,
  passwordMail,
  passwordChangedMail,
  passwordResetJob,
  passwordResetMail,
  emailConfirmationMail,
  emailAnnouncementMail,
  emailChangedMail
]
