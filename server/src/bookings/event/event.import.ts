import { sql } from 'kysely'
import { defineImport, intoTable } from '../../platform/importing/import.ts'

const classroom = 1

/** Rows of events. A full set takes away those that nothing refers to. */
export const eventImport = defineImport({
  resource: 'events',
  tables: [intoTable('events', 'e', ['event_id', 'no'])],
  key: ['external_id'],
  initial: { 'e.no': 1, 'e.product_type': classroom, 'e.video_on_demand': false },
  assigned: 'e.event_id',
  removal: {
    counts: ['participations', 'documents', 'webinar_links', 'letters']
      .map(
        (table) => `not exists (
        select from ${table} o where o.company = e.company and o.event_id = e.event_id and o.no = e.no)`
      )
      .join(' and '),
    kept: 'Participations, documents, webinar links or letters refer to it.',
    async remove(trx, company, gone) {
      const events = JSON.stringify(gone)
      await sql`
        delete from event_dates d using json_populate_recordset(null::events, ${events}::json) r
        where d.company = ${company} and d.event_id = r.event_id and d.no = r.no`.execute(trx)
      await sql`
        delete from events e using json_populate_recordset(null::events, ${events}::json) r
        where e.company = ${company} and e.event_id = r.event_id and e.no = r.no`.execute(trx)
    }
  },
  constraints: {
    events_pkey: ['eventId', 'and no are already the numbers of another event.']
  }
})

export const eventDateImport = defineImport({
  resource: 'event-dates',
  tables: [intoTable('event_dates', 'd', ['event_id', 'no', 'day_no'])],
  references: { event: { 'd.event_id': 'event_id', 'd.no': 'no' } },
  key: ['event_id', 'no', 'day_no'],
  removal: { counts: 'true' }
})
