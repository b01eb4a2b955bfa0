import { providerImport } from '@customer-center/contract/letterhead'
import { defineImport, intoTable } from '../../records/importing/import.ts'

/** Import of the provider's own row, to which its keys belong. */
export const letterheadImport = defineImport({
  resource: 'provider',
  tables: [intoTable('providers', 'p', [])],
  members: Object.fromEntries(Object.keys(providerImport()).map((name) => [name, { initial: '' }])),
  removal: null
})
