import { listInvoices } from '@customer-center/contract/invoice'
import type { RightName } from '@customer-center/contract/rights'
import { type Kysely, sql } from 'kysely'
import { jsonArray, jsonObject, jsonValue } from '../database/json-text.ts'
import type { Tables } from '../database/tables.ts'
import type { Caller } from '../http/caller.ts'
import { RawJson } from '../http/raw-json.ts'
import { documentKey, lookupKeyOf, opens } from './document-key.ts'
import { openingParticipation } from './participation.ts'

/**
 * The events whose scripts and recordings the caller may open, newest first, each once; an event without documents is left
 * out. `participantId` is the caller's own participation, null when only colleagues took part.
 */
export async function listEventDocuments(db: Kysely<Tables>, caller: Caller): Promise<RawJson> {
  const script = jsonObject({
    caption: jsonValue(sql`d.caption`),
    documentHash: jsonValue(documentKey(caller)),
    dpoId: jsonValue(sql`d.dpo_id`),
    dpdId: jsonValue(sql`d.dpd_id`),
    fileName: jsonValue(sql`d.file_name`)
  })
  const event = jsonObject({
    caption: jsonValue(sql`e.caption`),
    eventId: jsonValue(sql`e.event_id::int`),
    no: jsonValue(sql`e.no`),
    participantId: jsonValue(sql`mine.participant_id`),
    from: jsonValue(sql`e.from_date`),
    to: jsonValue(sql`e.to_date`),
    location: jsonValue(sql`e.location`),
    productType: jsonValue(sql`e.product_type`),
    videoOnDemand: jsonValue(sql`e.video_on_demand`),
    scripts: sql<string>`found.scripts`
  })
  const { rows } = await sql<{ json: string }>`
    with mine as materialized (
      select p.event_id, p.no, min(p.participant_id) filter (where p.pvaid = ${caller.pvaid}) as participant_id
      from participations p
      where ${openingParticipation(caller)}
      group by p.event_id, p.no
    )
    select ${jsonArray(event, sql`e.from_date desc nulls last, e.event_id desc, e.no desc`)} as json
    from mine
    join events e on e.company = ${caller.company} and e.event_id = mine.event_id and e.no = mine.no
    cross join lateral (
      select ${jsonArray(script, sql`d.position, d.document_id`)} as scripts
      from documents d
      where d.company = e.company and d.event_id = e.event_id and d.no = e.no and d.kind <> 'invoice'
      having count(*) > 0
    ) found`.execute(db)
  return new RawJson(rows[0]?.json ?? '[]')
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

const invoiceRights = listInvoices.access as readonly RightName[]

/**
 * The document behind a key. The right counts at the moment of the fetch, not when the key was given.
 * @returns undefined alike for a key that does not exist, was made for another customer, or opens a document without right
 */
export async function findDocument(
  db: Kysely<Tables>,
  caller: Caller,
  key: string
): Promise<FoundDocument | undefined> {
  const lookupKey = lookupKeyOf(key)
  if (lookupKey === null) return undefined
  const { rows } = await sql<FoundDocument & { secret: string }>`
    select d.company, d.document_id as "documentId", d.kind, d.caption, d.file_name as "fileName",
           d.storage_key as "storageKey", d.sha256, d.size_bytes as size, d.secret
    from documents d
    where d.lookup_key = ${lookupKey} and d.company = ${caller.company} and
      case when d.kind = 'invoice' then d.id = ${caller.id} and ${invoiceRights.includes(caller.right)}::boolean
      else exists (
        select from participations p
        where p.event_id = d.event_id and p.no = d.no and ${openingParticipation(caller)}
      ) end`.execute(db)
  const [row] = rows
  if (!row || !opens(key, row.secret, caller)) return undefined
  const { secret: _, ...document } = row
  return document
}
