import type { WireRow } from '@customer-center/contract/field-codes'
import { mayChangeParticipant } from '@customer-center/contract/rights'
import { webinarFields } from '@customer-center/contract/webinar'
import { fullName, nameOrder } from '../../platform/database/full-name.ts'
import { defineList, type RawJson } from '../../platform/database/list.ts'
import type { Db } from '../../platform/database/query.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { isBooked, isEventConfirmed } from '../event/event.repository.ts'

const { caption, videolink, expiryDate, isPDFLink, eventId, start, state, colleague } = webinarFields

/**
 * SQL condition: the link `w` is a web address. Other addresses could run a script or open a file in the shop's page.
 */
export const isWebAddress = String.raw`w.link ~* '^https?://\S'`

/**
 * SQL condition: the link `w` belongs to the contact `self`, or to everybody of an event in which `takesPart` says that
 * the contact is booked.
 */
export const isLinkOf = (self: string, takesPart: string): string =>
  `(w.contact_id = ${self} or w.contact_id is null and (w.event_id is null or ${takesPart}))`

/** The owner of the list; `self` is set if the list contains only this contact's links. */
type WebinarsOf = Pick<Caller, 'providerId' | 'customerId' | 'contactId'> & { self: number | undefined }

// `n` is the colleague to whom a link belongs.
export const webinars = defineList<WireRow, WebinarsOf>({
  fields: {
    [caption.code]: 'w.caption',
    [videolink.code]: `case when ${isWebAddress} and (w.event_id is null or ${isEventConfirmed}) then w.link end`,
    [expiryDate.code]: 'w.expiry_date',
    [isPDFLink.code]: 'w.is_pdf',
    [eventId.code]: 'w.event_id',
    [start.code]: 'e.from_date',
    [state.code]: `nullif(e.state, 'confirmed')`,
    [colleague.code]: `left(nullif(${fullName('n')}, ''), ${colleague.max})`,
    events: `case when w.event_id is null then '[]' else json_build_array(json_build_object('eventId', w.event_id, 'no', w.no)) end`
  },
  from: `webinar_links w
    left join events e on e.provider_id = w.provider_id and e.event_id = w.event_id and e.no = w.no
    left join contacts c on c.provider_id = w.provider_id and c.contact_id = w.contact_id and c.contact_id <> :contactId
    left join persons n on n.provider_id = c.provider_id and n.person_id = c.person_id`,
  where: 'w.provider_id = :providerId and w.customer_id = :customerId',
  filters: {
    self: isLinkOf(
      ':self',
      `exists (
      select from participations p
      where p.provider_id = :providerId and p.customer_id = w.customer_id and p.contact_id = :self and p.event_id = w.event_id and p.no = w.no
        and ${isBooked}
    )`
    )
  },
  orderBy: `coalesce(e.from_date, w.expiry_date) desc nulls first, w.event_id, w.no, n.person_id is not null, w.is_pdf,
    ${nameOrder('n')}, w.caption collate "und-x-icu", w.link_id`
})

/**
 * Lists the caller's webinar links, including expired ones, newest first. Admin and shopfull see the links of the whole
 * customer; within an event, links of colleagues come last. Contact and shoplight see their own links and those of their
 * events. A row with the event's id names its date, too, as `events`.
 * @param codes fields of the answer, as `resFields` gives them
 */
export function listWebinars(db: Db, caller: Caller, codes: readonly string[]): Promise<RawJson> {
  const { providerId, customerId, contactId, right } = caller
  return webinars.json(
    db,
    { providerId, customerId, contactId, self: mayChangeParticipant(right) ? undefined : contactId },
    codes.includes(eventId.code) ? [...codes, 'events'] : codes
  )
}
