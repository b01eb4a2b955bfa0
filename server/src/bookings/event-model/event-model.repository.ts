import { today } from '@customer-center/contract/dates'
import { eventModelFields } from '@customer-center/contract/event'
import type { WireRow } from '@customer-center/contract/field-codes'
import { mayChangeParticipant } from '@customer-center/contract/rights'
import { defineList } from '../../platform/database/list.ts'
import type { Db } from '../../platform/database/query.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { isBooked } from '../event/event.repository.ts'

interface EventModelQuery extends Pick<Caller, 'provider' | 'customer'> {
  readonly modelId: string
  /** The event's key in a drawing, empty for none. */
  readonly ofEvent: string
  readonly eventId: number | undefined
  /** The contact if only events count in which it takes part. */
  readonly self: number | null
  readonly today: string
}

const eventModels = defineList<WireRow, EventModelQuery>('event models', {
  fields: Object.fromEntries(Object.entries(eventModelFields).map(([name, { code }]) => [code, `m.${name}`])),
  from: 'event_models m',
  where: `m.company = :provider and m.model_id = :modelId and m.event_id in ('', :ofEvent)`,
  filters: {
    eventId: `exists (
      select from events e
      where e.company = :provider and e.event_id = :eventId and (
        coalesce(e.to_date, e.from_date, 'infinity') >= :today::date or exists (
          select from participations p
          where p.company = :provider and p.id = :customer and p.event_id = e.event_id and ${isBooked}
            and (:self::int is null or p.pvaid = :self)
        )
      )
    )`
  },
  // The drawing made for the event comes before the one for every event, whose number is empty.
  orderBy: 'm.event_id desc'
})

/**
 * Finds a drawing of the provider's: the one for the event, else the one for every event. An event has to be open (not
 * over yet) or one in which the customer takes part; contact and shoplight see events in which they take part
 * themselves.
 * @param codes fields of the answer, as `resFields` gives them
 * @returns undefined alike for a drawing or an event that does not exist and one that the caller may not see
 */
export async function findEventModel(
  db: Db,
  { provider, customer, contact, right }: Caller,
  codes: readonly string[],
  modelId: string,
  eventId: number | undefined
): Promise<WireRow | undefined> {
  const self = mayChangeParticipant(right) ? null : contact
  const values = { provider, customer, modelId, ofEvent: String(eventId ?? ''), eventId, self, today: today() }
  const [model] = await eventModels.rows(db, values, codes)
  return model
}
