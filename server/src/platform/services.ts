import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config/config.ts'
import type { Db } from './database/query.ts'
import type { Branding } from './http/page.ts'
import type { ImportDefinition } from './importing/import.ts'
import type { Mailer } from './mail/mailer.ts'
import type { PersonalData } from './personal-data/personal-data.ts'
import type { JobNotifier } from './queue/job-notifier.ts'
import type { Storage } from './storage/storage.ts'
import type { Typesetter } from './typesetting/typesetter.ts'

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

export interface JobContext extends Pick<Services, 'config' | 'db' | 'typesetter' | 'log' | 'personalData'> {
  readonly mailer: Mailer
}
