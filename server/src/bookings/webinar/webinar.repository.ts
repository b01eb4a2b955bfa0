import { mayChangeParticipant } from '@customer-center/contract/rights'
import { webinarFields } from '@customer-center/contract/webinar'
import { CompiledQuery, type Kysely } from 'kysely'
import { fullName, nameOrder } from '../../platform/database/full-name.ts'
import { fieldStatements } from '../../platform/database/field-statements.ts'
import { jsonArray, jsonLiteral, jsonPlain, jsonText } from '../../platform/database/json-text.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { RawJson } from '../../platform/http/raw-json.ts'

// In these statements $1 is the caller's company, $2 its id and $3 its pvaid; `n` is the colleague to whom a link belongs.

const { caption, videolink, expiryDate, isPDFLink } = webinarFields

const jsonOf = new Map<string, string>([
  [
    caption.code,
    jsonText(
      `case when n.id is null then w.caption else left(w.caption || ' – ' || ${fullName('n')}, ${caption.max}) end`
    )
  ],
  // An address that runs as a script or opens a file would do so in the shop's page.
  [videolink.code, jsonText(`case when w.link ~* '^https?://[^[:space:]]' then w.link end`)],
  [expiryDate.code, jsonPlain('w.expiry_date')],
  [isPDFLink.code, jsonLiteral('w.is_pdf')]
])

const newestFirst = `
  coalesce(e.from_date, w.expiry_date) desc nulls first, w.event_id, w.no, w.is_pdf, n.id is not null, ${nameOrder('n')},
  w.caption collate "und-x-icu", w.link_id`

const listFor = (links: string) =>
  fieldStatements(
    jsonOf,
    (row) => `
  select ${jsonArray(row, newestFirst)} as json
  from webinar_links w
  left join events e on e.company = w.company and e.event_id = w.event_id and e.no = w.no
  left join contacts c on c.company = w.company and c.pvaid = w.pvaid and c.pvaid <> $3::int
  left join persons n on n.company = c.contact_company and n.id = c.contact_id
  where w.company = $1 and w.id = $2 ${links}`
  )

const listOfCustomer = listFor('')
const listOfContact = listFor(`
  and (w.pvaid = $3 or w.pvaid is null and (w.event_id is null or exists (
    select from participations p
    where p.company = $1 and p.pvaid = $3 and p.event_id = w.event_id and p.no = w.no
  )))`)

/**
 * The webinar links of the caller, newest first, expired ones too: admin and shopfull see those of the whole customer, a
 * colleague's with the name behind the caption; contact and shoplight see their own and what belongs to their events.
 * @param codes fields of the answer, as `resFields` gives them
 */
export async function listWebinarsOf(db: Kysely<Tables>, caller: Caller, codes: readonly string[]): Promise<RawJson> {
  const { company, id, pvaid, right } = caller
  const statement = (mayChangeParticipant(right) ? listOfCustomer : listOfContact)(codes)
  const { rows } = await db.executeQuery<{ json: string }>(CompiledQuery.raw(statement, [company, id, pvaid]))
  return new RawJson(rows[0]?.json ?? '[]')
}
