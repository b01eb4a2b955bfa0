import { anyRow, defineImport, intoTable } from '../../platform/importing/import.ts'

/** Import of the fields that the shop's forms show. */
export const fieldImport = defineImport({
  resource: 'fields',
  tables: [intoTable('field_descriptors', 'f', ['form', 'const_name'])],
  members: {
    field: { column: 'f.const_name' },
    displayMode: { initial: 1 },
    required: { initial: false },
    readOnly: { initial: false }
  },
  key: ['form', 'const_name'],
  removal: anyRow
})
