import { providerImport } from '@customer-center/contract/letterhead.fields'
import { columnName } from '../../platform/database/column-name.ts'
import { defineImport, intoTable } from '../../platform/importing/import.ts'

const names = Object.keys(providerImport)

/** The provider's own row, which its keys belong to. */
export const letterheadImport = defineImport({
  resource: 'provider',
  tables: [intoTable('providers', 'p', [])],
  key: [],
  initial: Object.fromEntries(names.map((name) => [`p.${columnName(name)}`, '']))
})
