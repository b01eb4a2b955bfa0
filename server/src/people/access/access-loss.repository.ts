import { type RawBuilder, sql } from 'kysely'
import { Right } from '@customer-center/contract/rights'
import type { Db } from '../../platform/database/query.ts'
import type { AccessLoss } from '../../records/importing/import.ts'

const nameOf = (alias: string) => sql.raw(`concat_ws(' ', nullif(${alias}.first_name, ''), ${alias}.last_name)`)

/**
 * Counts active logins that end or get a lower right, and customers that lose their last admin.
 * @param lowered SQL that selects `contact` and `place`, which is an array of the run's index and the line
 */
export async function countAccessLoss(trx: Db, providerId: number, lowered: RawBuilder<unknown>): Promise<AccessLoss> {
  const active = sql`shop_users s join contacts c on c.provider_id = s.provider_id and c.contact_id = s.contact_id
    where s.provider_id = ${providerId} and c.active and s.rights`
  const losses = sql`
    with going as materialized (select contact, max(place) as place from (${lowered}) each group by contact),
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
