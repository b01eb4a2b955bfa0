import { calendarFields } from './calendar.ts'
import { contactAccessFields } from './contact-access.ts'
import { allContactFields } from './contact.ts'
import { allCustomerFields } from './customer.ts'
import { documentEventFields, documentFields, eventDocumentFields } from './document.ts'
import { evaluationFields } from './evaluation.ts'
import { eventKeyFields } from './event-key.ts'
import { eventModelFields, participantEventFields } from './event.ts'
import type { FieldTable } from './field-codes.ts'
import { descriptorFields } from './field.ts'
import { historyFields } from './history.ts'
import { allInvoiceAddressFields } from './invoice-address.ts'
import { invoiceFields } from './invoice.ts'
import { letterFields } from './letter.ts'
import { orderedEventFields, orderedParticipantFields, orderFields } from './order.ts'
import {
  firstInvoiceFields,
  newDocumentsFields,
  nextEventFields,
  openInvoicesFields,
  openSumFields,
  overviewEventFields,
  overviewFields
} from './overview.ts'
import { possibleValueFields } from './possible-values.ts'
import { jobFields } from './server-function.ts'
import { sessionFields } from './session-list.ts'
import { shopUserFields } from './shop-user.ts'
import { webinarFields } from './webinar.ts'

/** Fields of each resource, by the noun under which a configuration renames them. */
export const fieldTables = {
  calendar: calendarFields,
  contact: allContactFields,
  'contact-access': contactAccessFields,
  customer: allCustomerFields,
  document: documentFields,
  'document-event': documentEventFields,
  evaluation: evaluationFields,
  event: participantEventFields,
  'event-document': eventDocumentFields,
  'event-key': eventKeyFields,
  'event-model': eventModelFields,
  field: descriptorFields,
  'first-invoice': firstInvoiceFields,
  history: historyFields,
  invoice: invoiceFields,
  'invoice-address': allInvoiceAddressFields,
  'invoice-document': eventDocumentFields,
  job: jobFields,
  letter: letterFields,
  'new-documents': newDocumentsFields,
  'next-event': nextEventFields,
  'open-invoices': openInvoicesFields,
  'open-sum': openSumFields,
  order: orderFields,
  'ordered-event': orderedEventFields,
  'ordered-participant': orderedParticipantFields,
  overview: overviewFields,
  'overview-event': overviewEventFields,
  'possible-value': possibleValueFields,
  session: sessionFields,
  webinar: webinarFields,
  'webshop-user': shopUserFields
} as const satisfies Record<string, FieldTable>

export type Noun = keyof typeof fieldTables

/** Lists, and rows in them, whose names a configuration changes in the same way. */
export const listNames = [
  'document-event.scripts',
  'invoice.documents',
  'invoice.events',
  'open-invoices.due',
  'open-invoices.first',
  'open-invoices.sums',
  'order.events',
  'ordered-event.participants',
  'overview.events',
  'overview.newDocuments',
  'overview.nextEvents',
  'overview.openInvoices',
  'webinar.events'
] as const
