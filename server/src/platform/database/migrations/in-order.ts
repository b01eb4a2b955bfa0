import { type Kysely, type RawBuilder, sql } from 'kysely'

/** Makes a migration of statements that run one after the other. */
export const inOrder =
  (...statements: readonly RawBuilder<unknown>[]) =>
  async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await statement.execute(db)
  }

/** Returns statements that comment on columns, by `table.column`. */
export const columnComments = (comments: Readonly<Record<string, string>>): RawBuilder<unknown>[] =>
  Object.entries(comments).map(([column, comment]) => sql`comment on column ${sql.ref(column)} is ${sql.lit(comment)}`)
