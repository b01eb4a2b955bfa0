import { sql } from 'kysely'
import { invoiceAddressKind } from '@customer-center/contract/limits'
import { defineImport, intoTable } from '../../../records/importing/import.ts'
import { assignNumbers } from '../../../records/importing/plan/assign-numbers.ts'
import { readHighestNumbers } from './invoice-address.repository.ts'

export const invoiceAddressImport = defineImport({
  resource: 'invoice-addresses',
  tables: [intoTable('invoice_addresses', 'a', ['customer_id', 'no'], { versioned: true })],
  members: {
    customer: {
      // An import does not bring back the addresses of an erased person.
      lookup: (providerId, names) => sql`
        select k.external_id as name, k.customer_id from customers k
        where k.provider_id = ${providerId} and k.external_id = any(${names}::text[]) and not exists (
          select from contacts own where own.provider_id = k.provider_id and own.customer_id = k.customer_id
            and own.person_id = k.customer_id and own.erased_at is not null)`
    },
    no: {
      constraints: { invoice_addresses_pkey: 'is already the number of another address of this customer.' }
    }
  },
  async write(trx, { providerId, fresh, store }) {
    if (fresh.length > 0) {
      const customers = [...new Set(fresh.map(({ columns }) => Number(columns['a']?.['customer_id'])))]
      assignNumbers(fresh, 'a.no', await readHighestNumbers(trx, providerId, customers), 'customer_id')
      for (const { columns } of fresh) (columns['a'] ??= {})['type'] = invoiceAddressKind
    }
    await store()
  },
  audit: 'invoice-address',
  changedBy: ['invoice-address']
})
