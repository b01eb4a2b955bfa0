import { anyRow, defineImport, intoTable } from '../../platform/importing/import.ts'

/** Import of the choices of drop-downs whose lists the provider keeps. */
export const possibleValuesImport = defineImport({
  resource: 'possible-values',
  tables: [intoTable('possible_values', 'v', ['field', 'key'])],
  key: ['field', 'key'],
  removal: anyRow
})
