import type { IsoDate } from '@customer-center/contract/dates'
import type { Insertable } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import type { Booking } from './bookings.ts'
import { later } from './calendar.ts'
import catalogue from './catalogue.json' with { type: 'json' }
import { fill } from './fill.ts'
import { company } from './people.ts'

const rooms = 'https://webinar.akademie-donauraum.example'

/**
 * Each participant's link to each online event, half of them expired by now, and the slides of it for the whole customer. The
 * recording of an event's first holding can be watched for ever, its slides cannot; the slides of a live webinar stay.
 */
export function webinarLinkRows(bookings: readonly Booking[]): Insertable<Tables['webinar_links']>[] {
  let linkId = 40_000
  return bookings
    .filter(({ event }) => event.kind !== 'classroom')
    .flatMap(({ customer, event, participants }) => {
      const { eventId, no, topic, kind } = event
      const place = { company, id: customer.id, event_id: eventId, no }
      const expiry: IsoDate = later(event.to, kind === 'recording' ? 365 : 1)
      const stays = kind === 'recording' && no === 1
      const caption = fill(kind === 'recording' ? catalogue.webinars.recording : catalogue.webinars.room, {
        title: topic.title
      })
      const links = participants.map(({ pvaid }) => ({
        ...place,
        link_id: ++linkId,
        pvaid,
        caption,
        link: `${rooms}/${kind === 'recording' ? 'aufzeichnung' : 'raum'}/${eventId}-${no}?teilnehmer=${pvaid}`,
        expiry_date: stays ? null : expiry
      }))
      const slides = {
        ...place,
        link_id: ++linkId,
        caption: fill(catalogue.webinars.pdf, { title: topic.title }),
        link: `${rooms}/unterlagen/${eventId}-${no}.pdf`,
        expiry_date: kind === 'recording' ? expiry : null,
        is_pdf: true
      }
      return [...links, slides]
    })
}
