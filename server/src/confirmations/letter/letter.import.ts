import { anyRow, defineImport, intoTable } from '../../records/importing/import.ts'

/** Import of the kinds of letters, not of issued letters. */
export const letterImport = defineImport({
  resource: 'letters',
  tables: [intoTable('letters', 'l', ['letter_no'])],
  members: {
    letterNo: { assigned: true, constraints: { letters_pkey: 'is already the number of another letter.' } },
    event: { reference: { 'l.event_id': 'event_id', 'l.no': 'no' } }
  },
  key: ['external_id'],
  removal: anyRow
})
