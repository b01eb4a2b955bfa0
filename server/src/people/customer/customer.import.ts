import { sql } from 'kysely'
import { customersImport } from '@customer-center/contract/customer'
import type { Db } from '../../platform/database/query.ts'
import { defineImport, intoTable } from '../../records/importing/import.ts'
import { type ImportedRow, setColumn } from '../../records/importing/imported-row.ts'
import { assignNumbers } from '../../records/importing/plan/assign-numbers.ts'
import type { PlannedRow } from '../../records/rows/tables.ts'
import { accessLoss } from '../access/index.ts'
import { membersOf, storedField } from './contact/contact.columns.ts'
import { highestPerson, lockNumbers } from './contact/contact.repository.ts'
import { deactivateContacts } from './contact/deactivate-contacts.ts'
import { nameCustomersAgain } from './contact/left-out.repository.ts'
import { countVersions, customerRow, keepOfPersons, plannedValue } from './contact/shared-persons.ts'
import { erasureOfPerson } from './customer.repository.ts'

async function numberCustomers(trx: Db, providerId: number, rows: readonly ImportedRow[]): Promise<void> {
  await lockNumbers(trx, providerId)
  const highest = sql.raw(highestPerson(String(providerId)))
  const { rows: found } = await sql<{ highest: number }>`select ${highest} as highest`.execute(trx)
  assignNumbers(rows, 'c.customer_id', found[0]?.highest ?? 0)
  for (const row of rows) {
    const { c = {} } = row.columns
    const customerId = c['customer_id'] ?? null
    setColumn(row, { alias: 'p', column: 'person_id' }, customerId)
    if ((c['number'] ?? null) === null) setColumn(row, { alias: 'c', column: 'number' }, String(customerId))
  }
}

const fields = Object.keys(customersImport()).map(storedField)

const erased =
  'This customer is a person who was erased: leave it out of your data. Who comes back is a new customer with another externalId.'

const contactsOf = 'from contacts a where a.provider_id = c.provider_id and a.customer_id = c.customer_id'

/**
 * Import of customers. If a full set lacks a customer, its contacts become inactive; nothing is deleted, since letters
 * and invoices refer to the customer.
 */
export const customerImport = defineImport({
  resource: 'customers',
  tables: [intoTable('persons', 'p', ['person_id']), intoTable('customers', 'c', ['customer_id'], { versioned: true })],
  join: {
    p: 'join persons p on p.provider_id = c.provider_id and p.person_id = c.customer_id',
    own: `left join lateral (${erasureOfPerson}) own on true`
  },
  members: {
    ...membersOf(fields),
    customerNo: {
      column: 'c.customer_id',
      constraints: {
        persons_pkey: 'is already the number of another person.',
        customers_pkey: 'is already the number of another customer.'
      }
    },
    number: {
      column: 'c.number',
      constraints: { customers_provider_id_number_key: 'is already the number of another customer.' }
    }
  },
  ruleOf: ({ own }) => ((own?.['erased_at'] ?? null) === null ? {} : { refused: erased }),
  async write(trx, { providerId, isFullSet, rows, fresh, store }) {
    if (isFullSet) {
      const named = rows.flatMap(({ stored: { c } }) => (c ? [Number(c['customer_id'])] : []))
      await nameCustomersAgain(trx, providerId, named)
    }
    if (fresh.length > 0) await numberCustomers(trx, providerId, fresh)
    const person = (row: PlannedRow) => Number(plannedValue(row, 'c', 'customer_id'))
    await keepOfPersons(trx, providerId, rows, { fields, person, self: () => customerRow })
    await store((written) =>
      countVersions(trx, providerId, written, {
        customers: written.map(({ stored }) => Number(stored['c']?.['customer_id'] ?? 0))
      })
    )
  },
  audit: 'customer',
  changedBy: ['customer'],
  losses: {
    ofRemoved: `select a.contact_id as subject ${contactsOf}`,
    ...accessLoss
  },
  removal: {
    removable: `exists (select ${contactsOf} and a.active)`,
    deletable: `exists (select ${contactsOf} and (a.active or a.left_out is not null))`,
    remove: (trx, providerId, gone, isFullSet) =>
      deactivateContacts(trx, providerId, {
        customers: gone.map((row) => Number(row['customer_id'])),
        leftOut: isFullSet ? 'customer' : null
      })
  }
})
