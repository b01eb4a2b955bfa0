import type { IsoDate } from '@customer-center/contract/dates'
import { participantEventFields } from '@customer-center/contract/event'
import { mayChangeParticipant } from '@customer-center/contract/rights'
import { CompiledQuery, type Kysely } from 'kysely'
import { fieldStatements } from '../../platform/database/field-statements.ts'
import { jsonArray, jsonLiteral, jsonPlain, jsonText } from '../../platform/database/json-text.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { RawJson } from '../../platform/http/raw-json.ts'
import { attended } from './attended.ts'

const { caption, eventId, no, participantId, from, to } = participantEventFields

const jsonOf = new Map<string, string>([
  [caption.code, jsonText('e.caption')],
  [eventId.code, jsonLiteral('e.event_id')],
  [no.code, jsonLiteral('e.no')],
  [participantId.code, jsonLiteral('p.participant_id')],
  [from.code, jsonPlain('e.from_date')],
  [to.code, jsonPlain('e.to_date')]
])

// $1 is the caller's company, $2 its id, $3 and $4 the period. Each event is looked up by itself, as in the list of documents.
const listFor = (participations: string) =>
  fieldStatements(
    jsonOf,
    (row) => `
  select ${jsonArray(row, 'e.from_date desc nulls last, e.event_id desc, e.no desc, p.participant_id')} as json
  from participations p
  cross join lateral (
    select * from events e where e.company = $1 and e.event_id = p.event_id and e.no = p.no offset 0
  ) e
  where p.company = $1 and p.id = $2 and ${attended} ${participations}
    and ($3::date is null or coalesce(e.to_date, e.from_date) >= $3)
    and ($4::date is null or coalesce(e.from_date, e.to_date) <= $4)`
  )

const listOfCustomer = listFor('')
const listOfContact = listFor(`
  and p.pvaid = (select c.pvaid from contacts c where c.company = $1 and c.id = $2 and c.contact_id = $5::int)`)

export interface EventFilter {
  readonly contactId: number | undefined
  readonly from: IsoDate | null
  readonly to: IsoDate | null
}

/**
 * The events that were attended and are over, newest first, one row for each participation: admin and shopfull see those of every contact of
 * their customer, contact and shoplight their own. An event counts to a period that it touches, one without dates to none.
 * @param codes fields of the answer, as `resFields` gives them
 */
export async function listEventsOf(
  db: Kysely<Tables>,
  caller: Caller,
  codes: readonly string[],
  filter: EventFilter
): Promise<RawJson> {
  const own = mayChangeParticipant(caller.right) ? undefined : caller.contactId
  if (own !== undefined && filter.contactId !== undefined && filter.contactId !== own) return new RawJson('[]')
  const contactId = own ?? filter.contactId
  const values = [caller.company, caller.id, filter.from, filter.to]
  const query =
    contactId === undefined
      ? CompiledQuery.raw(listOfCustomer(codes), values)
      : CompiledQuery.raw(listOfContact(codes), [...values, contactId])
  const { rows } = await db.executeQuery<{ json: string }>(query)
  return new RawJson(rows[0]?.json ?? '[]')
}
