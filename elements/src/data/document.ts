import { queryOptions } from '@tanstack/react-query'
import {
  documentFields,
  type DocumentEvent,
  documentEventFields,
  type DocumentQuery,
  type EventDocument,
  eventDocumentFields,
  getDocument,
  listEventDocuments
} from '@customer-center/contract/document'
import type { WireRow } from '@customer-center/contract/field-codes'
import { fileNameOf } from '@customer-center/contract/file-name'
import { CallError } from '../client/call-error.ts'
import { decodeFile } from '../client/decode-file.ts'
import { codeOf, type FieldCodes, type FieldMap, fromWire, resFields } from '../client/fields.ts'
import { refusesUnless } from '../client/refusals.ts'
import type { RequestOptions } from '../client/request.ts'
import { plainRows } from '../client/rows.ts'
import type { AppContext } from '../context/app-context.ts'

const map: FieldMap<typeof documentFields> = { noun: 'document', fields: documentFields }
const eventMap = { noun: 'document-event', fields: documentEventFields } as const
const scriptMap = { noun: 'event-document', fields: eventDocumentFields } as const

interface DocumentRequest {
  documentKey: string
  /** The stamp of an invoice. */
  stampNo?: string
  /** File names to use if the file has none, the best one first. */
  names: readonly (string | null | undefined)[]
}

/** Query: the events of the customer with their scripts and recordings, in the server's order. */
export function eventDocuments({ call, config: { fieldCodes } }: AppContext) {
  return queryOptions({
    queryKey: ['event-documents'],
    queryFn: async ({ signal }) => {
      const events = plainRows<DocumentEvent>(eventMap, fieldCodes, await call(listEventDocuments, { signal }))
      return events.map((event) => withScripts(event, fieldCodes))
    }
  })
}

/** Loads a document's file. Throws CallError, also for an answer without a file. */
export async function loadDocument(
  { call, config }: AppContext,
  { documentKey, stampNo = '', names }: DocumentRequest
) {
  const query: DocumentQuery = { RES_FIELDS: resFields(map, config.fieldCodes), documentKey, stampNo }
  const document = await readDocument(config, (options) => call(getDocument, { query, ...options }))
  const file = decodeFile(fileNameOf(document.fileName, ...names), document.fileData)
  if (!file) throw new CallError('unreadable')
  return file
}

/** Makes a call whose answer is a document. Throws CallError, also for sentences in place of a file. */
export async function readDocument(
  { fieldCodes }: AppContext['config'],
  call: (options: Pick<RequestOptions<never, never>, 'refuses'>) => Promise<WireRow>
) {
  const read = (wire: unknown) => fromWire(map, fieldCodes, wire)
  return read(await call({ refuses: refusesUnless((wire) => read(wire).fileData !== null) }))
}

/** Adds an empty list of scripts where another backend leaves it out. */
function withScripts(event: DocumentEvent, codes: FieldCodes): DocumentEvent {
  const scripts: unknown = Reflect.get(event, codeOf(eventMap, codes, 'scripts'))
  return { ...event, scripts: plainRows<EventDocument>(scriptMap, codes, scripts) }
}
