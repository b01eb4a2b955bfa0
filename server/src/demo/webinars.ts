import type { IsoDate } from '@customer-center/contract/dates'
import type { Booking } from './bookings.ts'
import catalogue from './catalogue.json' with { type: 'json' }
import { eventKey, later } from './events.ts'
import { fillText } from '../platform/lib/fill-text.ts'
import type { ResourceRow } from '../platform/importing/run/import-rows.ts'
import { contactKey } from './people.ts'

const rooms = 'https://webinar.akademie-donauraum.example'

/**
 * Makes each participant's link to each online event, half of them expired by now, and a link to its slides for the
 * whole customer. The recording of an event's first holding can be watched for ever, its slides cannot; the slides of a
 * live webinar stay.
 */
export function webinarLinkRows(bookings: readonly Booking[]): ResourceRow<'webinar-links'>[] {
  let linkId = 40_000
  return bookings
    .filter(({ event }) => event.kind !== 'classroom')
    .flatMap(({ customer, event, participants }) => {
      const { eventId, no, topic, kind } = event
      const place = () => ({ externalId: String(++linkId), customer: customer.number, event: eventKey(event), linkId })
      const expiry: IsoDate = later(event.to, kind === 'recording' ? 365 : 1)
      const stays = kind === 'recording' && no === 1
      const caption = fillText(kind === 'recording' ? catalogue.webinars.recording : catalogue.webinars.room, {
        title: topic.title
      })
      const links = participants.map((contact) => ({
        ...place(),
        contact: contactKey(contact),
        caption,
        link: `${rooms}/${kind === 'recording' ? 'aufzeichnung' : 'raum'}/${eventId}-${no}?teilnehmer=${contact.pvaid}`,
        expiryDate: stays ? null : expiry
      }))
      const slides = {
        ...place(),
        caption: fillText(catalogue.webinars.pdf, { title: topic.title }),
        link: `${rooms}/unterlagen/${eventId}-${no}.pdf`,
        expiryDate: kind === 'recording' ? expiry : null,
        isPdf: true
      }
      return [...links, slides]
    })
}
