import { eventModelFields } from '../event-model.ts'
import { participantEventFields } from '../event.ts'
import { evaluationFields } from '../evaluation.ts'
import { webinarFields } from '../webinar.ts'
import {
  choice,
  date,
  decimal,
  externalId,
  filled,
  fixed,
  flag,
  markup,
  matching,
  number,
  reference,
  required,
  text,
  time,
  timestamp
} from './field.ts'

export const eventsImport = {
  externalId,
  eventId: fixed(number(participantEventFields.eventId.code)),
  no: fixed(number(participantEventFields.no.code)),
  caption: required(text(participantEventFields.caption.code, 200)),
  fromDate: date(participantEventFields.from.code),
  toDate: date(participantEventFields.to.code),
  location: text(null, 200),
  productType: filled(number(null)),
  videoOnDemand: filled(flag(null)),
  modelId: text(null, 100)
} as const

export const eventDatesImport = {
  event: required(reference('events')),
  dayNo: required(number(null)),
  date: required(date(null)),
  starts: required(time(null)),
  ends: required(time(null)),
  hours: required(decimal(null, 3))
} as const

export const ordersImport = {
  externalId,
  customer: required(fixed(reference('customers'))),
  no: fixed(number(null)),
  registeredAt: required(timestamp(null)),
  orderedFrom: required(text(null, 200)),
  orderedBy: reference('contacts')
} as const

/** `externalId`, `attended` and `hours` alone report who was there. */
export const participationsImport = {
  externalId,
  contact: required(reference('contacts')),
  event: required(reference('events')),
  order: reference('orders'),
  participantId: fixed(number(participantEventFields.participantId.code)),
  attended: filled(flag(null)),
  hours: filled(decimal(null, 4)),
  /** Net. */
  price: filled(decimal(null, 7))
} as const

export const documentsImport = {
  externalId,
  documentId: fixed(number(null)),
  kind: required(choice(null, ['script', 'recording', 'invoice'])),
  /** Of a script or a recording. */
  event: reference('events'),
  /** Of an invoice. */
  customer: reference('customers'),
  caption: required(text(null, 200)),
  fileName: required(
    matching(
      text(null, 200),
      /^[^/\\]+\.(?:pdf|docx?|dot|xlsx?|xla|pptx?|pps)$/i,
      'must be a name that ends in .pdf, .doc, .docx, .dot, .xls, .xlsx, .xla, .ppt, .pptx or .pps.'
    )
  ),
  /** The file's, which was sent before: 64 hexadecimal digits. */
  sha256: required(matching(text(null, 64), /^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits in lower case.')),
  dpoId: number(null),
  dpdId: number(null),
  position: filled(number(null)),
  addedAt: filled(timestamp(null))
} as const

export const invoicesImport = {
  externalId,
  customer: required(reference('customers')),
  controlNo: fixed(number(null)),
  no: required(text(null, 50)),
  date: required(date(null)),
  document: required(reference('documents')),
  order: reference('orders'),
  /** VAT included; below zero for a credit note. */
  amount: decimal(null, 10),
  currency: matching(text(null, 3), /^[A-Z]{3}$/, 'must be a code of ISO 4217, such as EUR.'),
  dueDate: date(null),
  isPaid: flag(null)
} as const

export const webinarLinksImport = {
  externalId,
  customer: required(reference('customers')),
  contact: reference('contacts'),
  event: reference('events'),
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
  expiryDate: date(webinarFields.expiryDate.code),
  isPdf: filled(flag(webinarFields.isPDFLink.code))
} as const

export const lettersImport = {
  externalId,
  letterNo: fixed(number(null)),
  kind: required(choice(null, ['participation', 'timesheet'])),
  event: reference('events'),
  caption: required(text(null, 200)),
  template: required(text(null, 100))
} as const

export const evaluationsImport = {
  externalId,
  interfaceId: fixed(number(evaluationFields.interfaceId.code)),
  caption: required(text(evaluationFields.caption.code, evaluationFields.caption.max)),
  evaluationType: filled(number(null)),
  template: filled(choice(null, ['evaluation-participants', 'evaluation-costs', 'evaluation-attendance']))
} as const

/** As many characters as the elements draw. */
const maxDrawing = 4_000_000

export const eventModelsImport = {
  modelId: required(text(null, 100)),
  /** Null: the drawing of every event. */
  event: reference('events'),
  css: required(markup(eventModelFields.css.code, maxDrawing)),
  svg: required(markup(eventModelFields.svg.code, maxDrawing)),
  html: required(markup(eventModelFields.html.code, maxDrawing))
} as const
