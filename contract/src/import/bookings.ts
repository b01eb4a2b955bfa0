import { eventModelFields } from '../event-model.ts'
import { participantEventFields } from '../event.ts'
import { evaluationFields } from '../evaluation.ts'
import { webinarFields } from '../webinar.ts'
import {
  choice,
  date,
  decimal,
  described,
  externalId,
  filled,
  fixed,
  flag,
  lowerCase,
  markup,
  matching,
  number,
  reference,
  required,
  strict,
  text,
  time,
  timestamp
} from './field.ts'

export const eventsImport = {
  externalId,
  eventId: described(
    fixed(number(participantEventFields.eventId.code)),
    'The same for one seminar that is held several times, with another no'
  ),
  no: described(fixed(number(participantEventFields.no.code)), '1 where it is left out'),
  caption: required(text(participantEventFields.caption.code, 200)),
  fromDate: date(participantEventFields.from.code),
  toDate: date(participantEventFields.to.code),
  location: text(null, 200),
  productType: described(filled(number(null)), '1 where it is left out; 2 is online'),
  videoOnDemand: described(
    filled(flag(null)),
    'With productType 2, documents are headed Aufzeichnung instead of Skripte'
  )
} as const

export const eventDatesImport = {
  event: required(reference('events')),
  dayNo: required(number(null)),
  date: required(date(null)),
  starts: required(time(null)),
  ends: required(time(null)),
  hours: described(required(decimal(null, 3)), 'Training hours of the day')
} as const

export const ordersImport = {
  externalId,
  customer: required(fixed(reference('customers'))),
  no: described(fixed(number(null)), 'Number of the order'),
  registeredAt: required(timestamp(null)),
  orderedFrom: described(required(text(null, 200)), 'Name of who ordered, as lists show it'),
  orderedBy: described(reference('contacts'), 'Who ordered, if a contact of the customer')
} as const

/** `externalId`, `attended` and `hours` alone report who was there. */
export const participationsImport = {
  externalId,
  contact: required(reference('contacts')),
  event: required(reference('events')),
  order: reference('orders'),
  participantId: fixed(number(participantEventFields.participantId.code)),
  attended: described(strict(filled(flag(null))), 'Only then there are confirmations and hours'),
  hours: described(filled(decimal(null, 4)), 'Training hours that count'),
  price: described(filled(decimal(null, 7)), 'Net, in euros')
} as const

export const documentsImport = {
  externalId,
  documentId: fixed(number(null)),
  kind: required(choice(null, ['script', 'recording', 'invoice'])),
  event: described(strict(reference('events')), 'Needed for a script or a recording'),
  customer: described(strict(reference('customers')), 'Needed for an invoice'),
  caption: required(text(null, 200)),
  fileName: described(
    required(
      matching(
        text(null, 200),
        /^[^/\\]+\.(?:pdf|docx?|dot|xlsx?|xla|pptx?|pps|xml)$/i,
        'must be a name that ends in .pdf, .doc, .docx, .dot, .xls, .xlsx, .xla, .ppt, .pptx, .pps or .xml.'
      )
    ),
    'Name under which it is saved; .xml for an invoice alone'
  ),
  sha256: described(
    required(lowerCase(matching(text(null, 64), /^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits.'))),
    'Of the file’s bytes, as sha256sum or Get-FileHash prints it'
  ),
  dpoId: described(number(null), 'Passed on to the elements'),
  dpdId: described(number(null), 'Passed on to the elements'),
  position: described(filled(number(null)), 'Order among the documents of the event'),
  addedAt: described(filled(timestamp(null)), 'When it became available; now where it is left out')
} as const

export const invoicesImport = {
  externalId,
  customer: required(reference('customers')),
  controlNo: described(fixed(number(null)), 'Number of the row, which names it in the list'),
  no: described(required(text(null, 50)), 'The invoice number'),
  date: required(date(null)),
  document: described(reference('documents'), 'Until it is there, the list says that it follows'),
  xml: described(reference('documents'), 'The e-invoice (XRechnung, ebInterface), beside the PDF or alone'),
  order: reference('orders'),
  amount: described(decimal(null, 10), 'VAT included; below zero for a credit note'),
  currency: described(
    strict(matching(text(null, 3), /^[A-Z]{3}$/, 'must be a code of ISO 4217, such as EUR.')),
    'Such as EUR; needed with an amount'
  ),
  dueDate: date(null),
  isPaid: strict(flag(null))
} as const

export const webinarLinksImport = {
  externalId,
  customer: required(reference('customers')),
  contact: described(
    strict(reference('contacts')),
    'Whose link it is; otherwise the participants’, or without an event the customer’s'
  ),
  event: strict(reference('events')),
  linkId: fixed(number(null)),
  caption: required(text(webinarFields.caption.code, webinarFields.caption.max)),
  // A browser opens it.
  link: required(
    matching(
      text(webinarFields.videolink.code, webinarFields.videolink.max),
      /^https?:\/\/[^\s/]/i,
      'must be an address that begins with https:// or http://.'
    )
  ),
  expiryDate: described(strict(date(webinarFields.expiryDate.code)), 'Last day on which the link is good'),
  isPdf: described(filled(flag(webinarFields.isPDFLink.code)), 'It leads to a script and not to a webinar')
} as const

export const lettersImport = {
  externalId,
  letterNo: fixed(number(null)),
  kind: described(
    required(choice(null, ['participation', 'timesheet'])),
    'A confirmation of participation, or an hour record'
  ),
  event: described(strict(reference('events')), 'For this event alone; otherwise for each')
} as const

export const evaluationsImport = {
  externalId,
  interfaceId: fixed(number(evaluationFields.interfaceId.code)),
  caption: required(text(evaluationFields.caption.code, evaluationFields.caption.max)),
  evaluationType: described(filled(number(null)), '408, which is what people are shown, where it is left out'),
  template: described(
    filled(choice(null, ['evaluation-participants', 'evaluation-costs', 'evaluation-attendance'])),
    'What it evaluates; the first one where it is left out'
  )
} as const

/** As many characters as the elements draw. */
const maxDrawing = 4_000_000

export const eventModelsImport = {
  modelId: described(required(text(null, 100)), 'As the attribute model-id of event-layers has it'),
  event: described(strict(reference('events')), 'For this event alone; otherwise for each with this modelId'),
  css: required(markup(eventModelFields.css.code, maxDrawing)),
  svg: required(markup(eventModelFields.svg.code, maxDrawing)),
  html: required(markup(eventModelFields.html.code, maxDrawing))
} as const
