import { participantEventFields } from './event.ts'
import {
  choice,
  decimal,
  described,
  externalId,
  immutable,
  notNull,
  own,
  reference,
  refusesRow,
  required
} from './import-field.ts'
import { bookingStates } from './order.ts'

/** A row of a provider, by member. Only `externalId`, `attended` and `hours` report attendance. */
export const participationsImport = () => ({
  externalId,
  contact: required(reference('contacts')),
  event: required(reference('events')),
  order: reference('orders'),
  participantId: immutable(participantEventFields.participantId),
  state: refusesRow(choice(null, bookingStates), 'booked where nothing is said; only those count as taking part'),
  rebookedTo: described(reference('events'), 'The event to which a rebooked one went, if you say so'),
  attended: refusesRow(notNull(own('flag')), 'Only then there are confirmations and hours'),
  hours: described(decimal(4), 'Training hours that count; empty where nobody knows them, which is not 0'),
  price: refusesRow(notNull(decimal(7)), 'Net, in euros')
})
