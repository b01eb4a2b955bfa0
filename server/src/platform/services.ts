import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { Config } from './config/config.ts'
import type { Tables } from './database/tables.ts'
import type { Branding } from './http/page.ts'
import type { ImportDefinition } from './importing/import.ts'
import type { Mailer } from './mail/mailer.ts'
import type { PersonalData } from './personal-data/personal-data.ts'
import type { JobNotifier } from './queue/job-notifier.ts'
import type { Storage } from './storage/storage.ts'
import type { Typesetter } from './typesetting/typesetter.ts'

/** What every module gets. */
export interface Services {
  readonly config: Config
  readonly db: Kysely<Tables>
  /** For what may take longer than an answer. */
  readonly background: Kysely<Tables>
  /** What a provider may bring in. */
  readonly imports: readonly ImportDefinition[]
  /** What tables hold about a person. */
  readonly personalData: readonly PersonalData[]
  readonly storage: Storage
  readonly typesetter: Typesetter
  readonly jobNotifier: JobNotifier
  readonly log: FastifyBaseLogger
  /** Whose the server's pages are. */
  readonly branding: Branding
}

/** What every job gets. */
export interface JobContext extends Pick<Services, 'config' | 'db' | 'typesetter' | 'log' | 'personalData'> {
  readonly mailer: Mailer
}
