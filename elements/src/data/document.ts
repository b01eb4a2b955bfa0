import {
  documentFields,
  type DocumentEvent,
  type DocumentQuery,
  type EventDocument,
  getDocument,
  listEventDocuments,
  mimeTypeOf
} from '@customer-center/contract/document'
import { queryOptions } from '@tanstack/react-query'
import { CallError } from '../client/call-error.ts'
import type { AppContext } from '../context/app-context.ts'
import { type FieldMap, fromWire, resFields } from '../client/fields.ts'
import { decodeBase64 } from '../client/base64.ts'
import { rowsOf } from '../client/rows.ts'
import { fileNameOf } from '../lib/file-name.ts'

const map: FieldMap<typeof documentFields> = { noun: 'document', fields: documentFields }

/** What a click on a document needs to know. */
export interface DocumentRequest {
  documentKey: string
  /** Stamp that an invoice carries. */
  stampNo?: string
  /** Names to save it under if the file itself brings none, the best one first. */
  names: readonly (string | null | undefined)[]
}

/** The events of the customer with their scripts and recordings, in the server's order. */
export function eventDocuments({ call }: AppContext) {
  return queryOptions({
    queryKey: ['event-documents'],
    queryFn: async ({ signal }) => rowsOf<DocumentEvent>(await call(listEventDocuments, { signal })).map(completed)
  })
}

/**
 * Fetches one file. Its type follows from its name by section 9 alone, so that no backend can have a page opened with the rights of ours.
 * Throws CallError, also for an answer without a file.
 */
export async function loadDocument(
  { call, config }: AppContext,
  { documentKey, stampNo = '', names }: DocumentRequest
) {
  const query: DocumentQuery = { RES_FIELDS: resFields(map, config.fieldCodes), documentKey, stampNo }
  const document = fromWire(map, config.fieldCodes, await call(getDocument, { query }))
  const bytes = decodeBase64(document.fileData ?? '')
  if (!bytes) throw new CallError('unreadable')
  const name = fileNameOf(document.fileName, ...names)
  return { name, blob: new Blob(bytes, { type: mimeTypeOf(name) }) }
}

function completed(event: DocumentEvent): DocumentEvent {
  return { ...event, scripts: rowsOf<EventDocument>(event.scripts) }
}
