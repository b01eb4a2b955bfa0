import { customersImport } from '@customer-center/contract/customer'
import { type Db, query } from '../../platform/database/query.ts'
import { defineImport, intoTable } from '../../records/importing/import.ts'
import { assignNumbers } from '../../records/importing/plan/assign-numbers.ts'
import type { PlannedRow } from '../../records/rows/tables.ts'
import { membersOf, storedField } from './contact/contact.columns.ts'
import { highestPerson, lockNumbers } from './contact/contact.repository.ts'
import { deactivateContacts } from './contact/deactivate-contacts.ts'
import { countVersions, customerRow, keepOfPersons, plannedValue } from './contact/shared-persons.ts'

async function numberCustomers(trx: Db, providerId: number, rows: readonly PlannedRow[]): Promise<void> {
  await lockNumbers(trx, providerId)
  const [found] = await query<{ highest: number }>(trx, `select ${highestPerson('$1')} as highest`, [providerId])
  assignNumbers(rows, 'c.id', found?.highest ?? 0)
  for (const {
    columns: { c = {}, p = {} }
  } of rows) {
    p['id'] = c['id'] ?? null
    c['number'] ??= String(c['id'])
  }
}

/**
 * Import of customers. If a full set lacks a customer, its contacts become inactive; nothing is deleted, since letters
 * and invoices refer to the customer.
 */
export const customerImport = defineImport({
  resource: 'customers',
  tables: [intoTable('persons', 'p', ['id']), intoTable('customers', 'c', ['id'], { versioned: true })],
  join: `join persons p on p.company = c.company and p.id = c.id
    left join contacts own on own.company = c.company and own.id = c.id and own.contact_company = c.company and own.contact_id = c.id`,
  members: {
    ...membersOf(Object.keys(customersImport()).map(storedField)),
    id: {
      column: 'c.id',
      constraints: {
        persons_pkey: 'is already the number of another person.',
        customers_pkey: 'is already the number of another customer.'
      }
    },
    number: {
      column: 'c.number',
      constraints: { customers_company_number_key: 'is already the number of another customer.' }
    }
  },
  key: ['external_id'],
  closedWhen: [
    'own.erased_at',
    'This customer is a person who was erased: leave it out of your data. Who comes back is a new customer with another externalId.'
  ],
  prepare: numberCustomers,
  keepColumns: (trx, providerId, rows) => {
    const person = (row: PlannedRow) => Number(plannedValue(row, 'c', 'id'))
    return keepOfPersons(trx, providerId, rows, { person, self: () => customerRow })
  },
  afterwards: (trx, providerId, rows) =>
    countVersions(trx, providerId, rows, { customers: rows.map(({ stored }) => Number(stored['c']?.['id'] ?? 0)) }),
  audit: { resource: 'customer', key: ['id'], changedBy: ['customer'] },
  removal: {
    removable: 'exists (select from contacts a where a.company = c.company and a.id = c.id and a.active)',
    remove: (trx, providerId, gone) =>
      deactivateContacts(trx, providerId, { customers: gone.map(({ id }) => Number(id)) })
  }
})
