import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A migration. `lowestRelease` is the lowest release that runs beside it; by default all from 0.1.0 do. */
export interface DatabaseMigration extends Migration {
  readonly lowestRelease?: string
}

/** Migrations by their names, which begin with the number of their place in the order of all. */
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
