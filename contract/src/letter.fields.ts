import { choice, externalId, immutable, reference, required, refusesRow, own } from './import-field.ts'

/** A row of a provider, by member. */
export const lettersImport = {
  externalId,
  letterNo: immutable(own('number')),
  kind: required(choice(null, ['participation', 'timesheet']), 'A confirmation of participation, or an hour record'),
  event: refusesRow(reference('events'), 'For this event alone; otherwise for each')
} as const
