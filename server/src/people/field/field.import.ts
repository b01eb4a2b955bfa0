import { defineImport, intoTable } from '../../platform/importing/import.ts'

/** Which fields the shop's forms show. */
export const fieldImport = defineImport({
  resource: 'fields',
  tables: [intoTable('field_descriptors', 'f', ['form', 'const_name'])],
  columns: { field: 'f.const_name' },
  key: ['form', 'const_name'],
  initial: { 'f.display_mode': 1, 'f.required': false, 'f.read_only': false },
  removal: { counts: 'true' }
})
