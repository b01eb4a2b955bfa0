import { participantEventFields } from './event.ts'
import {
  choice,
  decimal,
  described,
  externalId,
  notNull,
  immutable,
  reference,
  required,
  refusesRow,
  own
} from './import-field.ts'
import { bookingStates } from './order.ts'

/** A row of a provider, by member. */
export const ordersImport = {
  externalId,
  customer: required(immutable(reference('customers'))),
  no: immutable(own('number'), 'Number of the order'),
  registeredAt: required(own('timestamp')),
  orderedFrom: required(own('text', 200), 'Name of who ordered, as lists show it'),
  orderedBy: described(reference('contacts'), 'Who ordered, if a contact of the customer')
} as const

/** A row of a provider, by member. `externalId`, `attended` and `hours` alone report who was there. */
export const participationsImport = {
  externalId,
  contact: required(reference('contacts')),
  event: required(reference('events')),
  order: reference('orders'),
  participantId: immutable(participantEventFields.participantId),
  state: refusesRow(choice(null, bookingStates), 'booked where nothing is said; only those count as taking part'),
  rebookedTo: described(reference('events'), 'The event to which a rebooked one went, if you say so'),
  attended: refusesRow(notNull(own('flag')), 'Only then there are confirmations and hours'),
  hours: notNull(decimal(4), 'Training hours that count'),
  price: refusesRow(notNull(decimal(7)), 'Net, in euros')
} as const
