import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../database/query.ts'
import type { OperatorEvent } from './command.ts'

/**
 * Stores the event of a command in a separate process, whose output is not a log; a server writes the event to its log.
 */
export async function noteOperatorEvent(db: Db, event: OperatorEvent): Promise<void> {
  await sql`insert into operator_events (event) values (${JSON.stringify(event)}::jsonb)`.execute(db)
}

/** Writes the stored events of commands to the log; each event is taken by one process. */
export const logOperatorEvents = {
  everyMs: 10_000,
  async run({ db, log }: { readonly db: Db; readonly log: Pick<FastifyBaseLogger, 'info'> }): Promise<void> {
    const { rows } = await sql<{ event: OperatorEvent; at: Date }>`
      with noted as (delete from operator_events returning id, event, at) select event, at from noted order by id`.execute(
      db
    )
    for (const { event, at } of rows) log.info({ ...event, at: at.toISOString() }, 'security event')
  }
}
