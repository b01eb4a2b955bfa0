import { defineImport, intoTable } from '../../records/importing/import.ts'

/** Import of the kinds of letters, not of issued letters. */
export const letterImport = defineImport({
  resource: 'letters',
  tables: [intoTable('letters', 'l', ['letter_no'])],
  members: {
    letterNo: { assigned: 'letter' }
  }
})
