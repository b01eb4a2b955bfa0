import { sql } from 'kysely'
import { invoiceAddressKind } from '@customer-center/contract/limits'
import { defineImport, intoTable } from '../../../records/importing/import.ts'
import { setColumn } from '../../../records/importing/imported-row.ts'
import { assignNumbers } from '../../../records/importing/plan/assign-numbers.ts'
import { erasureOfPerson } from '../customer.repository.ts'
import { readHighestNumbers } from './invoice-address.repository.ts'

export const invoiceAddressImport = defineImport({
  resource: 'invoice-addresses',
  tables: [intoTable('invoice_addresses', 'a', ['customer_id', 'no'], { versioned: true })],
  members: {
    customer: {
      // An import does not bring back the addresses of an erased person.
      lookup: (providerId, names) => sql`
        select c.external_id as name, c.customer_id from customers c
        left join lateral (${sql.raw(erasureOfPerson)}) own on true
        where c.provider_id = ${providerId} and c.external_id = any(${names}::text[]) and own.erased_at is null`
    },
    no: {
      constraints: { invoice_addresses_pkey: 'is already the number of another address of this customer.' }
    }
  },
  async write(trx, { providerId, fresh, store }) {
    if (fresh.length > 0) {
      const customers = [...new Set(fresh.map(({ columns }) => Number(columns['a']?.['customer_id'])))]
      assignNumbers(fresh, 'a.no', await readHighestNumbers(trx, providerId, customers), 'customer_id')
      for (const row of fresh) setColumn(row, { alias: 'a', column: 'type' }, invoiceAddressKind)
    }
    await store()
  },
  audit: 'invoice-address',
  changedBy: ['invoice-address']
})
