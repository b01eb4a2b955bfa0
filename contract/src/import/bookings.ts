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
  lowerCase,
  markup,
  matching,
  number,
  reference,
  required,
  shown,
  strict,
  text,
  time,
  timestamp
} from './field.ts'

export const eventsImport = {
  externalId,
  eventId: fixed(shown(participantEventFields.eventId)),
  no: fixed(shown(participantEventFields.no)),
  caption: required(shown(participantEventFields.caption)),
  fromDate: shown(participantEventFields.from),
  toDate: shown(participantEventFields.to),
  location: text(null, 200),
  productType: filled(number(null)),
  videoOnDemand: filled(flag(null))
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
  participantId: fixed(shown(participantEventFields.participantId)),
  attended: strict(filled(flag(null))),
  hours: filled(decimal(null, 4)),
  price: strict(filled(decimal(null, 7)))
} as const

export const documentsImport = {
  externalId,
  documentId: fixed(number(null)),
  kind: required(choice(null, ['script', 'recording', 'invoice'])),
  event: strict(reference('events')),
  customer: strict(reference('customers')),
  caption: required(text(null, 200)),
  fileName: required(
    matching(
      text(null, 200),
      /^[^/\\]+\.(?:pdf|docx?|dot|xlsx?|xla|pptx?|pps|xml)$/i,
      'must be a name that ends in .pdf, .doc, .docx, .dot, .xls, .xlsx, .xla, .ppt, .pptx, .pps or .xml.'
    )
  ),
  sha256: required(lowerCase(matching(text(null, 64), /^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits.'))),
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
  document: reference('documents'),
  xml: reference('documents'),
  order: reference('orders'),
  amount: strict(decimal(null, 10)),
  currency: strict(matching(text(null, 3), /^[A-Z]{3}$/, 'must be a code of ISO 4217, such as EUR.')),
  dueDate: date(null),
  isPaid: strict(flag(null))
} as const

export const webinarLinksImport = {
  externalId,
  customer: required(reference('customers')),
  contact: strict(reference('contacts')),
  event: strict(reference('events')),
  linkId: fixed(number(null)),
  caption: required(shown(webinarFields.caption)),
  // A browser opens it.
  link: required(
    matching(
      shown(webinarFields.videolink),
      /^https?:\/\/[^\s/]/i,
      'must be an address that begins with https:// or http://.'
    )
  ),
  expiryDate: strict(shown(webinarFields.expiryDate)),
  isPdf: filled(shown(webinarFields.isPDFLink))
} as const

export const lettersImport = {
  externalId,
  letterNo: fixed(number(null)),
  kind: required(choice(null, ['participation', 'timesheet'])),
  event: strict(reference('events'))
} as const

export const evaluationsImport = {
  externalId,
  interfaceId: fixed(shown(evaluationFields.interfaceId)),
  caption: required(shown(evaluationFields.caption)),
  evaluationType: filled(number(null)),
  template: filled(choice(null, ['evaluation-participants', 'evaluation-costs', 'evaluation-attendance']))
} as const

/** As many characters as the elements draw. */
const maxDrawing = 4_000_000

export const eventModelsImport = {
  modelId: required(text(null, 100)),
  event: strict(reference('events')),
  css: required(markup(eventModelFields.css.code, maxDrawing)),
  svg: required(markup(eventModelFields.svg.code, maxDrawing)),
  html: required(markup(eventModelFields.html.code, maxDrawing))
} as const
