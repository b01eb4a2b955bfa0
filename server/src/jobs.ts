import { emailChangedMailJob } from './account/email-change/email-changed-mail.job.ts'
import { passwordMailJob } from './account/password-mail/password-mail.job.ts'
import { serverFunctionJob } from './confirmations/server-function/server-function.job.ts'
import type { Job } from './platform/queue/job.ts'
import type { JobContext } from './services.ts'

/** All work in the background, each kind once. */
export const jobs: readonly Job<object, JobContext>[] = [passwordMailJob, emailChangedMailJob, serverFunctionJob]
