import { queryOptions } from '@tanstack/react-query'
import {
  documentFields,
  documentEventFields,
  eventDocumentFields,
  getDocument,
  listEventDocuments
} from '@customer-center/contract/document'
import { fileNameOf } from '@customer-center/contract/file-name'
import { CallError } from '../client/call-error.ts'
import { decodeFile } from '../client/decode-file.ts'
import { rowOf, rowsOf } from '../client/rows.ts'
import type { RowOf } from '../client/wire-format.ts'
import type { AppContext } from '../context/app-context.ts'

export const asDocument = rowOf({ noun: 'document', fields: documentFields })
const asEvents = rowsOf({
  noun: 'document-event',
  fields: documentEventFields,
  lists: { scripts: { noun: 'event-document', fields: eventDocumentFields } }
})

export type ListedDocumentEvent = RowOf<typeof asEvents.map>
export type ListedDocument = ListedDocumentEvent['scripts'][number]

interface DocumentRequest {
  documentKey: string
  /** The stamp of an invoice. */
  stampNo?: string
  /** File names to use if the file has none, the best one first. */
  names: readonly (string | null | undefined)[]
}

/** Query: the events of the customer with their scripts and recordings, in the server's order. */
export function eventDocuments({ call }: AppContext) {
  return queryOptions({
    queryKey: ['event-documents'],
    queryFn: ({ signal }) => call(listEventDocuments, { as: asEvents, signal })
  })
}

/** Loads a document's file. Throws CallError, also for an answer without a file. */
export async function loadDocument({ call }: AppContext, { documentKey, stampNo = '', names }: DocumentRequest) {
  const document = await call(getDocument, { as: asDocument, fields: true, query: { documentKey, stampNo } })
  const file = decodeFile(fileNameOf(document.fileName, ...names), document.fileData)
  if (!file) throw new CallError('unreadable')
  return file
}
