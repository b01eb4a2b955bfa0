import { emailChangedMailJob } from './email-change/email-changed-mail.job.ts'
import { passwordMailJob } from './password-mail/password-mail.job.ts'
import { serverFunctionJob } from './server-function/server-function.job.ts'
import type { Job } from './queue/job.ts'

/** All work in the background, each kind once. */
export const jobs: readonly Job<object>[] = [passwordMailJob, emailChangedMailJob, serverFunctionJob]
