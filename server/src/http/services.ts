import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { Config } from '../config.ts'
import type { Tables } from '../database/tables.ts'
import type { Letters } from '../letters/letters.ts'
import type { Wakeups } from '../queue/wakeups.ts'
import type { Storage } from '../storage/storage.ts'

/** What every module gets. */
export interface Services {
  readonly config: Config
  readonly db: Kysely<Tables>
  readonly storage: Storage
  readonly letters: Letters
  readonly wakeups: Wakeups
  readonly log: FastifyBaseLogger
}
