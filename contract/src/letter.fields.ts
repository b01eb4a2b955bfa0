import { choice, externalId, fixed, reference, required, strict, own } from './import-field.ts'

/** A row of a provider, by member. */
export const lettersImport = {
  externalId,
  letterNo: fixed(own('number')),
  kind: required(choice(null, ['participation', 'timesheet']), 'A confirmation of participation, or an hour record'),
  event: strict(reference('events'), 'For this event alone; otherwise for each')
} as const
