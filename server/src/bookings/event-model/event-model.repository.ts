import { today } from '@customer-center/contract/dates'
import { eventModelFields } from '@customer-center/contract/event-model'
import { mayChangeParticipant } from '@customer-center/contract/rights'
import { CompiledQuery, type Kysely } from 'kysely'
import { fieldStatements } from '../../platform/database/field-statements.ts'
import { jsonText } from '../../platform/database/json-text.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { RawJson } from '../../platform/http/raw-json.ts'

const jsonOf = new Map(Object.entries(eventModelFields).map(([name, { code }]) => [code, jsonText(`m.${name}`)]))

// $1 is the caller's company, $2 its id, $3 its pvaid if it acts for itself alone, $4 the model, $5 the event as the drawing
// names it (empty for none), $6 the event's number, $7 today.
const find = fieldStatements(
  jsonOf,
  (row) => `
  select ${row} as json
  from event_models m
  where m.company = $1 and m.model_id = $4 and m.event_id in ('', $5) and ($6::int is null or exists (
    select from events e
    where e.company = $1 and e.event_id = $6 and (
      coalesce(e.to_date, e.from_date, 'infinity') >= $7::date or exists (
        select from participations p
        where p.company = $1 and p.id = $2 and p.event_id = e.event_id and ($3::int is null or p.pvaid = $3)
      )
    )
  ))
  order by m.event_id desc
  limit 1`
)

/**
 * A drawing of the provider's: the event's own, else the one for every event. An event has to be open (not over yet) or one in
 * which the customer takes part; contact and shoplight in which they take part themselves.
 * @param codes fields of the answer, as `resFields` gives them
 * @returns undefined alike for a drawing or an event that does not exist and one that the caller may not see
 */
export async function findEventModel(
  db: Kysely<Tables>,
  { company, id, pvaid, right }: Caller,
  codes: readonly string[],
  modelId: string,
  eventId: number | undefined
): Promise<RawJson | undefined> {
  const own = mayChangeParticipant(right) ? null : pvaid
  const values = [company, id, own, modelId, String(eventId ?? ''), eventId ?? null, today()]
  const { rows } = await db.executeQuery<{ json: string }>(CompiledQuery.raw(find(codes), values))
  return rows[0] && new RawJson(rows[0].json)
}
