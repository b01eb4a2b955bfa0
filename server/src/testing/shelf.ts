import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import type { Storage } from '../platform/storage/storage.ts'
import type { TestUser } from './company.ts'

/** Documents with real files in a storage. */
export function shelf(db: Kysely<Tables>, storage: Storage) {
  const company = 1
  let last = 0

  async function store(size: number) {
    const documentId = ++last
    const bytes = randomBytes(size)
    const storage_key = `${company}/${documentId}.pdf`
    const { sha256 } = await storage.put(storage_key, bytes)
    const row = { company, document_id: documentId, caption: `Dokument ${documentId}`, file_name: `${documentId}.pdf` }
    return { bytes, row: { ...row, storage_key, sha256, size_bytes: size } }
  }

  return {
    /** An event on a day, `eventId` with `no` 1. */
    addEvent: async (eventId: number, from: string, more: { recording?: boolean } = {}): Promise<void> => {
      await db
        .insertInto('events')
        .values({
          company,
          event_id: eventId,
          no: 1,
          caption: `Event "${eventId}" & <Co>`,
          from_date: from,
          to_date: from,
          location: 'Wien',
          product_type: more.recording ? 2 : 1,
          video_on_demand: more.recording ?? false
        })
        .execute()
    },
    addParticipation: async ({ id, pvaid }: TestUser, eventId: number): Promise<number> => {
      const participant_id = ++last
      const event = { company, event_id: eventId, no: 1 }
      await db
        .insertInto('participations')
        .values({ ...event, participant_id, id, pvaid, attended: true })
        .execute()
      return participant_id
    },
    addScript: async (eventId: number, more: { position?: number; size?: number } = {}) => {
      const { bytes, row } = await store(more.size ?? 1000)
      const event = { kind: 'script' as const, event_id: eventId, no: 1, position: more.position ?? 0 }
      await db
        .insertInto('documents')
        .values({ ...row, ...event })
        .execute()
      return { bytes, storageKey: row.storage_key, caption: row.caption, documentId: row.document_id }
    },
    addInvoice: async (id: number, no: string, date: string) => {
      const { bytes, row } = await store(1000)
      await db
        .insertInto('documents')
        .values({ ...row, kind: 'invoice', id })
        .execute()
      const document_id = row.document_id
      await db.insertInto('invoices').values({ company, control_no: document_id, id, no, date, document_id }).execute()
      return { bytes, storageKey: row.storage_key, caption: row.caption, documentId: document_id }
    }
  }
}
