import type { Row } from '../platform/importing/import-rows.ts'

/**
 * A document without its file: template and data of the letter, and the row without the values that follow from the
 * file.
 */
export interface Draft {
  readonly template: 'invoice' | 'script' | 'recording-notes'
  readonly data: object
  readonly row: Omit<Row<'documents'>, 'sha256'>
}

/** Returns the name under which a document is saved: its caption, without characters that file systems refuse. */
export function fileNameOf(caption: string): string {
  return `${caption.replace(/[<>:"/\\|?*]/g, '')}.pdf`
}
