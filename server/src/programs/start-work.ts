import type { FastifyBaseLogger } from 'fastify'
import type { JobContext } from '../feature/services.ts'
import { findStartWarnings, jobs, personalData, repeatedWork } from '../features.ts'
import type { Config } from '../platform/config/config.ts'
import type { Database } from '../platform/database/connection.ts'
import { findHold } from '../platform/database/outgoing.ts'
import { openMailer } from '../platform/mail/mailer.ts'
import type { JobNotifier } from '../platform/queue/job-notifier.ts'
import { runRepeatedly } from '../platform/queue/repeat.ts'
import { type Queue, startQueue } from '../platform/queue/start-queue.ts'
import type { Storage } from '../platform/storage/storage.ts'
import type { Typesetter } from '../platform/typesetting/typesetter.ts'

export interface WorkParts {
  readonly config: Config
  readonly database: Database
  readonly storage: Storage
  readonly typesetter: Typesetter
  readonly log: FastifyBaseLogger
  readonly jobNotifier?: JobNotifier
}

/** Begins the background work, in the server or in a separate process. */
export async function startWork({
  config,
  database,
  storage,
  typesetter,
  log,
  jobNotifier
}: WorkParts): Promise<Queue> {
  if (config.mail.kind === 'folder')
    log.warn('without SMTP_URL mails are written into the folder mails of the data folder')
  const hold = await findHold(database.background)
  if (hold !== null) log.warn({ reason: hold }, 'outgoing is on hold: npm run provider -- outgoing release')
  for (const warning of await findStartWarnings(config, database.background)) log.warn(warning)
  // A person waits at the screen while the first document is made.
  typesetter.start().catch((error: unknown) => log.error({ err: error }, 'letters cannot be set; each one tries again'))
  const context: JobContext = {
    config,
    db: database.background,
    mailer: openMailer(config),
    storage,
    typesetter,
    log,
    personalData,
    jobs
  }
  const queue = await startQueue(context, jobs, {
    exclusive: database.kind === 'embedded',
    ...(jobNotifier && { jobNotifier })
  })
  const endRepeated = runRepeatedly(context, repeatedWork)
  return {
    async stop() {
      await endRepeated()
      await queue.stop()
    }
  }
}
