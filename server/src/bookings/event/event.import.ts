import { defineImport, intoTable } from '../../records/importing/import.ts'
import type { CellValue } from '../../records/importing/rows.ts'
import { areHoursOfDay, timeFault } from './event-day.ts'

const classroom = 1

/** Import of events. A full set deletes the events that it lacks and to which nothing refers. */
export const eventImport = defineImport({
  resource: 'events',
  tables: [intoTable('events', 'e', ['event_id', 'no'])],
  members: {
    eventId: {
      assigned: 'event',
      constraints: { events_pkey: 'and no are already the numbers of another event.' }
    },
    no: { initial: 1 },
    toDate: {
      check: (value, other) => (value < String(other('fromDate') ?? '') ? 'must not be before fromDate.' : undefined)
    },
    state: { initial: 'confirmed' },
    productType: { initial: classroom },
    videoOnDemand: { initial: false }
  },
  removal: {
    removable: ['participations', 'documents', 'webinar_links', 'letters']
      .map(
        (table) => `not exists (
        select from ${table} o where o.provider_id = e.provider_id and o.event_id = e.event_id and o.no = e.no)`
      )
      .concat(
        `not exists (
        select from participations p
        where p.provider_id = e.provider_id and p.rebooked_event_id = e.event_id and p.rebooked_no = e.no)`
      )
      .join(' and '),
    kept: 'Participations, documents, webinar links or letters refer to it.'
  }
})

/** Makes the check of a time with the other members of the row, as it has them or as they are stored. */
const timeCheck = (name: 'starts' | 'ends') => ({
  check(_: string, other: (member: string) => CellValue) {
    const text = (member: string) => (other(member) === null ? null : String(other(member)))
    return timeFault(name, { date: String(other('date')), starts: text('starts'), ends: text('ends') })
  }
})

export const eventDateImport = defineImport({
  resource: 'event-dates',
  tables: [intoTable('event_dates', 'd', ['event_id', 'no', 'day_no'])],
  members: {
    starts: timeCheck('starts'),
    ends: timeCheck('ends'),
    hours: { check: (value) => (areHoursOfDay(Number(value)) ? undefined : 'must be from 0 to 24.') }
  }
})
