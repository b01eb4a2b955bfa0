import type { DemoDocuments } from './document-data.ts'
import type { Row } from '../platform/importing/import-rows.ts'

/** A document whose file is still to be set: template and data of the letter, and the row without what the file says. */
export type Draft = {
  readonly [Name in keyof DemoDocuments]: {
    readonly template: Name
    readonly data: DemoDocuments[Name]
    readonly row: Omit<Row<'documents'>, 'sha256'>
  }
}[keyof DemoDocuments]

/** The name under which a document is saved: its caption, without what file systems refuse. */
export function fileNameOf(caption: string): string {
  return `${caption.replace(/[<>:"/\\|?*]/g, '')}.pdf`
}
