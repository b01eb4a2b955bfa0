import type { Config } from '../config/config.ts'
import type { JobOptions } from '../queue/job.ts'

/** Options of jobs that send one mail: with the default setting they are retried for at least a day. */
export const mailJob = {
  group: 'mail',
  outgoing: true,
  options: ({ mailRetrySeconds }: Config): JobOptions => ({
    retryLimit: 12,
    retryDelaySeconds: mailRetrySeconds,
    // Sending gives up by itself after 45 seconds. Somebody waits for a mail whose process was killed.
    timeoutSeconds: 120,
    heartbeatTimeoutSeconds: 15
  })
} as const
