import type { Config } from '../config/config.ts'
import type { JobOptions } from '../queue/job.ts'

/** For a job that sends one mail: with the default setting it is tried for a day at least. */
export function mailJobOptions({ mailRetrySeconds }: Config): JobOptions {
  // A mail gives up by itself after 45 seconds. Somebody waits for what a killed process has left.
  return { retries: 12, retrySeconds: mailRetrySeconds, longestSeconds: 120, silentSeconds: 15 }
}
