import { timeZone } from '@customer-center/contract/dates'
import { CompiledQuery, type Kysely } from 'kysely'
import { fullName, nameOrder } from '../../platform/database/full-name.ts'
import { jsonArray, jsonLiteral, jsonObject, jsonPlain, jsonText } from '../../platform/database/json-text.ts'
import { prepared } from '../../platform/database/prepared.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { RawJson } from '../../platform/http/raw-json.ts'

const participant = jsonObject({ caption: jsonText(fullName('n')) })

const event = jsonObject({
  caption: jsonText('e.caption'),
  eventId: jsonLiteral('e.event_id'),
  no: jsonLiteral('e.no'),
  from: jsonPlain('e.from_date'),
  to: jsonPlain('e.to_date'),
  location: jsonText('e.location'),
  participants: 'booked.participants'
})

// The provider's clock, so that the first ten characters are the day on which it was ordered there. to_char's own TZH would take
// the time zone of the connection; east of Greenwich the offset is never negative.
const local = `o.registered_at at time zone '${timeZone}'`
const offset = `to_char(${local} - o.registered_at at time zone 'UTC', 'HH24:MI')`

const order = jsonObject({
  no: jsonLiteral('o.no'),
  date: jsonPlain(`to_char(${local}, 'YYYY-MM-DD"T"HH24:MI:SS+') || ${offset}`),
  orderedFrom: jsonText('o.ordered_from'),
  events: 'held.events'
})

const list = prepared(`
  select ${jsonArray(order, 'o.registered_at desc, o.no desc')} as json
  from orders o
  cross join lateral (
    select ${jsonArray(event, 'e.from_date nulls last, e.event_id, e.no')} as events
    from (
      select p.event_id, p.no, ${jsonArray(participant, `${nameOrder('n')}, p.participant_id`)} as participants
      from participations p
      join contacts c on c.company = p.company and c.pvaid = p.pvaid
      join persons n on n.company = c.contact_company and n.id = c.contact_id
      where p.company = $1 and p.id = $2 and p.order_no = o.no
      group by p.event_id, p.no
    ) booked
    join events e on e.company = $1 and e.event_id = booked.event_id and e.no = booked.no
  ) held
  where o.company = $1 and o.id = $2`)

/** The orders of the caller's customer, newest first; the events of one in the order of time, participants by name. */
export async function listOrdersOf(db: Kysely<Tables>, { company, id }: Caller): Promise<RawJson> {
  const { rows } = await db.executeQuery<{ json: string }>(CompiledQuery.raw(list, [company, id]))
  return new RawJson(rows[0]?.json ?? '[]')
}
