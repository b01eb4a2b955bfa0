import { z } from 'zod'
import { getCall, ofFeature, sendCall } from './endpoint.ts'
import {
  alwaysSent,
  dateField,
  type FieldsQuery,
  flagField,
  type FieldValues,
  idField,
  numberField,
  optionalField,
  textField,
  type WireRow
} from './field-codes.ts'
import {
  choiceField,
  describeField,
  externalId,
  notNull,
  immutableField,
  lowerCase,
  matchingField,
  referenceTo,
  requiredField,
  refusesRow,
  ownField
} from './import-field.ts'
import { recordingProductType } from './limits.ts'
import { everyRight } from './rights.ts'
import { defineEndpoint, listRowSchema, parameterSchema, resFields, rowSchema } from './schema.ts'

/** A file as /dms/getdoc returns it. */
export const documentFields = {
  /** A sentence about the document, which nobody is shown. */
  responseInfo: textField('DOK_INFO', 200, 'read'),
  /** The file in base64. */
  fileData: textField('DOK_DATEN', 0, 'read'),
  /** File name; its extension decides the type, and without one it is a PDF. */
  fileName: textField('DOK_NAME', 200, 'read')
} as const

export const documentEventFields = {
  /** Title of the event. */
  caption: textField('caption'),
  /** Id of the event; dates of the same event have the same. */
  eventId: alwaysSent(idField('eventId')),
  /** Number of the date among those of the event. */
  no: alwaysSent(idField('no')),
  /** Id of a participation of the person, or of a colleague. */
  participantId: idField('participantId'),
  /** First day. */
  from: dateField('from'),
  /** Last day. */
  to: dateField('to'),
  /** Place where the event is held. */
  location: textField('location'),
  /** Form of the event; 2 is online. */
  productType: numberField('productType'),
  /** With productType 2, its documents are headed Aufzeichnung instead of Skripte. */
  videoOnDemand: flagField('videoOnDemand'),
  /** State of the event; missing, or none of these: it takes place. */
  state: optionalField(textField('state'))
} as const
/** A document in an event's list; its key is used to fetch the file. */
export const eventDocumentFields = {
  /** Title of the document. */
  caption: textField('caption', 200),
  /** Opaque key, valid only for the customer that received it. */
  documentHash: alwaysSent(textField('documentHash')),
  /** A number of the provider’s own, which the elements do not use. */
  dpoId: idField('dpoId'),
  /** A number of the provider’s own, which the elements do not use. */
  dpdId: idField('dpdId'),
  /** File name with its extension, used where the file itself comes without one. */
  fileName: textField('fileName', 200),
  /** Size of the file in bytes; missing where a backend does not know it. */
  fileSize: optionalField(numberField('fileSize'))
} as const

export type EventDocument = FieldValues<typeof eventDocumentFields>

export interface DocumentEvent extends FieldValues<typeof documentEventFields> {
  scripts: EventDocument[]
}

export interface DocumentQuery extends FieldsQuery {
  documentKey: string
  /** The invoice's stamp; empty for none. */
  stampNo?: string | undefined
}

/** The newest event first: the elements keep this order. An event without documents may be left out. */
export const listEventDocuments = getCall<undefined, DocumentEvent[]>('/eventmanager/documentsbysubscriber', {
  route: 'scripts'
})
/** Callable with any right; access to each document depends on the screen that lists it. */
export const getDocument = getCall<DocumentQuery, WireRow>('/dms/getdoc', everyRight)

/** Tells whether an event's documents are headed 'Aufzeichnung'; all others are 'Skripte'. */
export function isRecording(event: Pick<DocumentEvent, 'productType' | 'videoOnDemand'>): boolean {
  return event.productType === recordingProductType && event.videoOnDemand === true
}

/** Type of files that are only offered for saving: with its own type, XML could run a script in the shop's origin. */
export const savedType = 'application/octet-stream'
const savedExtensions = ['xml', 'csv', 'txt', 'zip', 'ics', 'odt', 'ods', 'odp', 'jpg', 'jpeg', 'png']

const mimeTypes: Record<string, string> = {
  ...Object.fromEntries(savedExtensions.map((extension) => [extension, savedType])),
  pdf: 'application/pdf',
  doc: 'application/msword',
  dot: 'application/msword',
  xls: 'application/vnd.ms-excel',
  xla: 'application/vnd.ms-excel',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  ppt: 'application/vnd.ms-powerpoint',
  pps: 'application/vnd.ms-powerpoint'
}

/**
 * Returns the MIME type of a file by its extension. Any other extension counts as PDF, so that no file name
 * makes a browser run a file.
 */
export function mimeTypeOf(fileName: string | null | undefined): string {
  const extension = /\.([A-Za-z0-9]+)$/.exec(fileName ?? '')?.[1]?.toLowerCase() ?? 'pdf'
  return Object.hasOwn(mimeTypes, extension) ? mimeTypes[extension]! : mimeTypes['pdf']!
}

export const maxZipDocuments = 1000

export interface ZipRequest {
  /** Keys from lists of documents; a repeated key counts once. */
  documentKeys: string[]
  /** Name of the file, without extension. */
  name: string
}

export interface ZipAddress {
  /**
   * Relative to the API's base URL (with a trailing slash), or absolute. Valid once and for a minute, without a login.
   */
  url: string
}

/**
 * Several documents as one file, which the browser fetches from the address in the answer. If one document is missing
 * or not allowed, the call fails as a whole.
 */
export const requestZip = ofFeature('zip', sendCall<ZipRequest, ZipAddress>('POST', '/dms/zip', everyRight))

const fileName = () =>
  matchingField(
    eventDocumentFields.fileName,
    /^[^/\\]+\.(?:pdf|docx?|dot|xlsx?|xla|pptx?|pps|xml)$/i,
    'must be a name that ends in .pdf, .doc, .docx, .dot, .xls, .xlsx, .xla, .ppt, .pptx, .pps or .xml.'
  )
const sha256 = () => matchingField(ownField('text', 64), /^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits.')

export const documentsImport = () => ({
  externalId,
  documentId: immutableField(ownField('number')),
  kind: requiredField(choiceField(null, ['script', 'recording', 'invoice'])),
  event: refusesRow(referenceTo('events'), 'Needed for a script or a recording'),
  customer: refusesRow(referenceTo('customers'), 'Needed for an invoice'),
  caption: requiredField(eventDocumentFields.caption),
  fileName: requiredField(fileName(), 'Name under which it is saved; .xml for an invoice alone'),
  file: refusesRow(
    ownField('text', 255),
    'Name of a file in files/, in place of sha256; later bytes under this name replace the document’s'
  ),
  sha256: {
    ...requiredField(
      lowerCase(sha256()),
      'Of the file’s bytes, as sha256sum or Get-FileHash prints it; needed without file'
    ),
    instead: 'file'
  },
  dpoId: describeField(eventDocumentFields.dpoId, 'Passed on to the elements'),
  dpdId: describeField(eventDocumentFields.dpdId, 'Passed on to the elements'),
  position: notNull(ownField('number'), 'Order among the documents of the event'),
  addedAt: notNull(ownField('timestamp'), 'When it became available; now where it is left out')
})

const scripts = () => z.array(listRowSchema(eventDocumentFields)).describe('Scripts or recordings of the event')
const events = () => z.array(listRowSchema<DocumentEvent>(documentEventFields, { scripts: scripts() }))

export const listEventDocumentsSchema = /*#__PURE__*/ defineEndpoint(
  listEventDocuments,
  'Events with their scripts and recordings',
  () => ({ data: events() })
)
export const getDocumentSchema = /*#__PURE__*/ defineEndpoint(getDocument, 'A file by its key', () => ({
  data: rowSchema(documentFields),
  query: z.object({
    ...resFields,
    documentKey: parameterSchema.describe('The `documentHash` of a list'),
    stampNo: z
      .optional(z.string().check(z.maxLength(20)))
      .describe('The configuration’s `invoiceStampNo`, for an invoice; empty for none')
  })
}))

export const requestZipSchema = /*#__PURE__*/ defineEndpoint(
  requestZip,
  'An address, good once and for a minute, at which a browser saves some documents as one ZIP file',
  () => ({
    data: z.strictObject({ url: z.string().describe('Address of the file, relative to `apiUrl` or absolute') }),
    body: z.strictObject({
      data: z.strictObject({
        documentKeys: z
          .array(parameterSchema)
          .check(z.minLength(1), z.maxLength(maxZipDocuments))
          .describe('The `documentHash` of each file'),
        name: z.string().check(z.minLength(1), z.maxLength(200), z.describe('Name of the file, without extension'))
      })
    })
  })
)
