import { sql } from 'kysely'
import type { Db } from '../../platform/database/query.ts'
import { defineImport, intoTable } from '../../records/importing/import.ts'
import { type ImportedRow, setColumn } from '../../records/importing/imported-row.ts'

/** Import of orders. A full set deletes the orders that it lacks and to which nothing refers. */
export const orderImport = defineImport({
  resource: 'orders',
  tables: [intoTable('orders', 'o', ['no'])],
  members: {
    no: { assigned: 'order' },
    orderedBy: {
      reference: { 'o.ordered_by_contact_id': 'contact_id' },
      constraints: { orders_contact: 'is no contact of this customer.' }
    }
  },
  audit: 'orders',
  removal: {
    removable: `not exists (select from participations p where p.provider_id = o.provider_id and p.order_no = o.no)
      and not exists (select from invoices i where i.provider_id = o.provider_id and i.order_no = o.no)`,
    kept: 'Participations or invoices refer to it.'
  }
})

/**
 * Gives participations that name no customer the one of their contact, if they are new or name another contact than
 * before. A participation stays where it is when its contact goes to another customer, and one that comes after that is
 * of the former customer if its order is.
 */
async function addCustomers(trx: Db, providerId: number, rows: readonly ImportedRow[]): Promise<void> {
  const booked = rows.filter(({ values, columns: { p } }) => p?.['contact_id'] !== undefined && !values.has('customer'))
  if (booked.length === 0) return
  const keys = booked.map(({ stored, columns: { p = {} } }) => ({
    contact_id: p['contact_id'],
    order_no: p['order_no'] ?? stored['p']?.['order_no'] ?? null
  }))
  const { rows: found } = await sql<{ customerId: number }>`
    select coalesce(former.customer_id, contacts.customer_id) as "customerId"
    from rows from (json_to_recordset(${JSON.stringify(keys)}::json) as (contact_id int, order_no int)) with ordinality k (contact_id, order_no, place)
    join contacts on contacts.provider_id = ${providerId} and contacts.contact_id = k.contact_id
    left join orders on orders.provider_id = ${providerId} and orders.no = k.order_no
    left join former_customers former
      on former.provider_id = ${providerId} and former.contact_id = k.contact_id and former.customer_id = orders.customer_id
    order by k.place`.execute(trx)
  for (const [place, row] of booked.entries())
    setColumn(row, { alias: 'p', column: 'customer_id' }, found[place]?.customerId ?? null)
}

/** Import of participations. A full set deletes no participation of a contact for whom a letter was issued. */
export const participationImport = defineImport({
  resource: 'participations',
  tables: [intoTable('participations', 'p', ['participant_id'])],
  members: {
    order: { reference: { 'p.order_no': 'no' } },
    participantId: { assigned: 'participation' },
    state: { initial: 'booked' },
    rebookedTo: {
      reference: { 'p.rebooked_event_id': 'event_id', 'p.rebooked_no': 'no' },
      constraints: { participations_rebooked_check: 'must be empty where state is not rebooked.' }
    },
    attended: { initial: false },
    price: {
      initial: 0,
      constraints: { participations_price_check: 'must not be below zero.' }
    }
  },
  async write(trx, { providerId, rows, store }) {
    await addCustomers(trx, providerId, rows)
    await store()
  },
  audit: 'participations',
  removal: {
    removable: `not exists (
      select from issued_letters l where l.provider_id = p.provider_id and l.customer_id = p.customer_id and l.contact_id = p.contact_id)`,
    kept: 'A letter was issued to its contact.'
  }
})
