import { contactFields } from '@customer-center/contract/contact'
import { versionCode, type Wire } from '@customer-center/contract/field-codes'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { codeOf } from '../../platform/database/failures.ts'
import { preparedUpTo } from '../../platform/database/prepared.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import {
  assignments,
  auditEntry,
  type Change,
  type Columns,
  isEmpty,
  withNextVersion
} from '../../platform/saving/change.ts'
import { places, storedNames } from './contact.columns.ts'
import type { Values } from './contact-rules.ts'

/** The values that stand in one of the three tables, by column. */
export function columnsOf(values: Values, table: 'c' | 'p' | 's'): Columns {
  const own = storedNames.filter((name) => places[name].table === table && values[name] !== undefined)
  return Object.fromEntries(own.map((name) => [places[name].column, values[name] ?? null]))
}

/** A password that a person chose. */
export function newPassword(password_hash: string): Columns {
  return { password_hash, password_must_change: false, password_expires_at: null }
}

/** @throws Refusal `emailTaken`, told by the unique index: of two at the same time one gets it */
export async function refusingTakenEmail<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    const taken = codeOf(error) === '23505' && (error as { constraint?: unknown }).constraint === 'shop_users_login'
    throw taken ? new Refusal('emailTaken') : error
  }
}

type Login = { readonly is: 'kept' } | { readonly is: 'changed' | 'added'; readonly columns: Columns }

interface Target {
  readonly pvaid: number
  readonly contactId: number
  readonly version: number
}

function loginPart({ company, id }: Caller, { pvaid }: Target, login: Login): RawBuilder<unknown>[] {
  if (login.is === 'kept') return []
  if (login.is === 'changed') {
    return [
      sql`login as (update shop_users set ${assignments(login.columns)} where company = ${company} and pvaid = ${pvaid})`
    ]
  }
  const row = { company, id, pvaid, ...login.columns }
  return [
    sql`login as (insert into shop_users (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
      values (${sql.join(Object.values(row))}))`
  ]
}

// A form's usual changes are few; any set of fields may be sent.
const preparedStore = preparedUpTo(16)

/**
 * Writes a change of a contact, its person and its login with the audit row in one statement, if the contact is still as it was
 * read. A change of a login needs the contact's lock.
 * @returns the contact's new version; null, with nothing written, if somebody else has written since
 */
export async function storeContact<Fields extends Change<typeof contactFields>['fields']>(
  db: Kysely<Tables>,
  caller: Caller,
  target: Target,
  changed: Values,
  login: Login,
  entry: Pick<Change<Fields>, 'resource' | 'fields' | 'before' | 'after'>
): Promise<number | null> {
  const { company, id } = caller
  const { pvaid, contactId, version } = target
  const person = columnsOf(changed, 'p')
  const audit = auditEntry(caller, { action: 'update', key: { company, id, pvaid }, ...entry }, sql`from saved`)
  // A private customer that is its own contact is one person: who has the company's form open has missed something, too. Its row
  // comes first, as in a save of the company, so that the two cannot each hold what the other waits for.
  const isCustomer = contactId === id && !isEmpty(person)
  const parts = [
    ...(isCustomer
      ? [
          sql`customer as (update customers set version = version + 1 where company = ${company} and id = ${id}
            and exists (select from contacts where company = ${company} and pvaid = ${pvaid} and version = ${version})
            returning version)`
        ]
      : []),
    sql`saved as (update contacts set ${withNextVersion(columnsOf(changed, 'c'))}
      where company = ${company} and id = ${id} and pvaid = ${pvaid} and version = ${version}
        ${isCustomer ? sql`and exists (select from customer)` : sql``} returning version)`,
    sql`entry as (${audit})`,
    ...(isEmpty(person)
      ? []
      : [
          sql`person as (update persons set ${assignments(person)}
            where company = ${company} and id = ${contactId} and exists (select from saved))`
        ]),
    ...loginPart(caller, target, login)
  ]
  const query = sql<{ version: number }>`with ${sql.join(parts)} select version from saved`.compile(db)
  preparedStore(query.sql)
  const { rows } = await refusingTakenEmail(() => db.executeQuery(query))
  return rows[0]?.version ?? null
}

/** What POST and PUT answer. */
export function keysToWire(
  caller: Caller,
  target: Omit<Target, 'version'>,
  version: number,
  shopEmail: string | null
): Wire {
  const { company, id, pvaid, contactCompany, contactId, shopEmail: shop } = contactFields
  return {
    [company.code]: caller.company,
    [id.code]: caller.id,
    [pvaid.code]: target.pvaid,
    [contactCompany.code]: caller.company,
    [contactId.code]: target.contactId,
    [shop.code]: shopEmail,
    [versionCode]: version
  }
}

/** Takes the login of a contact without right away, with what waits for it. */
export async function removeLogin(
  trx: Kysely<Tables>,
  { company }: Caller,
  { pvaid }: Pick<Target, 'pvaid'>
): Promise<void> {
  for (const table of ['password_mails', 'shop_users'] as const) {
    await trx.deleteFrom(table).where('company', '=', company).where('pvaid', '=', pvaid).execute()
  }
}
