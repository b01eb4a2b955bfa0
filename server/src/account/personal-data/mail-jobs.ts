import { emailAnnouncementMailJob } from '../email-change/email-announcement-mail.job.ts'
import { emailConfirmationMailJob } from '../email-change/email-confirmation-mail.job.ts'
import { emailChangedMailJob } from '../email-change/email-changed-mail.job.ts'
import { passkeyMailJob } from '../passkey/passkey-mail.job.ts'
import { passwordChangedMailJob } from '../password-mail/password-changed-mail.job.ts'
import { passwordMailJob } from '../password-mail/password-mail.job.ts'
import { passwordResetJob } from '../password-reset/password-reset.job.ts'

/** All mails that persons get. */
export const mailJobs = [
  passkeyMailJob,
  passwordMailJob,
  passwordChangedMailJob,
  passwordResetJob,
  emailConfirmationMailJob,
  emailAnnouncementMailJob,
  emailChangedMailJob
]
