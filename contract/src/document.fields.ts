import { z } from 'zod'
import {
  type DocumentEvent,
  documentEventFields,
  documentFields,
  eventDocumentFields,
  getDocument,
  listEventDocuments,
  maxZipDocuments,
  requestZip
} from './document.ts'
import type { Endpoint } from './endpoint.ts'
import type { WireRow } from './field-codes.ts'
import {
  choice,
  described,
  externalId,
  notNull,
  immutable,
  lowerCase,
  matching,
  reference,
  required,
  refusesRow,
  own
} from './import-field.ts'
import { defineEndpoint, listRowSchema, parameter, resFields, rowSchema } from './schema.ts'

const fileName = matching(
  own('text', 200),
  /^[^/\\]+\.(?:pdf|docx?|dot|xlsx?|xla|pptx?|pps|xml)$/i,
  'must be a name that ends in .pdf, .doc, .docx, .dot, .xls, .xlsx, .xla, .ppt, .pptx, .pps or .xml.'
)
const sha256 = matching(own('text', 64), /^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits.')

/** A row of a provider, by member. */
export const documentsImport = {
  externalId,
  documentId: immutable(own('number')),
  kind: required(choice(null, ['script', 'recording', 'invoice'])),
  event: refusesRow(reference('events'), 'Needed for a script or a recording'),
  customer: refusesRow(reference('customers'), 'Needed for an invoice'),
  caption: required(own('text', 200)),
  fileName: required(fileName, 'Name under which it is saved; .xml for an invoice alone'),
  file: refusesRow(
    own('text', 255),
    'Name of a file in files/, in place of sha256; later bytes under this name replace the document’s'
  ),
  sha256: {
    ...required(lowerCase(sha256), 'Of the file’s bytes, as sha256sum or Get-FileHash prints it; needed without file'),
    instead: 'file'
  },
  dpoId: described(own('number'), 'Passed on to the elements'),
  dpdId: described(own('number'), 'Passed on to the elements'),
  position: notNull(own('number'), 'Order among the documents of the event'),
  addedAt: notNull(own('timestamp'), 'When it became available; now where it is left out')
} as const

/** Adds schemas to the call of a list as a file. */
export const exportSchema = (endpoint: Endpoint<undefined, undefined, WireRow>) =>
  defineEndpoint(endpoint, 'The list as a file for spreadsheets', rowSchema(documentFields))

const scripts = z.array(listRowSchema(eventDocumentFields))
const events = z.array(listRowSchema<DocumentEvent>(documentEventFields, { scripts }))

const query = z.object({ ...resFields, documentKey: parameter, stampNo: z.optional(z.string().check(z.maxLength(20))) })

export const listEventDocumentsSchema = defineEndpoint(
  listEventDocuments,
  'Events with their scripts and recordings',
  events
)
export const getDocumentSchema = defineEndpoint(getDocument, 'A file by its key', rowSchema(documentFields), { query })

export const requestZipSchema = defineEndpoint(
  requestZip,
  'An address, good once and for a minute, at which a browser saves some documents as one ZIP file',
  z.strictObject({ url: z.string() }),
  {
    body: z.strictObject({
      data: z.strictObject({
        documentKeys: z.array(parameter).check(z.minLength(1), z.maxLength(maxZipDocuments)),
        name: z.string().check(z.minLength(1), z.maxLength(200), z.describe('Of the file, without extension'))
      })
    })
  }
)
