import { mayChangeParticipant, Right, rightNames } from '@customer-center/contract/rights'
import { mayOpen, type RouteRightsOverride } from '@customer-center/contract/routes'
import { CompiledQuery, type Kysely } from 'kysely'
import { flagValue, listText, plainValue, textValue } from '../../platform/database/list-text.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Caller, CallerList } from '../../platform/http/caller.ts'
import { documentKey, lookupKeyOf, markOfCaller, opens } from './document-key.ts'

const scripts = listText(
  {
    caption: textValue('d.caption'),
    documentHash: plainValue(documentKey('mark.text')),
    dpoId: 'd.dpo_id',
    dpdId: 'd.dpd_id',
    fileName: textValue('d.file_name')
  },
  'd.position, d.document_id',
  1
)

const events = listText(
  {
    caption: textValue('e.caption'),
    eventId: 'e.event_id',
    no: 'e.no',
    participantId: 'mine.participant_id',
    from: plainValue('e.from_date'),
    to: plainValue('e.to_date'),
    location: textValue('e.location'),
    productType: 'e.product_type',
    videoOnDemand: flagValue('e.video_on_demand'),
    scripts: { ...scripts, sql: 'found.scripts' }
  },
  'e.from_date desc nulls last, e.event_id desc, e.no desc'
)

const seeWholeCustomer = rightNames.filter(mayChangeParticipant).map((name) => Right[name])

/**
 * The events whose scripts and recordings the caller may open, newest first, each once: admin and shopfull see those of the
 * whole customer, contact and shoplight those in which they take part themselves. An event without documents is left out.
 * `participantId` is the caller's own participation, null when only colleagues take part.
 *
 * Each event is looked up by itself (OFFSET keeps the planner from joining): for forty of two thousand events it would read the
 * whole table, a quarter of a millisecond more.
 */
export const eventDocumentsOfCaller: CallerList = {
  ...events,
  sql: `
  with mine as materialized (
    select p.event_id, p.no, min(p.participant_id) filter (where p.pvaid = caller.pvaid) as participant_id
    from participations p
    where p.company = caller.company and p.id = caller.id
      and (p.pvaid = caller.pvaid or caller.rights in (${seeWholeCustomer.join()}))
    group by p.event_id, p.no
  )
  select ${events.sql}
  from mine
  cross join ${markOfCaller} mark
  cross join lateral (
    select * from events e where e.company = caller.company and e.event_id = mine.event_id and e.no = mine.no offset 0
  ) e
  cross join lateral (
    select ${scripts.sql} as scripts
    from documents d
    where d.company = caller.company and d.event_id = mine.event_id and d.no = mine.no and d.kind <> 'invoice'
    having count(*) > 0
  ) found`
}

export interface FoundDocument {
  readonly company: number
  readonly documentId: number
  readonly kind: 'script' | 'recording' | 'invoice'
  readonly caption: string
  readonly fileName: string
  readonly storageKey: string
  readonly sha256: string
  readonly size: number
}

// $1 is the caller's company, $2 its id and $3 its pvaid; $4: the key's first part; $5: may see the whole customer's events; $6: may open the invoices, $7: the scripts.
const find = `
  select d.company, d.document_id as "documentId", d.kind, d.caption, d.file_name as "fileName",
         d.storage_key as "storageKey", d.sha256, d.size_bytes as size, d.secret
  from documents d
  where d.lookup_key = $4 and d.company = $1 and
    case when d.kind = 'invoice' then d.id = $2 and $6::boolean
    else $7::boolean and exists (
      select from participations p
      where p.company = $1 and p.id = $2 and p.event_id = d.event_id and p.no = d.no and ($5::boolean or p.pvaid = $3)
    ) end`

/**
 * The document behind a key. The right counts at the moment of the fetch, not when the key was given.
 * @param routeRights the provider's table: a document opens to whom the screen opens that lists it
 * @returns undefined alike for a key that does not exist, was made for another customer, or opens a document without right
 */
export async function findDocument(
  db: Kysely<Tables>,
  caller: Caller,
  key: string,
  routeRights: RouteRightsOverride
): Promise<FoundDocument | undefined> {
  const lookupKey = lookupKeyOf(key)
  if (lookupKey === null) return undefined
  const { company, id, pvaid, right } = caller
  const opened = [mayOpen('invoices', right, routeRights), mayOpen('scripts', right, routeRights)]
  const values = [company, id, pvaid, lookupKey, mayChangeParticipant(right), ...opened]
  const { rows } = await db.executeQuery<FoundDocument & { secret: string }>(CompiledQuery.raw(find, values))
  const [row] = rows
  if (!row || !opens(key, row.secret, caller)) return undefined
  const { secret: _, ...document } = row
  return document
}
