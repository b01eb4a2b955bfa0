import { hash, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { DocumentEvent, EventDocument } from '@customer-center/contract/document'
import { mayChangeParticipant } from '@customer-center/contract/rights'
import { mayOpen, type RouteRightsOverride } from '@customer-center/contract/routes'
import { defineList, nestedList, type RawJson } from '../../platform/database/list.ts'
import type { Db } from '../../platform/database/query.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { isBooked } from '../event/event.repository.ts'
import type { StoredFile } from './stored-file.repository.ts'

// A key has 32 hexadecimal digits that find the document, and 32 that prove for which customer the key was made: the
// hash of the document's secret and the customer. So every customer has different keys without rows for them.
const keyPattern = /^([0-9a-f]{32})([0-9a-f]{32})$/

/** Returns the text about a customer that is hashed into its document keys. */
export function customerSuffix({ providerId, customerId }: Pick<Caller, 'providerId' | 'customerId'>): string {
  return `:${providerId}:${customerId}`
}

/**
 * Returns an SQL expression for the key of the document `d` or another alias; `suffix` is the parameter with
 * `customerSuffix`. The hash takes most of a list's time. The cast is faster than convert_to and gives the same bytes,
 * since secret and suffix contain no backslash.
 */
export function documentKey(suffix: string, alias = 'd'): string {
  return `${alias}.lookup_key || encode(substr(sha256((${alias}.secret || ${suffix})::bytea), 1, 16), 'hex')`
}

/** Returns the part of a key that finds the document; null for a text that cannot be a key. */
function lookupKeyOf(key: string): string | null {
  return keyPattern.exec(key)?.[1] ?? null
}

function isKeyFor(key: string, secret: string, caller: Caller): boolean {
  const proof = hash('sha256', secret + customerSuffix(caller)).slice(0, 32)
  const given = keyPattern.exec(key)?.[2] ?? ''
  return given.length === proof.length && timingSafeEqual(Buffer.from(given), Buffer.from(proof))
}

const scripts = nestedList<EventDocument>({
  fields: {
    caption: 'd.caption',
    documentHash: documentKey(':suffix'),
    dpoId: 'd.dpo_id',
    dpdId: 'd.dpd_id',
    fileName: 'd.file_name',
    fileSize: 'd.size_bytes'
  },
  from: 'documents d',
  where: `d.provider_id = :providerId and d.event_id = mine.event_id and d.no = mine.no and d.kind <> 'invoice'`,
  orderBy: 'd.position, d.document_id'
})

interface EventDocumentsOf extends Pick<Caller, 'providerId' | 'customerId' | 'contactId'> {
  readonly wholeCustomer: boolean
  readonly suffix: string
}

// OFFSET makes the planner look up each event separately: a join for forty of two thousand events would read the whole
// table, which takes a quarter of a millisecond more. Another OFFSET has the list of scripts computed once: without it,
// PostgreSQL computes the list for the condition and again for the output (45 % of its time).
export const eventDocuments = defineList<DocumentEvent, EventDocumentsOf>({
  fields: {
    caption: 'e.caption',
    eventId: 'e.event_id',
    no: 'e.no',
    participantId: 'mine.participant_id',
    from: 'e.from_date',
    to: 'e.to_date',
    location: 'e.location',
    productType: 'e.product_type',
    videoOnDemand: 'e.video_on_demand',
    state: `nullif(e.state, 'confirmed')`,
    scripts: 'found.scripts'
  },
  from: `(
      select p.event_id, p.no, min(p.participant_id) filter (where p.contact_id = :contactId) as participant_id
      from participations p
      where p.provider_id = :providerId and p.customer_id = :customerId and ${isBooked} and (p.contact_id = :contactId or :wholeCustomer::boolean)
      group by p.event_id, p.no
    ) mine
    cross join lateral (
      select * from events e where e.provider_id = :providerId and e.event_id = mine.event_id and e.no = mine.no offset 0
    ) e
    cross join lateral (select ${scripts} as scripts offset 0) found`,
  where: 'json_array_length(found.scripts) > 0',
  orderBy: 'e.from_date desc nulls last, e.event_id desc, e.no desc'
})

/**
 * Lists the events whose scripts and recordings the caller may open, newest first, each once: admin and shopfull see
 * the events of the whole customer, contact and shoplight those in which they take part themselves. Leaves out events
 * without documents. `participantId` is the caller's own participation, null if only colleagues take part.
 */
export function listEventDocuments(db: Db, caller: Caller): Promise<RawJson> {
  const { providerId, customerId, contactId, right } = caller
  const wholeCustomer = mayChangeParticipant(right)
  return eventDocuments.json(db, { providerId, customerId, contactId, wholeCustomer, suffix: customerSuffix(caller) })
}

export interface FoundDocument extends StoredFile {
  readonly providerId: number
  readonly documentId: number
  readonly kind: 'script' | 'recording' | 'invoice'
  readonly caption: string
  readonly fileName: string
}

/**
 * Finds the documents of keys, in the order of the keys. Checks the right at the time of the fetch, whenever the key
 * was issued.
 * @param routeRights the provider's table of rights: people who may open the screen that lists a document may open the
 * document
 * @returns undefined in place of a document if its key does not exist, was made for another customer, or names a
 * document that the caller may not open
 */
export async function findDocuments(
  db: Db,
  caller: Caller,
  keys: readonly string[],
  routeRights: RouteRightsOverride
): Promise<(FoundDocument | undefined)[]> {
  const lookupKeys = keys.map(lookupKeyOf)
  const { providerId, customerId, contactId, right } = caller
  const { rows } = await sql<FoundDocument & { lookupKey: string; secret: string }>`
    select d.provider_id as "providerId", d.document_id as "documentId", d.kind, d.caption, d.file_name as "fileName",
           d.storage_key as "storageKey", d.sha256, d.size_bytes as size, d.lookup_key as "lookupKey", d.secret
    from documents d
    where d.lookup_key = any(${lookupKeys}) and d.provider_id = ${providerId} and
      case when d.kind = 'invoice' then d.customer_id = ${customerId} and ${mayOpen('invoices', right, routeRights)}::boolean
      else ${mayOpen('scripts', right, routeRights)}::boolean and exists (
        select from participations p
        where p.provider_id = ${providerId} and p.customer_id = ${customerId} and p.event_id = d.event_id and p.no = d.no
          and ${sql.raw(isBooked)} and (${mayChangeParticipant(right)}::boolean or p.contact_id = ${contactId})
      ) end`.execute(db)
  const found = new Map(rows.map((row) => [row.lookupKey, row]))
  return keys.map((key, index) => {
    const row = found.get(lookupKeys[index] ?? '')
    if (!row || !isKeyFor(key, row.secret, caller)) return undefined
    const { lookupKey: _, secret: __, ...document } = row
    return document
  })
}
