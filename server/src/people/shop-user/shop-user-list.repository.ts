import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import { accessStates, type ContactAccess } from '@customer-center/contract/contact-access'
import { versionCode, type WireRow } from '@customer-center/contract/field-codes'
import { Right, type RightName, mayChangeParticipant, rightName, rightNames } from '@customer-center/contract/rights'
import { shopUserFields } from '@customer-center/contract/shop-user'
import { OperatorError } from '../../platform/config/operator-error.ts'
import { fullName } from '../../platform/database/full-name.ts'
import { defineList } from '../../platform/database/list.ts'
import { type ListPage, pageOf, type PagePlace, readPlace } from '../../platform/database/page.ts'
import { type Db, type WithDates, timesAsText } from '../../platform/database/query.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { isCleanText } from '../../platform/http/clean-text.ts'
import { csvOf } from '../../platform/http/csv-file.ts'
import type { PersonKey } from '../../platform/personal-data/person.ts'
import { accessState } from '../mail/index.ts'

const { emailAddress, webshopRights, changeParticipantAllowed } = shopUserFields
const mayChange = rightNames.filter(mayChangeParticipant).map((name) => Right[name])

type ShopUserFilter = Pick<Caller, 'providerId' | 'customerId'> & { contactId: number | undefined }

export const shopUsers = defineList<WireRow, ShopUserFilter>({
  fields: {
    [emailAddress.code]: 's.email_address',
    [webshopRights.code]: 's.rights',
    [changeParticipantAllowed.code]: `s.rights in (${mayChange.join()})`,
    [versionCode]: 'c.version'
  },
  from: 'shop_users s join contacts c on c.provider_id = s.provider_id and c.contact_id = s.contact_id',
  where: 's.provider_id = :providerId and s.customer_id = :customerId',
  filters: { contactId: 's.contact_id = :contactId' },
  orderBy: 's.email_address, s.contact_id'
})

/** Lists all shop users of the company by e-mail address for an admin; for others only their own. */
export function listShopUsers(
  db: Db,
  { providerId, customerId, contactId, right }: Caller,
  codes: readonly string[],
  only: 'own' | 'permitted'
): Promise<WireRow[]> {
  const all = only === 'permitted' && right === 'admin'
  return shopUsers.rows(db, { providerId, customerId, contactId: all ? undefined : contactId }, codes)
}

// Replaces letters that Unicode does not decompose by their usual spellings, and decomposes the other letters into base
// letter and marks.
const decomposed = (text: RawBuilder<unknown>) =>
  sql`normalize(translate(replace(replace(replace(${text}, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ØøŁłĐđðı', 'OoLlDddi'), NFD)`

// Marks are removed before the text is lowercased, because a database with the locale C cannot lowercase Ä.
const plain = (text: RawBuilder<unknown>) => sql`lower(regexp_replace(${text}, '[\\u0300-\\u036f]', '', 'g'))`

const spelled = (text: RawBuilder<unknown>) => sql`regexp_replace(${text}, '([aouAOU])\\u0308', '\\1e', 'g')`

/**
 * SQL condition: a text contains another one, without regard to case and accents: `Müller` contains `muller`, `mueller`
 * and `MÜLLER`, and `Mueller` contains `müller`.
 */
function containsFolded(text: RawBuilder<unknown>, part: string): RawBuilder<boolean> {
  const [whole, searched] = [decomposed(text), decomposed(sql`${part}::text`)]
  const parts = [plain(searched), plain(spelled(searched))] as const
  // ASCII texts, which are most, need no folding: it takes a second for 100,000 texts.
  return sql`case when octet_length(${text}) = char_length(${text})
    then strpos(lower(${text}), ${parts[0]}) > 0 or strpos(lower(${text}), ${parts[1]}) > 0
    else strpos(${plain(whole)}, ${parts[0]}) > 0 or strpos(${plain(spelled(whole))}, ${parts[1]}) > 0 end`
}

export interface ShopUserKey {
  readonly providerId: number
  readonly customerId: number
  readonly contactId: number
}

/** A person who may have an access, as an operator sees it. */
export interface FoundShopUser extends ShopUserKey {
  readonly externalId: string
  readonly customerNumber: string
  readonly name: string
  readonly emailAddress: string
  readonly right: RightName
  readonly active: boolean
  /** Whether an operator has locked the contact, which is then inactive. */
  readonly locked: boolean
  readonly access: ContactAccess['state']
  /** The time of the last login in ISO 8601. */
  readonly lastLoginAt: string | null
}

const select = sql`
  select contacts.provider_id as "providerId", contacts.customer_id as "customerId", contacts.contact_id as "contactId",
         contacts.external_id as "externalId",
         customers.number as "customerNumber", ${sql.raw(fullName('persons'))} as name, users.email_address as "emailAddress",
         users.rights, contacts.active, contacts.locked_at is not null as locked, ${sql.raw(accessState)} as access, access.last_login_at as "lastLoginAt"
  from shop_users as users
  join contacts on contacts.provider_id = users.provider_id and contacts.contact_id = users.contact_id
  join customers on customers.provider_id = users.provider_id and customers.customer_id = users.customer_id
  join persons on persons.provider_id = contacts.provider_id and persons.person_id = contacts.person_id
  left join contact_access as access on access.provider_id = users.provider_id and access.contact_id = users.contact_id`

type ShopUserRow = WithDates<Omit<FoundShopUser, 'right'>, 'lastLoginAt'> & { readonly rights: number }

const shopUserOf = ({ rights, ...row }: ShopUserRow): FoundShopUser => ({
  ...timesAsText(row),
  right: rightName(rights)
})

interface ShopUserSearch extends PagePlace {
  /** Part of the name or address, with or without its accents; the customer number or the external ID. */
  readonly text?: string | undefined
  readonly access?: ContactAccess['state'] | undefined
  readonly providerId?: number | undefined
}

/** Company, address and number, by which users are sorted. */
const shopUserPlace = z.tuple([z.int(), z.string().refine(isCleanText), z.int()])

/** @throws OperatorError for a cursor of another list */
export async function findShopUsers(
  db: Db,
  { text = '', access, providerId, limit = 200, ...page }: ShopUserSearch
): Promise<ListPage<FoundShopUser>> {
  const place = sql`"providerId", "emailAddress", "contactId"`
  const after = readPlace(page, shopUserPlace)
  const { rows } = await sql<ShopUserRow>`
    with found as not materialized (${select})
    select * from found
    where (${providerId ?? null}::int is null or "providerId" = ${providerId ?? null})
      and (${access ?? null}::text is null or access = ${access ?? null})
      and (${text} = '' or ${containsFolded(sql`"emailAddress" || chr(10) || name`, text)}
           or ${text} in ("customerNumber", "externalId", "providerId" || '/' || "contactId"))
      and ${after ? sql`(${place}) > (${after[0]}::bigint, ${after[1]}, ${after[2]}::bigint)` : sql`true`}
    order by ${place} limit ${limit + 1}`.execute(db)
  return pageOf(rows.map(shopUserOf), limit, (user) => [user.providerId, user.emailAddress, user.contactId])
}

const csvColumns = [
  'externalId',
  'customerNumber',
  'name',
  'emailAddress',
  'right',
  'active',
  'locked',
  'access',
  'lastLoginAt'
] as const satisfies readonly (keyof FoundShopUser)[]

/** Writes all people that a search finds as CSV for a spreadsheet. */
export async function shopUsersCsv(db: Db, search: Omit<ShopUserSearch, keyof PagePlace>): Promise<Buffer> {
  const found: FoundShopUser[] = []
  for (let after: string | undefined; ;) {
    const page = await findShopUsers(db, { ...search, limit: 1000, ...(after !== undefined && { after }) })
    found.push(...page.rows)
    if (!page.hasMore || page.cursor === null) break
    after = page.cursor
  }
  return csvOf(csvColumns, found, (user) => [
    csvColumns.map((column) => (typeof user[column] === 'boolean' ? String(user[column]) : user[column]))
  ])
}

/** Counts the people who may have an access by its state. */
export async function countShopUsers(
  db: Db,
  providerId: number | null
): Promise<Record<ContactAccess['state'], number>> {
  const { rows } = await sql<{ access: ContactAccess['state']; people: number }>`
    select access, count(*)::int as people from (${select}) as found
    where ${providerId}::int is null or "providerId" = ${providerId} group by access`.execute(db)
  const counts = new Map(rows.map(({ access, people }) => [access, people]))
  return Object.fromEntries(accessStates.map((state) => [state, counts.get(state) ?? 0])) as Record<
    ContactAccess['state'],
    number
  >
}

/** Finds people whose access can be mailed: nobody has mailed them yet, the mail failed, or it has expired. */
export async function findWaitingShopUsers(db: Db, providerId: number | null): Promise<readonly ShopUserKey[]> {
  const { rows } = await sql<ShopUserKey>`
    select "providerId", "customerId", "contactId" from (${select}) as found
    where (${providerId}::int is null or "providerId" = ${providerId}) and access in ('never-sent', 'failed', 'expired')
    order by "providerId", "contactId"`.execute(db)
  return rows
}

const ofCompany = (providerId: number | null, column: RawBuilder<unknown>) =>
  sql`(${providerId}::int is null or ${column} = ${providerId})`

/**
 * SQL of the contacts that people name by an e-mail address, an external ID or `providerId/contactId`: `name`,
 * `provider_id` and `contact_id`.
 */
const namedContacts = (names: readonly string[], providerId: number | null): RawBuilder<unknown> =>
  // One join for each kind of name: with `or` between them each name would be compared with each user. Without a
  // company, an external ID is looked up in each company; OFFSET keeps the planner from reading all contacts instead.
  sql`
    with wanted as (select name from unnest(${names}::text[]) as each (name))
    select * from (
      select name, provider_id, contact_id from wanted join shop_users on lower(email_address) = lower(name)
      union
      select name, provider_id, contact_id from wanted
      cross join (select provider_id from providers where ${ofCompany(providerId, sql`provider_id`)}) as searched
      cross join lateral (
        select contact_id from contacts where contacts.provider_id = searched.provider_id and external_id = name offset 0) as matching
      union
      select name, provider_id, contact_id from wanted
      join contacts on provider_id = substring(name, '^([1-9]\\d{0,17})/[1-9]\\d{0,17}$')::int8
        and contact_id = substring(name, '^[1-9]\\d{0,17}/([1-9]\\d{0,17})$')::int8
    ) as matches where ${ofCompany(providerId, sql`provider_id`)}`

/** @throws OperatorError unless exactly one contact has this e-mail address, external ID or number */
export async function findNamedContact(db: Db, name: string, providerId: number | null): Promise<PersonKey> {
  const { rows } = await sql<PersonKey>`
    select provider_id as "providerId", contact_id as "contactId" from (${namedContacts([name], providerId)}) as found
    order by provider_id, contact_id limit 20`.execute(db)
  const [found] = rows
  if (!found) throw new OperatorError(`${name}: no contact has this e-mail address, external ID or number.`)
  if (rows.length > 1)
    throw new OperatorError(
      `${name}: several contacts: ${rows.map((one) => `${one.providerId}/${one.contactId}`).join(', ')}.`
    )
  return found
}

/**
 * Finds the users that operators name. One name may fit several.
 * @returns for each name, as it was given
 */
export async function findNamedShopUsers(
  db: Db,
  names: readonly string[],
  providerId: number | null
): Promise<ReadonlyMap<string, readonly FoundShopUser[]>> {
  const { rows } = await sql<ShopUserRow & { wanted: string }>`
    select matches.name as wanted, found.*
    from (${namedContacts(names, providerId)}) as matches
    join (${select}) as found on found."providerId" = matches.provider_id and found."contactId" = matches.contact_id`.execute(
    db
  )
  const found = new Map<string, FoundShopUser[]>(names.map((name) => [name, []]))
  for (const { wanted, ...row } of rows) found.get(wanted)?.push(shopUserOf(row))
  return found
}
