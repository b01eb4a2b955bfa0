import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../platform/config/config.ts'
import type { Database } from '../platform/database/connection.ts'
import { jobs } from '../jobs.ts'
import type { LazyLetters } from '../platform/typesetting/lazy-letters.ts'
import { openMailer } from '../platform/mail/mailer.ts'
import { type Queue, startQueue } from '../platform/queue/start-queue.ts'
import type { Wakeups } from '../platform/queue/wakeups.ts'

export interface WorkParts {
  readonly config: Config
  readonly database: Database
  readonly letters: LazyLetters
  readonly log: FastifyBaseLogger
  readonly wakeups?: Wakeups
}

/** Begins the work in the background, in the server or in a process of its own. The queues are there (`prepareQueues`). */
export async function startWork({ config, database, letters, log, wakeups }: WorkParts): Promise<Queue> {
  if (config.mail.kind === 'folder')
    log.warn('without SMTP_URL mails are written into the folder mails of the data folder')
  // Somebody looks at the screen while the first document is made.
  letters.warm().catch((error: unknown) => log.error({ err: error }, 'letters cannot be set; each one tries again'))
  const parts = { config, db: database.background, mailer: openMailer(config), letters, log }
  return startQueue(parts, jobs, { alone: database.kind === 'embedded', ...(wakeups && { wakeups }) })
}
