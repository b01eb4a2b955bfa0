import type { Insertable, Kysely } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import type { TestUser } from './company.ts'

type More<Table extends keyof Tables> = Partial<Insertable<Tables[Table]>>

/** What people ordered and took part in, of one provider; what is left out is the same for all. */
export function bookings(db: Kysely<Tables>, company = 1) {
  let last = 0

  return {
    /** An event on one day, or over several with `to_date`; `no` is 1. */
    addEvent: async (eventId: number, from_date: string | null, more: More<'events'> = {}): Promise<void> => {
      const dates = { from_date, to_date: from_date }
      const event = {
        company,
        event_id: eventId,
        no: 1,
        caption: `Event ${eventId}`,
        location: 'Wien',
        product_type: 1
      }
      await db
        .insertInto('events')
        .values({ ...event, ...dates, ...more })
        .execute()
    },
    addOrder: async (
      { id }: Pick<TestUser, 'id'>,
      no: number,
      at: string,
      ordered_from = 'Anna Muster'
    ): Promise<void> => {
      await db
        .insertInto('orders')
        .values({ company, no, id, registered_at: new Date(at), ordered_from })
        .execute()
    },
    /** An attended participation, if nothing else is said. */
    attend: async (
      { id, pvaid }: Pick<TestUser, 'id' | 'pvaid'>,
      eventId: number,
      more: More<'participations'> = {}
    ) => {
      const participant_id = ++last
      const event = { event_id: eventId, no: 1, attended: true }
      await db
        .insertInto('participations')
        .values({ company, participant_id, id, pvaid, ...event, ...more })
        .execute()
      return participant_id
    },
    addWebinar: async (id: number, caption: string, more: More<'webinar_links'> = {}): Promise<void> => {
      const link = `https://webinar.example/${++last}`
      await db
        .insertInto('webinar_links')
        .values({ company, link_id: last, id, caption, link, ...more })
        .execute()
    }
  }
}
