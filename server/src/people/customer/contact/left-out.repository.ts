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

export interface ContactChoice {
  readonly contacts: readonly number[]
  readonly customers: readonly number[]
}

/** Row that a full set lacks. */
export type LeftOut = 'contact' | 'customer'

/**
 * Makes contacts inactive.
 * @param leftOut null if no full set does: no later set makes them active again, nor those that one has closed before
 * @returns the contacts that were active
 */
export async function setInactive(
  trx: Db,
  providerId: number,
  { contacts, customers }: ContactChoice,
  leftOut: LeftOut | null
): Promise<{ readonly customerId: number; readonly contactId: number; readonly externalId: string }[]> {
  const { rows } = await sql<{ customerId: number; contactId: number; externalId: string }>`
    with closed as (
      update contacts set left_out = ${leftOut}
      where provider_id = ${providerId} and not active and left_out is not null
        and (contact_id = any(${contacts}::int[]) or customer_id = any(${customers}::int[]))
    )
    update contacts set active = false, left_out = ${leftOut}, version = version + 1
    where provider_id = ${providerId} and active and (contact_id = any(${contacts}::int[]) or customer_id = any(${customers}::int[]))
    returning customer_id as "customerId", contact_id as "contactId", external_id as "externalId"`.execute(trx)
  return rows
}

/** Keeps contacts closed that a full set lacked, as a row or a form says now: no later set makes them active. */
export async function endLeftOut(trx: Db, providerId: number, contacts: readonly number[]): Promise<void> {
  await sql`
    update contacts set left_out = null
    where provider_id = ${providerId} and contact_id = any(${contacts}::int[])`.execute(trx)
}

/** Lets the next full set that names contacts make them active which a full set without their customers has closed. */
export async function nameCustomersAgain(trx: Db, providerId: number, customers: readonly number[]): Promise<void> {
  await sql`
    update contacts set left_out = 'contact'
    where provider_id = ${providerId} and customer_id = any(${customers}::int[]) and left_out = 'customer'`.execute(trx)
}
