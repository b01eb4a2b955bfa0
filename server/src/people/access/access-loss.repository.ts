import { type RawBuilder, sql } from 'kysely'
import { Right } from '@customer-center/contract/rights'
import type { Db } from '../../platform/database/query.ts'
import type { ImportLosses, LossNotice } from '../../records/importing/import.ts'
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

/** Counts active logins that end or get a lower right, and customers that lose their last admin. */
async function countAccessLoss(trx: Db, providerId: number, going: RawBuilder<unknown>): Promise<AccessLoss> {
  const active = activeLogins(providerId)
  const losses = sql`
    with going as materialized (select subject as contact, max(place) as place from (${going}) each group by subject),
    lost as materialized (
      select s.customer_id, s.contact_id, s.rights, c.person_id, going.place from going
      join shop_users s on s.provider_id = ${providerId} and s.contact_id = going.contact
      join contacts c on c.provider_id = s.provider_id and c.contact_id = s.contact_id
      where s.rights <> ${Right.none} and c.active
    )`
  const counted = await sql<{ lowered: number }>`${losses} select count(*) as lowered from lost`.execute(trx)
  const loss = { lowered: 0, logins: 0, bereft: [], customers: 0, ...counted.rows[0] }
  if (loss.lowered === 0) return loss
  const { rows } = await sql<Omit<AccessLoss, 'lowered'>>`${losses}
    select (select count(*) from ${active} <> ${Right.none}) as logins,
           (select count(distinct s.customer_id) from ${active} = ${Right.admin}) as customers,
           (select coalesce(json_agg(each), '[]') from (
              select (max(lost.place))[1] as run, (max(lost.place))[2] as line, format('%s (customer %s) has no admin any more: the last was %s.',
                ${nameOf('of')}, k.number, string_agg(${nameOf('p')}, ', ' order by lost.contact_id)) as sentence
              from lost
              join customers k on k.provider_id = ${providerId} and k.customer_id = lost.customer_id
              join persons of on of.provider_id = k.provider_id and of.person_id = k.customer_id
              join persons p on p.provider_id = k.provider_id and p.person_id = lost.person_id
              where lost.rights = ${Right.admin} and not exists (
                select from ${active} = ${Right.admin} and s.customer_id = lost.customer_id and s.contact_id not in (select contact from going))
              group by k.customer_id, k.number, of.first_name, of.last_name order by k.customer_id) each) as bereft`.execute(
    trx
  )
  return { ...loss, ...rows[0] }
}

/**
 * Checks the logins that go to another customer, whose sessions and links end: few of them may. Reads the number of all
 * logins only if it matters, since each batch asks.
 */
export const checkMovedLogins: NonNullable<ImportLosses['checkMoved']> = async (trx, request, moved, before) => {
  const counted = await sql<{ moved: number }>`
    select count(*) as moved from shop_users
    where provider_id = ${request.providerId} and contact_id = any(${moved}::int[]) and rights <> ${Right.none}`.execute(
    trx
  )
  const { moved: count = 0 } = counted.rows[0] ?? {}
  const all = before + count
  if (all > alwaysMay) {
    const { rows } = await sql<{ logins: number }>`
      select count(*) as logins from ${activeLogins(request.providerId)} <> ${Right.none}`.execute(trx)
    const { logins = 0 } = rows[0] ?? {}
    const sentence = `The rest was not imported: ${all} of ${logins} logins would be those of another customer`
    checkShare(all, logins, request, sentence)
  }
  return count
}

/** Checks the losses of access by contact: few of the logins may end or get a lower right, and few last admins go. */
export const checkAccessLoss: ImportLosses['check'] = async (trx, request, lost) => {
  const { lowered, logins, bereft, customers } = await countAccessLoss(trx, request.providerId, lost)
  const nothing = 'No access was ended and no right lowered'
  if (lowered > alwaysMay)
    checkShare(lowered, logins, request, `${nothing}: it would be ${lowered} of ${logins} logins`)
  const { length } = bereft
  if (length > alwaysMay)
    checkShare(length, customers, request, `${nothing}: ${length} of ${customers} customers would have no admin`)
  return bereft
}
