import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A migration. `lowestRelease` is the lowest release that can run beside it; by default 0.1.0. */
export interface DatabaseMigration extends Migration {
  readonly lowestRelease?: string
}

/** Migrations by name; each name begins with the migration's number. */
export type DatabaseMigrations = Readonly<Record<string, DatabaseMigration>>

/** Makes a migration of statements that run one after the other. */
export const inOrder = (...statements: readonly RawBuilder<unknown>[]): DatabaseMigration => ({
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  }
})

/** Returns statements that comment on columns, by `table.column`. */
export const columnComments = (comments: Readonly<Record<string, string>>): RawBuilder<unknown>[] =>
  Object.entries(comments).map(([column, comment]) => sql`comment on column ${sql.ref(column)} is ${sql.lit(comment)}`)
