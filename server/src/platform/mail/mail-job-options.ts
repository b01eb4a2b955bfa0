import type { Config } from '../config/config.ts'
import type { JobOptions } from '../queue/job.ts'

/** For a job that sends one mail: with the default setting it is retried for at least a day. */
export function mailJobOptions({ mailRetrySeconds }: Config): JobOptions {
  // Sending gives up by itself after 45 seconds. Somebody waits for a mail whose process was killed.
  return { retryLimit: 12, retryDelaySeconds: mailRetrySeconds, timeoutSeconds: 120, heartbeatTimeoutSeconds: 15 }
}
