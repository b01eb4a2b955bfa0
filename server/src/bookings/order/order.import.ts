import { defineImport, intoTable } from '../../platform/importing/import.ts'

/** Rows of orders. A full set takes away those that nothing refers to. */
export const orderImport = defineImport({
  resource: 'orders',
  tables: [intoTable('orders', 'o', ['no'])],
  references: { customer: { 'o.id': 'id' }, orderedBy: { 'o.ordered_by_pvaid': 'pvaid' } },
  key: ['external_id'],
  assigned: 'o.no',
  audit: { resource: 'orders', key: ['no'] },
  removal: {
    counts: `not exists (select from participations p where p.company = o.company and p.order_no = o.no)
      and not exists (select from invoices i where i.company = o.company and i.order_no = o.no)`,
    kept: 'Participations or invoices refer to it.'
  },
  constraints: {
    orders_pkey: ['no', 'is already the number of another order.'],
    orders_company_id_ordered_by_pvaid_fkey: ['orderedBy', 'is no contact of this customer.']
  }
})

/** Who takes part in what. A full set takes none from contacts for whom a letter was issued. */
export const participationImport = defineImport({
  resource: 'participations',
  tables: [intoTable('participations', 'p', ['participant_id'])],
  references: {
    contact: { 'p.id': 'id', 'p.pvaid': 'pvaid' },
    event: { 'p.event_id': 'event_id', 'p.no': 'no' },
    order: { 'p.order_no': 'no' }
  },
  // Cents: the text of a decimal has two digits after its point.
  stored: {
    price: {
      write: (value) => Number(String(value).replace('.', '')),
      read: (cents) => (Number(cents) / 100).toFixed(2)
    }
  },
  exported: { price: '(p.price / 100.0)::numeric(12, 2)' },
  key: ['external_id'],
  initial: { 'p.attended': false, 'p.hours': 0, 'p.price': 0 },
  assigned: 'p.participant_id',
  audit: { resource: 'participations', key: ['participant_id'] },
  removal: {
    counts: `not exists (
      select from issued_letters l where l.company = p.company and l.id = p.id and l.pvaid = p.pvaid)`,
    kept: 'A letter was issued to its contact.'
  },
  constraints: {
    participations_pkey: ['participantId', 'is already the number of another participation.'],
    participations_company_pvaid_event_id_no_key: ['event', 'is one in which this contact takes part already.'],
    participations_price_check: ['price', 'must not be below zero.']
  }
})
