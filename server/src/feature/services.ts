import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../platform/config/config.ts'
import type { Db } from '../platform/database/query.ts'
import type { Branding } from '../platform/http/page/page.ts'
import type { Mailer } from '../platform/mail/mailer.ts'
import type { PersonalData } from '../platform/personal-data/personal-data.ts'
import type { JobNotifier } from '../platform/queue/job-notifier.ts'
import type { QueueJob } from '../platform/queue/job.ts'
import type { Storage } from '../platform/storage/storage.ts'
import type { Typesetter } from '../platform/typesetting/typesetter.ts'
import type { ImportDefinition } from '../records/importing/import.ts'

export interface Services {
  readonly config: Config
  readonly db: Db
  /** Database for work that may take longer than an answer. */
  readonly background: Db
  readonly imports: readonly ImportDefinition[]
  readonly personalData: readonly PersonalData[]
  readonly storage: Storage
  readonly typesetter: Typesetter
  readonly jobNotifier: JobNotifier
  readonly log: FastifyBaseLogger
  readonly branding: Branding
}

export interface JobContext extends Pick<
  Services,
  'config' | 'db' | 'storage' | 'typesetter' | 'log' | 'personalData'
> {
  readonly mailer: Mailer
  readonly jobs: readonly QueueJob<object, JobContext>[]
}
