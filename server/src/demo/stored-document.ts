import type { Insertable } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import type { Storage } from '../platform/storage/storage.ts'
import type { Typesetter } from '../platform/typesetting/typesetter.ts'
import type { DemoDocuments } from './document-data.ts'

type DocumentRow = Insertable<Tables['documents']>

/** A document whose file is still to be set: template and data of the letter, and the row without what the file says. */
export type Draft = {
  readonly [Name in keyof DemoDocuments]: {
    readonly template: Name
    readonly data: DemoDocuments[Name]
    readonly row: DraftRow
  }
}[keyof DemoDocuments]

/** The name under which a document is saved: its caption, without what file systems refuse. */
export function fileNameOf(caption: string): string {
  return `${caption.replace(/[<>:"/\\|?*]/g, '')}.pdf`
}

type DraftRow = Omit<DocumentRow, 'storage_key' | 'sha256' | 'size_bytes'>

/** Sets the file and stores it. The key follows from the document's number: seeding again after a broken start replaces it. */
export async function storeDocument(letters: Typesetter, storage: Storage, draft: Draft): Promise<DocumentRow> {
  const pdf = await letters.render(draft.template, draft.data)
  const storage_key = `${draft.row.company}/${draft.row.kind}/${draft.row.document_id}.pdf`
  const { sha256, size } = await storage.put(storage_key, pdf)
  return { ...draft.row, storage_key, sha256, size_bytes: size }
}
