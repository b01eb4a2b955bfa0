import { today } from '@customer-center/contract/dates'
import { eventModelFields } from '@customer-center/contract/event'
import type { WireRow } from '@customer-center/contract/field-codes'
import { mayChangeParticipant } from '@customer-center/contract/rights'
import { defineList } from '../../platform/database/list.ts'
import type { Db } from '../../platform/database/query.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { isBooked } from '../event/event.repository.ts'

interface EventModelQuery extends Pick<Caller, 'providerId' | 'customerId'> {
  readonly modelId: string
  /** The event's key in a drawing, empty for none. */
  readonly ofEvent: string
  readonly eventId: number | undefined
  /** The contact, if only events in which it takes part count; else null. */
  readonly self: number | null
  readonly today: string
}

export const eventModels = defineList<WireRow, EventModelQuery>({
  fields: Object.fromEntries(Object.entries(eventModelFields).map(([name, { code }]) => [code, `m.${name}`])),
  from: 'event_models m',
  where: `m.provider_id = :providerId and m.model_id = :modelId and m.event_id in ('', :ofEvent)`,
  filters: {
    eventId: `exists (
      select from events e
      where e.provider_id = :providerId and e.event_id = :eventId and (
        coalesce(e.to_date, e.from_date, 'infinity') >= :today::date or exists (
          select from participations p
          where p.provider_id = :providerId and p.customer_id = :customerId and p.event_id = e.event_id and ${isBooked}
            and (:self::int is null or p.contact_id = :self)
        )
      )
    )`
  },
  // The drawing for the event comes before the drawing for every event, whose event number is empty.
  orderBy: 'm.event_id desc'
})

/**
 * Finds the provider's drawing for an event, or else the drawing for every event. The event must not be over, or the
 * customer must take part in it (contact and shoplight: the caller itself).
 * @param codes fields of the answer, as `resFields` gives them
 * @returns undefined if the drawing or the event does not exist or the caller may not see it
 */
export async function findEventModel(
  db: Db,
  { providerId, customerId, contactId, right }: Caller,
  codes: readonly string[],
  modelId: string,
  eventId: number | undefined
): Promise<WireRow | undefined> {
  const self = mayChangeParticipant(right) ? null : contactId
  const values = { providerId, customerId, modelId, ofEvent: String(eventId ?? ''), eventId, self, today: today() }
  const [model] = await eventModels.rows(db, values, codes)
  return model
}
