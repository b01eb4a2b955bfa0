import { get } from './endpoint.ts'
import { type FieldsQuery, type Named, text, type Wire } from './field-codes.ts'
import { everyRight } from './rights.ts'
import { recordingProductType } from './limits.ts'

/** A file as /dms/getdoc hands it out (section 3). */
export const documentFields = {
  responseInfo: text('DOK_INFO', 200, 'read'),
  /** base64 */
  fileData: text('DOK_DATEN', 0, 'read'),
  fileName: text('DOK_NAME', 200, 'read')
} as const

export type Document = Named<typeof documentFields>

/** A document in an event's list: its key fetches the file. */
export interface EventDocument {
  caption: string | null
  /** Opaque, bound to the customer who got it. */
  documentHash: string
  dpoId: number | null
  dpdId: number | null
  fileName: string | null
}

export interface DocumentEvent {
  caption: string | null
  eventId: number
  no: number
  participantId: number | null
  from: string | null
  to: string | null
  location: string | null
  productType: number | null
  videoOnDemand: boolean | null
  scripts: EventDocument[]
}

export interface DocumentQuery extends FieldsQuery {
  documentKey: string
  /** Stamp that an invoice carries; empty for none. */
  stampNo?: string | undefined
}

export const listEventDocuments = get<undefined, DocumentEvent[]>('/eventmanager/documentsbysubscriber', {
  route: 'scripts'
})
/** Any right calls it; which documents it opens is decided one by one, by the screen that lists them. */
export const getDocument = get<DocumentQuery, Wire>('/dms/getdoc', everyRight)

/** Section 2: such an event's documents are headed 'Aufzeichnung', all others 'Skripte'. */
export function isRecording(event: Pick<DocumentEvent, 'productType' | 'videoOnDemand'>): boolean {
  return event.productType === recordingProductType && event.videoOnDemand === true
}

const mimeTypes: Record<string, string> = {
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

/** The type of a file by its extension (section 9); anything else counts as PDF, so that no name makes a browser run a file. */
export function mimeTypeOf(fileName: string | null | undefined): string {
  const extension = /\.([A-Za-z0-9]+)$/.exec(fileName ?? '')?.[1]?.toLowerCase() ?? 'pdf'
  return Object.hasOwn(mimeTypes, extension) ? mimeTypes[extension]! : mimeTypes['pdf']!
}
