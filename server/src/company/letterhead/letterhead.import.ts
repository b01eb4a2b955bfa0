import { providerImport } from '@customer-center/contract/letterhead.fields'
import { defineImport, intoTable } from '../../platform/importing/import.ts'

/** The provider's own row, which its keys belong to. */
export const letterheadImport = defineImport({
  resource: 'provider',
  tables: [intoTable('providers', 'p', [])],
  members: Object.fromEntries(Object.keys(providerImport).map((name) => [name, { initial: '' }])),
  key: []
})
