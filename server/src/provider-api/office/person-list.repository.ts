import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { letterKinds } from '@customer-center/contract/letter'
import { type ListPage, pageOf, type PagePlace, readPlace } from '../../platform/database/page.ts'
import { type Db, timesAsText } from '../../platform/database/query.ts'
import { isCleanText } from '../../platform/http/clean-text.ts'
import type { PersonKey } from '../../platform/personal-data/person.ts'
import { mailOutcome } from '../../platform/queue/job.repository.ts'
import type { KeyScope } from '../provider-key/provider-key.ts'

const time = z.iso.datetime()

export interface PersonList {
  /** The scope of its call, and its address. */
  readonly scope: KeyScope
  readonly summary: string
  readonly row: z.ZodType
  /** SQL of the person's rows, with `at` and a `key` for the order. */
  readonly rows: (person: PersonKey) => RawBuilder<unknown>
}

const printedNumber = sql`regexp_replace(number, '(....)(....)(....)', '\\1-\\2-\\3')`
const isSame = (member: string) =>
  sql`newer.printed->>${member} is not distinct from issued_letters.printed->>${member}`

/** Lists by the words of their commands. */
export const personLists = {
  letters: {
    scope: 'issued-letters',
    summary: 'Read the confirmations and hour records of a person, the newest first',
    row: z.strictObject({
      at: time,
      number: z.string(),
      kind: z.enum(letterKinds),
      event: z.string().nullable().describe('The caption of a confirmed event; null for an hour record'),
      from: z.string().nullable(),
      until: z.string().nullable(),
      state: z.enum(['valid', 'revoked']),
      revokedAt: time.nullable(),
      reason: z.string().nullable().describe('Why it was revoked'),
      replacedBy: z.string().nullable().describe('The newest later valid letter of the same event or period')
    }),
    // Also letters that the person got at a former customer.
    rows: ({ providerId, contactId }) => sql`
      select number as key, issued_at as at, ${printedNumber} as number, kind, printed->>'event' as event,
             printed->>'from' as "from", printed->>'until' as until,
             case when withdrawn_at is null then 'valid' else 'revoked' end as state, withdrawn_at as "revokedAt",
             withdrawn_reason as reason,
             (select ${printedNumber} from issued_letters newer
              where provider_id = ${providerId} and contact_id = ${contactId} and newer.customer_id = issued_letters.customer_id and newer.withdrawn_at is null
                and newer.kind = issued_letters.kind and newer.issued_at > issued_letters.issued_at
                and ${isSame('event')} and ${isSame('from')} and ${isSame('until')}
              order by issued_at desc limit 1) as "replacedBy"
      from issued_letters where provider_id = ${providerId} and contact_id = ${contactId}`
  },
  mails: {
    scope: 'mails',
    summary: 'Read which mails of the last JOB_DAYS days a person got, the newest first',
    row: z.strictObject({
      at: time,
      kind: z.string(),
      notices: z.array(z.string()).describe('The kinds of mails that a collected-mail repeats'),
      to: z.string(),
      state: z.enum(['queued', 'sent', 'dropped', 'failed']).describe('dropped: nobody needed it any more'),
      endedAt: time.nullable(),
      reason: z.string().nullable().describe('Why it was not sent, or not yet; with the recipient masked')
    }),
    // Jobs that name a person are its mails.
    rows: ({ providerId, contactId }) => sql`
      select id::text as key, queued_at as at, kind, jsonb_path_query_array(data, '$.notices[*].mail') as notices,
             coalesce(data->>'to', '') as "to",
             ${sql.raw(mailOutcome('jobs'))} as state,
             ended_at as "endedAt", left(split_part(reason, ${'\n'}, 1), 500) as reason
      from jobs
      where data->>'providerId' = ${String(providerId)} and data->>'contactId' = ${String(contactId)}`
  },
  logins: {
    scope: 'logins',
    summary: 'Read the logins and refused logins of the last LOGIN_DAYS days of a person, the newest first',
    row: z.strictObject({
      at: time,
      way: z.enum(['password', 'passkey', 'key']).describe('key: a program of the provider opened the session'),
      succeeded: z.boolean(),
      reason: z
        .string()
        .nullable()
        .describe(
          'wrong-password, no-password, locked, expired, changed-meanwhile, unknown-customer: no customer has the number that came with the address, wrong-answer of a passkey, or throttled: too many tries before'
        )
    }),
    rows: ({ providerId, contactId }) => sql`
      select id::text as key, at, way, reason is null as succeeded, reason from logins
      where provider_id = ${providerId} and contact_id = ${contactId}`
  }
} satisfies Record<string, PersonList>

export type PersonListName = keyof typeof personLists

type ListRow = Readonly<Record<string, unknown>>

/** Sort values of a row: seconds since 1970, to the microsecond, and the key. */
const rowPlace = z.tuple([z.string().regex(/^\d{1,12}\.\d{6}$/), z.string().refine(isCleanText)])

/** SQL of the refused logins of a company with a person's address and the number of no customer. */
export const loginsOfUnknownCustomer = (providerId: number | null): RawBuilder<unknown> => sql`
  select logins.id::text as key, logins.at, contacts.external_id as "externalId", customers.number as "customerNumber",
         shop_users.email_address as "emailAddress"
  from logins
  join contacts on contacts.provider_id = logins.provider_id and contacts.contact_id = logins.contact_id
  join shop_users on shop_users.provider_id = logins.provider_id and shop_users.contact_id = logins.contact_id
  join customers on customers.provider_id = contacts.provider_id and customers.customer_id = contacts.customer_id
  where logins.reason = 'unknown-customer' and (${providerId}::int is null or logins.provider_id = ${providerId})`

export const loginOfUnknownCustomer = z.strictObject({
  at: time,
  externalId: z.string(),
  customerNumber: z.string().describe('The right one, of each customer at whom the address has an access'),
  emailAddress: z.string()
})

/**
 * @param own SQL of the rows, with `at` and a `key` for the order
 * @throws OperatorError for a cursor of another list
 */
export async function readNewest(
  db: Db,
  own: RawBuilder<unknown>,
  { limit = 100, ...page }: PagePlace
): Promise<ListPage<ListRow>> {
  const after = readPlace(page, rowPlace)
  const { rows } = await sql<ListRow & { key: string; place: string }>`
    with own as (${own})
    select *, extract(epoch from at)::text as place from own
    where ${after ? sql`(extract(epoch from at), key) < (${after[0]}::numeric, ${after[1]})` : sql`true`}
    order by at desc, key desc limit ${limit + 1}`.execute(db)
  const { rows: shown, ...rest } = pageOf(rows, limit, ({ place, key }) => [place, key])
  return { rows: shown.map(({ key: _key, place: _place, ...row }) => timesAsText(row)), ...rest }
}
