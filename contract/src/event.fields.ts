import { participantEventFields } from './event.ts'
import { decimal, externalId, filled, fixed, reference, required, own } from './import-field.ts'

const { eventId, no, caption, from: fromDate, to: toDate } = participantEventFields

/** A row of a provider, by member. */
export const eventsImport = {
  externalId,
  eventId: fixed(eventId, 'The same for one seminar that is held several times, with another no'),
  no: fixed(no, '1 where it is left out'),
  caption: required(caption),
  fromDate,
  toDate,
  location: own('text', 200),
  productType: filled(own('number'), '1 where it is left out; 2 is online'),
  videoOnDemand: filled(own('flag'), 'With productType 2, documents are headed Aufzeichnung instead of Skripte')
} as const

/** A row of a provider, by member: a day of an event. */
export const eventDatesImport = {
  event: required(reference('events')),
  dayNo: required(own('number')),
  date: required(own('date')),
  starts: required(own('time')),
  ends: required(own('time')),
  hours: required(decimal(3), 'Training hours of the day')
} as const
