import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { Actor } from '../../platform/http/caller.ts'

/**
 * Limits for requests within 24 hours, counted in letters. A person who looks after a thousand participants has each
 * confirmed once; as many letters are two minutes of a processor.
 */
const maxCost = { ofPerson: 1000, ofCustomer: 3000 }
/** Locks the turn of a customer, since several requests at once would all find a free place. */
export async function takeTurn(trx: Kysely<Tables>, { company, id }: Pick<Actor, 'company' | 'id'>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${company}::int, ${id}::int)`.execute(trx)
}

/**
 * @throws Refusal `tooManyDocuments` when another document of this cost were too many for the person or the customer
 */
export async function refuseAboveDay(
  db: Kysely<Tables>,
  { company, id, pvaid }: Pick<Actor, 'company' | 'id' | 'pvaid'>,
  cost: number
): Promise<void> {
  const { rows } = await sql<{ customer: number; person: number }>`
    select coalesce(sum(cost), 0)::int as customer, coalesce(sum(cost) filter (where pvaid = ${pvaid}), 0)::int as person
    from server_functions
    where company = ${company} and id = ${id} and created_at > now() - interval '24 hours'`.execute(db)
  const { customer = 0, person = 0 } = rows[0] ?? {}
  if (person + cost > maxCost.ofPerson || customer + cost > maxCost.ofCustomer) throw new Refusal('tooManyDocuments')
}
