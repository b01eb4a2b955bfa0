import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * SQL of a text that changes with every change to a list of `caller` (a row with company, id, pvaid and rights), and differs
 * between any two callers. Triggers write the table that it reads, in the transaction of the change, whoever makes it.
 */
export const revisionOfCaller = `(
  select concat_ws(' ', caller.company, caller.id, caller.pvaid, caller.rights, coalesce(sum(list_changes.change), 0))
  from list_changes where list_changes.company = caller.company and list_changes.id in (0, caller.id))`

const mostChanges = 20

/**
 * Puts one new change in the place of many: what is read with each list stays short. A new one, so that a list that was kept
 * before the oldest of them is not taken for right again. Several processes may do it at once.
 */
export async function tidyListChanges(db: Kysely<Tables>): Promise<void> {
  await sql`
    with crowded as materialized (select company, id from list_changes group by company, id having count(*) > ${mostChanges}),
    taken as materialized (
      select list_changes.ctid from list_changes join crowded using (company, id) for update of list_changes skip locked
    ),
    gone as (delete from list_changes where ctid in (select ctid from taken) returning company, id)
    insert into list_changes (company, id) select distinct company, id from gone`.execute(db)
}
