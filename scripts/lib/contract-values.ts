import { accessStates } from '../../contract/src/contact-access.ts'
import { ContactSalutation } from '../../contract/src/contact.ts'
import { eventStates } from '../../contract/src/event.ts'
import type { Noun } from '../../contract/src/field-tables.ts'
import { InvoiceAddressSalutation } from '../../contract/src/invoice-address.ts'
import { HourRecordConst } from '../../contract/src/letter.ts'
import { invoiceAddressKind } from '../../contract/src/limits.ts'
import { bookingStates } from '../../contract/src/order.ts'
import { Right } from '../../contract/src/rights.ts'
import { AsyncStatus, functionNames, type functionParameters } from '../../contract/src/server-function.ts'

/** Constants that stand on the wire, by their names in the contract, each with the sentence above its table. */
export const constants = {
  Right: [Right, 'Rights: `WSU_RECHTE`, `ASP_SHOPRECHTE`.'],
  ContactSalutation: [ContactSalutation, 'Salutations of contacts: `ASP_ANREDE`.'],
  InvoiceAddressSalutation: [InvoiceAddressSalutation, 'Salutations of invoice addresses: `ADR_ANREDE`.'],
  AsyncStatus: [AsyncStatus, 'States of a job: `status`.'],
  HourRecordConst: [HourRecordConst, 'Constants of an hour record: `const` of TimesheetLetter.'],
  bookingStates: [bookingStates, 'States of a booking: `state` of a participant in an order.'],
  eventStates: [eventStates, 'States of an event: `state` of events, `WEB_STATUS`.'],
  accessStates: [accessStates, 'States of an access: `state` of the feature `access`.']
} as const

const valuesOfFields: Readonly<Record<string, keyof typeof constants>> = {
  'contact.salutation': 'ContactSalutation',
  'contact.webshopRights': 'Right',
  'invoice-address.salutation': 'InvoiceAddressSalutation',
  'webshop-user.webshopRights': 'Right',
  'job.status': 'AsyncStatus',
  'ordered-participant.state': 'bookingStates',
  'ordered-event.state': 'eventStates',
  'document-event.state': 'eventStates',
  'next-event.state': 'eventStates',
  'webinar.state': 'eventStates',
  'contact-access.state': 'accessStates'
}

/** Returns the constants as pairs of name and value; the value of a list's member is its name. */
export function membersOf(constant: keyof typeof constants): [name: string, value: string][] {
  const [members] = constants[constant]
  return Object.entries(members).map(([name, value]) => [Array.isArray(members) ? String(value) : name, String(value)])
}

/** Returns the possible values of a field, such as ‘0 (mister), 1 (misses)’; undefined where any is possible. */
export function valuesOf(noun: Noun, name: string): string | undefined {
  if (`${noun}.${name}` === 'invoice-address.type') return String(invoiceAddressKind)
  if (`${noun}.${name}` === 'job.functionName') return functionNames.join(', ')
  const constant = valuesOfFields[`${noun}.${name}`]
  if (constant === undefined) return undefined
  return membersOf(constant)
    .filter(([, value]) => value !== ContactSalutation.placeholder)
    .map(([member, value]) => (member === value ? member : `${value} (${member})`))
    .join(', ')
}

type ParameterName = (typeof functionParameters)[keyof typeof functionParameters][number]

/** Meaning of each name in the `parameter` of a function. */
export const parameterMeanings: Readonly<Record<ParameterName, string>> = {
  letterNo: 'Number of the letter, as the call before has answered',
  format: '`PDF`; of StandardLetters also `ZIP`, of DataCopy also `JSON`',
  company: 'The provider’s own company, as `ASP_FIRMA` has it; of an evaluation as `AUS_FIRMA` does',
  id: 'Number of the customer, as `ASP_ID` has it',
  contactCompany: 'The provider’s own company of the person, as `ASP_KONTAKTFIRMA` has it',
  contactId: 'Number of the person, as `ASP_KONTAKTID` has it',
  eventId: 'Id of the event, as `VER_ID` has it',
  no: 'Number of its date, as `VER_LFDNR` has it',
  participantId: 'Id of the participation, as `VER_TEILNEHMERID` has it',
  participantIds: 'Ids of the participations, joined by semicolons',
  const: 'A constant of an hour record as `number:value`; the name is repeated for each of the seven',
  interfaceId: 'Id of the evaluation, as `AUS_ID` has it',
  from: 'First day of the period that the person chose, dd.MM.yyyy',
  to: 'Last day of the period that the person chose, dd.MM.yyyy'
}
