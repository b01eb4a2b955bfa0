import type { Feature } from '../platform/feature.ts'
import { adminMail } from './access/admin-mail.ts'
import { emailAnnouncementMail, emailChangedMail, emailConfirmationMail } from './email-change/email-change-mail.ts'
import { passwordChangedMail, passwordMail } from './password-mail/password-mail.ts'
import { passwordResetJob, passwordResetMail } from './password-reset/password-reset-mail.ts'

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
