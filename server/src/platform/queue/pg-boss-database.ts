import { CompiledQuery, type Kysely, sql } from 'kysely'
import type PgBoss from 'pg-boss'
import type { Tables } from '../database/tables.ts'

async function runScript(db: Kysely<Tables>, text: string): Promise<{ rows: unknown[] }> {
  return db.connection().execute(async (connection) => {
    try {
      const { rows } = await connection.executeQuery(CompiledQuery.raw(text))
      return { rows }
    } catch (error) {
      // A script that fails between its begin and commit leaves the connection in an aborted transaction, and the embedded
      // database has no other connection.
      await sql`rollback`.execute(connection)
      throw error
    }
  })
}

/**
 * Adapts the database to pg-boss. A transaction may be passed where pg-boss runs one statement: what it writes is then part of
 * the transaction.
 */
export function pgBossDatabase(db: Kysely<Tables>): PgBoss.Db {
  return {
    async executeSql(text, values: unknown[] | undefined) {
      if (values === undefined || values.length === 0) return runScript(db, text)
      const { rows } = await db.executeQuery(CompiledQuery.raw(text, values))
      return { rows }
    }
  }
}
