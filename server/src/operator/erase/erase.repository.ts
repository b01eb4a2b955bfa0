import { sql } from 'kysely'
import { Right } from '@customer-center/contract/rights'
import { OperatorError } from '../../platform/config/operator-error.ts'
import type { Db } from '../../platform/database/query.ts'

export interface WantedErasure {
  /** External ID or number. */
  readonly customer: string
  /** External ID or number, as `shop-user find` shows it. */
  readonly contact: string
  /** The company's number; missing if the provider has a single company. */
  readonly providerId?: number | undefined
  /** Does everything but commit. */
  readonly dryRun: boolean
}

export interface ContactToErase {
  readonly customerId: number
  readonly contactId: number
  readonly wasAdmin: boolean
  readonly hasOtherAdmins: boolean
}

/**
 * Finds a contact, and locks it and its customer.
 * @throws OperatorError unless exactly one contact matches
 */
export async function findContact(trx: Db, providerId: number, wanted: WantedErasure): Promise<ContactToErase> {
  const admins = (more: string) => sql`exists (
    select from shop_users a join contacts o on o.provider_id = a.provider_id and o.contact_id = a.contact_id
    where a.provider_id = c.provider_id and a.customer_id = c.customer_id and a.rights = ${Right.admin} and o.active and ${sql.raw(more)})`
  const { rows } = await sql<ContactToErase>`
    select c.customer_id as "customerId", c.contact_id as "contactId",
           ${admins('a.contact_id = c.contact_id')} as "wasAdmin", ${admins('a.contact_id <> c.contact_id')} as "hasOtherAdmins"
    from contacts c join customers k on k.provider_id = c.provider_id and k.customer_id = c.customer_id
    where c.provider_id = ${providerId} and ${wanted.customer} in (k.external_id, k.number)
      and ${wanted.contact} in (c.external_id, c.contact_id::text, c.provider_id || '/' || c.contact_id)
    for no key update of k, c`.execute(trx)
  const [found] = rows
  if (!found) throw new OperatorError(`The customer ${wanted.customer} has no contact ${wanted.contact}.`)
  if (rows.length > 1)
    throw new OperatorError(
      `Several contacts fit: ${rows.map(({ contactId }) => `${providerId}/${contactId}`).join(', ')}.`
    )
  return found
}
