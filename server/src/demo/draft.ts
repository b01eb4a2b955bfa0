import type { Row } from '../platform/importing/import-rows.ts'

/** A document whose file is still to be set: template and data of the letter, and the row without what the file says. */
export interface Draft {
  readonly template: 'invoice' | 'script' | 'recording-notes'
  readonly data: object
  readonly row: Omit<Row<'documents'>, 'sha256'>
}

/** The name under which a document is saved: its caption, without what file systems refuse. */
export function fileNameOf(caption: string): string {
  return `${caption.replace(/[<>:"/\\|?*]/g, '')}.pdf`
}
