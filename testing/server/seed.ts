import { randomBytes } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Db, Tables } from '../../server/src/platform/database/query.ts'
import type { Storage } from '../../server/src/platform/storage/storage.ts'
import type { TestShopUser } from './customer.ts'
import { addRows } from './rows.ts'

type Row<Table extends keyof Tables> = Insertable<Tables[Table]>
type More<Table extends keyof Tables> = Partial<Row<Table>>

/**
 * Returns functions that add rows of one provider: orders, participations, documents and the shop's forms. Values that
 * are left out are the same for all.
 */
export function seedRows(db: Db, providerId = 1) {
  let last = 0

  return {
    /** Adds an event on one day, or over several with `to_date`; `no` is 1. */
    addEvent: async (event_id: number, from_date: string | null, more: More<'events'> = {}): Promise<void> => {
      const days = { from_date, to_date: from_date }
      const event = {
        provider_id: providerId,
        event_id,
        no: 1,
        caption: `Event ${event_id}`,
        location: 'Wien',
        product_type: 1
      }
      await db
        .insertInto('events')
        .values({ ...event, ...days, ...more })
        .execute()
    },
    addOrder: async (
      { customerId }: Pick<TestShopUser, 'customerId'>,
      no: number,
      at: string,
      ordered_from = 'Anna Muster'
    ): Promise<void> => {
      const order = { provider_id: providerId, no, customer_id: customerId, registered_at: new Date(at), ordered_from }
      await db.insertInto('orders').values(order).execute()
    },
    /** Adds an attended participation, if nothing else is said. */
    addParticipation: async (
      { customerId, contactId }: Pick<TestShopUser, 'customerId' | 'contactId'>,
      event_id: number,
      more: More<'participations'> = {}
    ): Promise<number> => {
      const participant_id = ++last
      const participation = {
        provider_id: providerId,
        participant_id,
        customer_id: customerId,
        contact_id: contactId,
        event_id,
        no: 1,
        attended: true
      }
      await db
        .insertInto('participations')
        .values({ ...participation, ...more })
        .execute()
      return participant_id
    },
    /** Adds the days of an event, the first one with number 1. */
    addDays: (event_id: number, ...days: More<'event_dates'>[]) =>
      addRows(
        db,
        'event_dates',
        ...days.map((day, index) => ({
          provider_id: providerId,
          event_id,
          no: 1,
          day_no: index + 1,
          date: '2026-01-10',
          ...day
        }))
      ),
    /** Adds evaluations, which are numbered from 501 on. */
    addEvaluations: (...evaluations: More<'evaluations'>[]) =>
      addRows(
        db,
        'evaluations',
        ...evaluations.map((one, index) => ({
          provider_id: providerId,
          interface_id: 501 + index,
          caption: 'Auswertung',
          ...one
        }))
      ),
    /** Adds a letter, for participations if nothing else is said. */
    addLetter: (letter_no: number, more: More<'letters'> = {}) =>
      addRows(db, 'letters', { provider_id: providerId, letter_no, kind: 'participation', ...more }),
    addModel: (model_id: string, more: More<'event_models'> = {}) =>
      addRows(db, 'event_models', { provider_id: providerId, model_id, css: '', svg: '<svg/>', html: '', ...more }),
    addWebinar: async (id: number, caption: string, more: More<'webinar_links'> = {}): Promise<void> => {
      const webinar = {
        provider_id: providerId,
        link_id: ++last,
        customer_id: id,
        caption,
        link: `https://webinar.example/${last}`
      }
      await db
        .insertInto('webinar_links')
        .values({ ...webinar, ...more })
        .execute()
    },
    /**
     * Adds the form's display of some fields, in their order; a value that is left out means shown, optional and free.
     */
    addFields: async (
      form: 'customer' | 'contact',
      fields: Readonly<Record<string, More<'field_descriptors'>>>
    ): Promise<void> => {
      const rows = Object.entries(fields).map(([const_name, more], index) => ({
        provider_id: providerId,
        form,
        const_name,
        position: index + 1,
        description: const_name.toLowerCase(),
        ...more
      }))
      await db.insertInto('field_descriptors').values(rows).execute()
    },
    /** Adds the choices of a drop-down, as `[key, value]` in its order. */
    addChoices: async (field: string, choices: readonly (readonly [key: string, value: string])[]): Promise<void> => {
      const rows = choices.map(([key, value], index) => ({
        provider_id: providerId,
        field,
        key,
        value,
        position: index + 1
      }))
      await db.insertInto('possible_values').values(rows).execute()
    }
  }
}

/** Returns functions that add documents of a provider whose files are in a storage. */
function seedDocuments(db: Db, storage: Storage, providerId: number) {
  let last = 0

  async function store(size: number) {
    const document_id = ++last
    const bytes = randomBytes(size)
    const storage_key = `${providerId}/${document_id}.pdf`
    const { sha256 } = await storage.put(storage_key, bytes)
    const caption = `Dokument ${document_id}`
    const row = {
      provider_id: providerId,
      document_id,
      caption,
      file_name: `${document_id}.pdf`,
      storage_key,
      sha256,
      size_bytes: size
    }
    return { row, stored: { bytes, storageKey: storage_key, caption, documentId: document_id } }
  }

  return {
    addScript: async (event_id: number, { position = 0, size = 1000, no = 1 } = {}) => {
      const { row, stored } = await store(size)
      await db
        .insertInto('documents')
        .values({ ...row, kind: 'script', event_id, no, position })
        .execute()
      return stored
    },
    addInvoice: async (id: number, no: string, date: string, more: More<'invoices'> = {}) => {
      const { row, stored } = await store(1000)
      const { document_id } = row
      await db
        .insertInto('documents')
        .values({ ...row, kind: 'invoice', customer_id: id })
        .execute()
      const invoice = { provider_id: providerId, control_no: document_id, customer_id: id, no, date, document_id }
      await db
        .insertInto('invoices')
        .values({ ...invoice, ...more })
        .execute()
      return { ...stored, controlNo: document_id }
    }
  }
}

export const seed = (db: Db, storage: Storage, providerId = 1) => ({
  ...seedRows(db, providerId),
  ...seedDocuments(db, storage, providerId)
})
