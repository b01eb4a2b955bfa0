import { type Contact, contactFields } from '@customer-center/contract/contact'
import { Right, rightName } from '@customer-center/contract/rights'
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import { prepared } from '../../platform/database/prepared.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { type FormRules, formRules } from '../field/form-rules.ts'
import { places, type StoredName, storedNames } from './contact.columns.ts'

type Row<Table extends keyof Tables> = Selectable<Tables[Table]>

type StoredValues = Pick<Contact, StoredName>

/** A contact as it is stored. */
export interface StoredContact {
  readonly values: StoredValues
  readonly pvaid: number
  readonly contactId: number
  readonly rights: number
  readonly active: boolean
  readonly version: number
  readonly form: FormRules
  /** Whether anything of the person is kept that a second customer of the provider shows too. */
  readonly shared: boolean
  /** Whether there is a row for the login. */
  readonly hasShopUser: boolean
  readonly passwordHash: string | null
  /** Whether the person has never chosen the password: there is none, or a generated one. */
  readonly passwordPending: boolean
  /** Active admins of the customer besides this contact. */
  readonly otherAdmins: number
}

// Whoever may have changed a right, an e-mail address, a password or the active flag of a contact waits here for others who do,
// before anything is read: of two admins who demote each other the second then sees that the first one's right is gone. Not FOR
// UPDATE, because foreign keys of other writes may go on.
export async function lockAccessOf(trx: Kysely<Tables>, { company, id }: Caller): Promise<void> {
  const found = await trx
    .selectFrom('customers')
    .select('id')
    .where('company', '=', company)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!found) throw new Refusal('noSuchContact')
}

/** The caller's right as it is now, which may have been taken since the session was checked. */
export function rightOf({ company, pvaid }: Caller): RawBuilder<number> {
  return sql<number>`(select s.rights from shop_users s join contacts c on c.company = s.company and c.pvaid = s.pvaid
    where s.company = ${company} and s.pvaid = ${pvaid} and c.active)`
}

export function checkStillHas({ right }: Caller, now: number | null): void {
  if (rightName(now) !== right) throw new Refusal('noRight')
}

// A private customer is a person and may be its own contact; only an admin may change what a customer is called.
function isShared({ company, id, right }: Caller): RawBuilder<boolean> {
  return sql<boolean>`(
    exists (select from contacts o where o.contact_company = p.company and o.contact_id = p.id and o.id <> ${id})
    or exists (select from customers k where k.company = ${company} and k.id = p.id
               and (k.id <> ${id} or ${right !== 'admin'})))`
}

interface Found {
  readonly c: Row<'contacts'>
  readonly p: Row<'persons'>
  readonly s: Row<'shop_users'> | null
  readonly form: FormRules
  readonly shared: boolean
  readonly pending: boolean
  readonly admins: number
  readonly caller_rights: number | null
}

function storedContact({ c, p, s, form, shared, pending, admins }: Found): StoredContact {
  const rows: Record<'c' | 'p' | 's', Record<string, unknown>> = { c: { ...c }, p: { ...p }, s: { ...s } }
  const values = storedNames.map((name) => [name, rows[places[name].table][places[name].column] ?? null])
  const rights = s?.rights ?? Right.none
  return {
    values: { ...(Object.fromEntries(values) as StoredValues), webshopRights: rights },
    pvaid: c.pvaid,
    contactId: c.contact_id,
    rights,
    active: c.active,
    version: c.version,
    form,
    shared,
    hasShopUser: s !== null,
    passwordHash: s?.password_hash ?? null,
    passwordPending: pending,
    otherAdmins: admins
  }
}

/**
 * Reads a contact of the caller's customer, with the shop's lists for the fields that the write names.
 * @param locking whether nobody else may write it until the end of the transaction
 * @throws Refusal `noSuchContact`, the same for another customer's; `noRight` when the caller's right was taken meanwhile
 */
export async function readStoredContact(
  db: Kysely<Tables>,
  caller: Caller,
  by: { readonly pvaid: number } | { readonly contactId: number },
  names: readonly string[],
  locking: boolean
): Promise<StoredContact> {
  const { company, id } = caller
  // A person is one customer's contact once: (company, id, contact_id) is unique.
  const row = 'pvaid' in by ? sql`c.pvaid = ${by.pvaid}` : sql`c.contact_id = ${by.contactId}`
  const query = sql<Found>`
    select to_json(c) as c, to_json(p) as p, to_json(s) as s, ${isShared(caller)} as shared, ${rightOf(caller)} as caller_rights,
           (s.password_hash is null or s.password_must_change) as pending,
           (select count(*) from shop_users a join contacts ac on ac.company = a.company and ac.pvaid = a.pvaid
            where a.company = c.company and a.id = c.id and a.pvaid <> c.pvaid
              and a.rights = ${sql.lit(Right.admin)} and ac.active) as admins,
           ${formRules(company, 'contact', contactFields, names)} as form
    from contacts c
    join persons p on p.company = c.contact_company and p.id = c.contact_id
    left join shop_users s on s.company = c.company and s.pvaid = c.pvaid
    where c.company = ${company} and c.id = ${id} and ${row}
    ${locking ? sql`for no key update of c, p` : sql``}`.compile(db)
  // The names are one parameter, so there are four texts: planning them takes six times as long as running them.
  prepared(query.sql)
  const [found] = (await db.executeQuery(query)).rows
  if (!found) throw new Refusal('noSuchContact')
  checkStillHas(caller, found.caller_rights)
  return storedContact(found)
}
