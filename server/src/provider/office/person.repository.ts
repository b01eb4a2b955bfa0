import { sql } from 'kysely'
import { OperatorError } from '../../platform/config/operator-error.ts'
import type { Db } from '../../platform/database/query.ts'
import type { PersonKey } from '../../platform/personal-data/person.ts'

/** A contact of a customer, with or without a login. */
export interface Person extends PersonKey {
  readonly customer: number
}

/** @throws OperatorError unless one contact has this e-mail address, external ID or number */
export async function findPerson(db: Db, name: string, provider: number | null): Promise<Person> {
  // Each of them has its index; that of external IDs begins with the company, so without one each is searched. OFFSET
  // keeps the planner from reading all contacts instead.
  const [, ofCompany = null, pvaid = null] = /^(\d{1,9})\/(\d{1,9})$/.exec(name) ?? []
  const { rows } = await sql<Person>`
    select company as provider, id as customer, pvaid as contact from (
      select company, id, pvaid from providers
      cross join lateral (
        select id, pvaid from contacts where contacts.company = providers.company and external_id = ${name} offset 0) as named
      union select company, id, pvaid from contacts where company = ${ofCompany}::int and pvaid = ${pvaid}::int
      union select company, id, pvaid from shop_users where lower(email_address) = lower(${name})
    ) found where ${provider}::int is null or company = ${provider}
    order by company, pvaid limit 20`.execute(db)
  const [found] = rows
  if (!found) throw new OperatorError(`${name}: no contact has this e-mail address, external ID or number.`)
  if (rows.length > 1)
    throw new OperatorError(
      `${name}: several contacts: ${rows.map((one) => `${one.provider}/${one.contact}`).join(', ')}.`
    )
  return found
}
