import { type RawBuilder, sql } from 'kysely'
import { Right } from '@customer-center/contract/rights'
import type { Db } from '../../platform/database/query.ts'
import type { ImportLosses, LossNotice, LossRequest } from '../../records/importing/losses.ts'
import { checkShare } from '../../records/importing/write/check-losses.ts'

/** Number of logins and of customers without an admin up to which no share counts: small companies have few. */
const alwaysMay = 20

/** Logins that would end or get a lower right, and customers that would have no admin any more. */
interface AccessLoss {
  readonly lowered: number
  readonly logins: number
  /** Customers without an admin, each with a sentence that names them, and the place of the last admin's row. */
  readonly bereft: readonly LossNotice[]
  /** Number of customers that have an admin. */
  readonly customers: number
}

const nameOf = (alias: string) => sql.raw(`concat_ws(' ', nullif(${alias}.first_name, ''), ${alias}.last_name)`)

/** The logins of active contacts, as SQL to which a comparison of the right is added. */
const activeLogins = (
  providerId: number
) => sql`shop_users s join contacts c on c.provider_id = s.provider_id and c.contact_id = s.contact_id
    where s.provider_id = ${providerId} and c.active and s.rights`

/**
 * Counts active logins that end or get a lower right, and customers that lose their last admin, also to another
 * customer. Of a contact that several files move, the customers of before and after all of them count. The batches of a
 * dry run are undone, so that stored rows have none of the moves.
 */
async function countAccessLoss(
  trx: Db,
  providerId: number,
  going: RawBuilder<unknown>,
  moved: RawBuilder<unknown>
): Promise<AccessLoss> {
  const active = activeLogins(providerId)
  const losses = sql`
    with going as materialized (select subject as contact, max(place) as place from (${going}) each group by subject),
    lost as materialized (
      select s.customer_id, s.contact_id, s.rights, c.person_id, going.place from going
      join shop_users s on s.provider_id = ${providerId} and s.contact_id = going.contact
      join contacts c on c.provider_id = s.provider_id and c.contact_id = s.contact_id
      where s.rights <> ${Right.none} and c.active
    ),
    moves as materialized (
      select moved as contact, (array_agg("from" order by place))[1] as "from", (array_agg("to" order by place desc))[1] as "to", min(place) as place
      from (${moved}) each group by moved
    ),
    left_by as materialized (
      select "from" as customer, contact, place from moves where "from" is not null and "from" is distinct from "to"
    ),
    admins as materialized (
      select customer_id, contact_id, person_id, place from lost
      where rights = ${Right.admin} and not exists (
        select from moves where contact = lost.contact_id and "from" is distinct from lost.customer_id)
      union all
      select customer, contact, c.person_id, place from left_by
      join contacts c on c.provider_id = ${providerId} and c.contact_id = contact
    )`
  const counted = await sql<{ lowered: number; admins: number }>`${losses}
    select (select count(*) from lost) as lowered, (select count(*) from admins) as admins`.execute(trx)
  const { lowered = 0, admins = 0 } = counted.rows[0] ?? {}
  const loss = { lowered, logins: 0, bereft: [], customers: 0 }
  if (lowered + admins === 0) return loss
  const { rows } = await sql<Omit<AccessLoss, 'lowered'>>`${losses}
    select (select count(*) from ${active} <> ${Right.none}) as logins,
           (select count(*) from (select customer_id from admins union select s.customer_id from ${active} = ${Right.admin}) each) as customers,
           (select coalesce(json_agg(each), '[]') from (
              select (max(admins.place))[1] as run, (max(admins.place))[2] as line, format('%s (customer %s) has no admin any more: the last was %s.',
                ${nameOf('of')}, k.number, string_agg(${nameOf('p')}, ', ' order by admins.contact_id)) as sentence
              from admins
              join customers k on k.provider_id = ${providerId} and k.customer_id = admins.customer_id
              join persons of on of.provider_id = k.provider_id and of.person_id = k.customer_id
              join persons p on p.provider_id = k.provider_id and p.person_id = admins.person_id
              where not exists (
                select from ${active} = ${Right.admin} and s.customer_id = admins.customer_id
                  and s.contact_id not in (select contact from going)
                  and (s.customer_id, s.contact_id) not in (select customer, contact from left_by))
                and admins.customer_id not in (
                  select "to" from moves where "to" is not null and contact not in (select contact from going))
              group by k.customer_id, k.number, of.first_name, of.last_name order by k.customer_id) each) as bereft`.execute(
    trx
  )
  return { ...loss, ...rows[0] }
}

/** @throws ImportError if too many customers would have no admin */
function checkLastAdmins({ bereft: { length }, customers }: AccessLoss, request: LossRequest, nothing: string): void {
  if (length > alwaysMay)
    checkShare(length, customers, request, `${nothing}: ${length} of ${customers} customers would have no admin`)
}

const nobody = sql`select null::int as subject, null::int[] as place where false`

/**
 * Checks the logins that go to another customer, whose sessions and links end: few of them may, and few last admins.
 * Reads all logins only if it matters, since each batch asks.
 */
const checkMoved: ImportLosses['checkMoved'] = async (trx, request, moved) => {
  const { providerId } = request
  const counted = await sql<{ all: number; admins: number }>`
    select count(distinct moved) as all, count("from") as admins from (${moved}) each`.execute(trx)
  const { all = 0, admins = 0 } = counted.rows[0] ?? {}
  const nothing = 'The rest was not imported'
  if (all > alwaysMay) {
    const { rows } = await sql<{ logins: number }>`
      select count(*) as logins from ${activeLogins(providerId)} <> ${Right.none}`.execute(trx)
    const { logins = 0 } = rows[0] ?? {}
    checkShare(all, logins, request, `${nothing}: ${all} of ${logins} logins would be those of another customer`)
  }
  if (admins > alwaysMay) checkLastAdmins(await countAccessLoss(trx, providerId, nobody, moved), request, nothing)
}

/** Checks the losses of access by contact: few of the logins may end or get a lower right, and few last admins go. */
const check: ImportLosses['check'] = async (trx, request, lost, moved) => {
  const loss = await countAccessLoss(trx, request.providerId, lost, moved)
  const { lowered, logins, bereft } = loss
  const nothing = 'No access was ended and no right lowered'
  if (lowered > alwaysMay)
    checkShare(lowered, logins, request, `${nothing}: it would be ${lowered} of ${logins} logins`)
  checkLastAdmins(loss, request, nothing)
  return bereft
}

const customerOf: ImportLosses['customerOf'] = (providerId, moved) =>
  sql`(select customer_id from contacts where provider_id = ${providerId} and contact_id = ${moved})`

/** Limits of the access that imports take away. */
export const accessLoss = { check, checkMoved, customerOf } satisfies Partial<ImportLosses>
