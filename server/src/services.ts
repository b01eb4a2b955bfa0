import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { Config } from './platform/config/config.ts'
import type { Tables } from './platform/database/tables.ts'
import type { Mailer } from './platform/mail/mailer.ts'
import type { Letters } from './platform/typesetting/letters.ts'
import type { JobNotifier } from './platform/queue/job-notifier.ts'
import type { Storage } from './platform/storage/storage.ts'

/** What every module gets. */
export interface Services {
  readonly config: Config
  readonly db: Kysely<Tables>
  readonly storage: Storage
  readonly letters: Letters
  readonly jobNotifier: JobNotifier
  readonly log: FastifyBaseLogger
}

/** What every job gets. */
export interface JobContext extends Pick<Services, 'config' | 'db' | 'letters' | 'log'> {
  readonly mailer: Mailer
}
