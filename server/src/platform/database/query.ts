import { CompiledQuery, type Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** The rows of a statement whose text is fixed, such as a prepared one: it is not built anew for each call. */
export async function query<Row>(db: Kysely<Tables>, text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows
}
