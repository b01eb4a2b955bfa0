import type { Insertable } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import type { LetterData } from '../confirmations/letter/letter-data.ts'
import type { Letters } from '../platform/typesetting/letters.ts'
import type { Storage } from '../platform/storage/storage.ts'

type DocumentRow = Insertable<Tables['documents']>

/** A document whose file is still to be set: template and data of the letter, and the row without what the file says. */
export type Draft = {
  readonly [Name in keyof LetterData]: {
    readonly template: Name
    readonly data: LetterData[Name]
    readonly row: DraftRow
  }
}[keyof LetterData]

type DraftRow = Omit<DocumentRow, 'storage_key' | 'sha256' | 'size_bytes'>

/** Sets the file and stores it. The key follows from the document's number: seeding again after a broken start replaces it. */
export async function storeDocument(letters: Letters, storage: Storage, draft: Draft): Promise<DocumentRow> {
  const pdf = await renderDraft(letters, draft)
  const storage_key = `${draft.row.company}/${draft.row.kind}/${draft.row.document_id}.pdf`
  const { sha256, size } = await storage.put(storage_key, pdf)
  return { ...draft.row, storage_key, sha256, size_bytes: size }
}

function renderDraft(letters: Letters, draft: Draft): Promise<Uint8Array> {
  switch (draft.template) {
    case 'invoice':
      return letters.render(draft.template, draft.data)
    case 'script':
      return letters.render(draft.template, draft.data)
    default:
      return letters.render(draft.template, draft.data)
  }
}
