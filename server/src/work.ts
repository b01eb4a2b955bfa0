import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { Database } from './database/connection.ts'
import { jobs } from './jobs.ts'
import type { LazyLetters } from './letters/lazy-letters.ts'
import { openMailer } from './mail/mailer.ts'
import { type Queue, startQueue } from './queue/start-queue.ts'
import type { Wakeups } from './queue/wakeups.ts'

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
