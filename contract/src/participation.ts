import { participantEventFields } from './event.ts'
import {
  choiceField,
  ownDecimal,
  describeField,
  externalId,
  immutableField,
  notNull,
  ownField,
  referenceTo,
  refusesRow,
  requiredField
} from './import-field.ts'
import { bookingStates } from './order.ts'

/** A row of a provider, by member. Only `externalId`, `attended` and `hours` report attendance. */
export const participationsImport = () => ({
  externalId,
  contact: requiredField(referenceTo('contacts')),
  customer: refusesRow(
    notNull(referenceTo('customers')),
    'Whose booking it is; where it is left out, a new row is of the contact’s customer, and a stored one stays'
  ),
  event: requiredField(referenceTo('events')),
  order: referenceTo('orders'),
  participantId: immutableField(participantEventFields.participantId),
  state: refusesRow(choiceField(null, bookingStates), 'booked where nothing is said; only those count as taking part'),
  rebookedTo: describeField(referenceTo('events'), 'The event to which a rebooked one went, if you say so'),
  attended: refusesRow(notNull(ownField('flag')), 'Only then there are confirmations and hours'),
  hours: describeField(ownDecimal(4), 'Training hours that count; empty where nobody knows them, which is not 0'),
  price: notNull(ownDecimal(7), 'Net, in euros; 0 where a new row has none, or one that cannot be read')
})
