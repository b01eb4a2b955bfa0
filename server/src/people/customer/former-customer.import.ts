import { defineImport, intoTable } from '../../records/importing/import.ts'

/** Import of the customers that contacts have left. The database adds one when a contact goes to another customer. */
export const formerCustomerImport = defineImport({
  resource: 'former-customers',
  tables: [intoTable('former_customers', 'f', ['contact_id', 'customer_id'])],
  removal: { removable: 'false', kept: 'An erasure finds by it what the person has left there.' }
})
