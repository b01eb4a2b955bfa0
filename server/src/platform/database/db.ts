import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** The product's database, or a transaction in it. */
export type Db = Kysely<Tables>
