import { defineImport, intoTable } from '../../records/importing/import.ts'

export const fieldImport = defineImport({
  resource: 'fields',
  tables: [intoTable('field_descriptors', 'f', ['form', 'const_name'])],
  members: {
    field: { column: 'f.const_name' },
    displayMode: { initial: 1 },
    required: { initial: false },
    readOnly: { initial: false }
  }
})

/** Import of the choices of drop-downs whose lists the provider keeps. */
export const possibleValuesImport = defineImport({
  resource: 'possible-values',
  tables: [intoTable('possible_values', 'v', ['field', 'key'])]
})
