import { sql } from 'kysely'
import type { Db } from '../../../platform/database/query.ts'
import type { RowsToWrite } from '../../../records/importing/import.ts'

/** The conflict of a row that would open the access of a person whose customer is gone. */
export const customerLeftOut = 'The customer is not in this full set: the access stays closed.'

/**
 * Finds the customers that the full set of the same folder leaves out: a row of their people opens no access, not even
 * until the end of the run, which would close it.
 */
export async function findLeftOut(
  trx: Db,
  { providerId, customers }: Pick<RowsToWrite, 'providerId' | 'customers'>,
  numbers: readonly number[]
): Promise<ReadonlySet<number>> {
  if (!customers || numbers.length === 0) return new Set()
  const { rows } = await sql<{ number: number }>`
    select customer_id as number from customers
    where provider_id = ${providerId} and customer_id = any(${[...new Set(numbers)]}::int[])
      and starts_with(coalesce(external_id, ''), ${customers.prefix})
      and not exists (
        select from import_keys k where k.provider_id = ${providerId} and k.run_id = ${customers.runId}::uuid
          and k.key = coalesce(external_id, '') collate "default"
      )`.execute(trx)
  return new Set(rows.map(({ number }) => number))
}

/** Keeps contacts closed that a full set lacked, as a row or a form says now: no later set makes them active. */
export async function endLeftOut(trx: Db, providerId: number, contacts: readonly number[]): Promise<void> {
  await sql`
    update contacts set left_out = false
    where provider_id = ${providerId} and contact_id = any(${contacts}::int[])`.execute(trx)
}
