import { sql } from 'kysely'
import { Right } from '@customer-center/contract/rights'
import { type SessionOwner, knowsAccess } from '../../account/index.ts'
import { errorCode } from '../../platform/database/errors.ts'
import type { Db } from '../../platform/database/query.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { PersonKey } from '../../platform/personal-data/person.ts'
import { deleteMailsOf } from '../mail/index.ts'

/** Values of a shop user that a save writes; the row keeps its values for missing members. */
export interface ShopUserValues {
  readonly emailAddress?: string
  readonly rights?: number
  /** The hash of a password that a person chose; null takes the password away. */
  readonly passwordHash?: string | null
}

function columnsOf({ emailAddress, rights, passwordHash }: ShopUserValues) {
  return {
    ...(emailAddress !== undefined && { email_address: emailAddress }),
    ...(rights !== undefined && { rights }),
    ...(passwordHash !== undefined && { password_hash: passwordHash }),
    ...(typeof passwordHash === 'string' && {
      password_must_change: false,
      password_expires_at: null,
      password_address: null
    })
  }
}

export async function findPasswordHash(
  db: Db,
  { providerId, contactId }: PersonKey
): Promise<string | null | undefined> {
  const { rows } = await sql<{ hash: string | null }>`
    select password_hash as hash from shop_users
    where provider_id = ${providerId} and contact_id = ${contactId}`.execute(db)
  return rows[0]?.hash
}

/**
 * Refuses an address that is taken. The unique index decides, so only one of two simultaneous writes gets the address.
 */
async function refusingTakenEmail(write: () => Promise<unknown>): Promise<void> {
  try {
    await write()
  } catch (error) {
    const taken = errorCode(error) === '23505' && (error as { constraint?: unknown }).constraint === 'shop_users_login'
    throw taken ? new Refusal('emailTaken') : error
  }
}

/** @throws Refusal `emailTaken` */
export async function insertShopUser(
  trx: Db,
  { providerId, customerId, contactId }: SessionOwner,
  { emailAddress, rights, passwordHash = null }: ShopUserValues
): Promise<void> {
  if (emailAddress === undefined || rights === undefined) throw new Error('A shop user has an address and a right.')
  const insert = sql`
    insert into shop_users (provider_id, customer_id, contact_id, email_address, rights, password_hash)
    values (${providerId}, ${customerId}, ${contactId}, ${emailAddress}, ${rights}, ${passwordHash})`
  await refusingTakenEmail(() => insert.execute(trx))
}

/** @throws Refusal `emailTaken` */
export async function updateShopUser(
  trx: Db,
  { providerId, contactId }: SessionOwner,
  values: ShopUserValues
): Promise<void> {
  await refusingTakenEmail(() =>
    trx
      .updateTable('shop_users')
      .set(columnsOf(values))
      .where('provider_id', '=', providerId)
      .where('contact_id', '=', contactId)
      .execute()
  )
  // A person who has chosen a password no longer needs a mail with one.
  if (typeof values.passwordHash === 'string') await deleteMailsOf(trx, { providerId, contactId })
}

export async function deleteShopUser(trx: Db, { providerId, contactId }: SessionOwner): Promise<void> {
  await deleteMailsOf(trx, { providerId, contactId })
  await sql`delete from shop_users where provider_id = ${providerId} and contact_id = ${contactId}`.execute(trx)
}

interface AdminOfOthers {
  readonly contactId: number
  /** The numbers of the contacts in question that belong to the admin's customer. */
  readonly persons: readonly number[]
}

/** Finds the other active admins of the contacts' customers who have got an access to this server (`knowsAccess`). */
export async function findOtherAdmins(
  trx: Db,
  providerId: number,
  contacts: readonly number[]
): Promise<AdminOfOthers[]> {
  const { rows } = await sql<AdminOfOthers>`
    select users.contact_id as "contactId", json_agg(about.contact_id order by about.contact_id) as persons
    from contacts about
    join shop_users users on users.provider_id = about.provider_id and users.customer_id = about.customer_id and users.contact_id <> about.contact_id
    join contacts on contacts.provider_id = users.provider_id and contacts.contact_id = users.contact_id
    left join contact_access access on access.provider_id = users.provider_id and access.contact_id = users.contact_id
    where about.provider_id = ${providerId} and about.contact_id = any(${contacts}::int[])
      and users.rights = ${Right.admin} and contacts.active and ${sql.raw(knowsAccess)}
    group by users.contact_id order by users.contact_id`.execute(trx)
  return rows
}

/** Reads the rights of contacts with a login, active or not. */
export async function readRights(
  trx: Db,
  providerId: number,
  contacts: readonly number[]
): Promise<{ readonly contactId: number; readonly webshopRights: number }[]> {
  const { rows } = await sql<{ contactId: number; webshopRights: number }>`
    select contact_id as "contactId", rights as "webshopRights" from shop_users
    where provider_id = ${providerId} and contact_id = any(${contacts}::int[])`.execute(trx)
  return rows
}

/** Finds the admin of this address who has been there longest. */
export async function findAdmin(
  trx: Db,
  { providerId, emailAddress }: { readonly providerId: number; readonly emailAddress: string }
): Promise<{ readonly contactId: number; readonly number: string } | undefined> {
  const { rows } = await sql<{ contactId: number; number: string }>`
    select shop_users.contact_id as "contactId", number from shop_users join customers using (provider_id, customer_id)
    where provider_id = ${providerId} and lower(shop_users.email_address) = lower(${emailAddress}) and rights = ${Right.admin}
    order by shop_users.contact_id limit 1`.execute(trx)
  return rows[0]
}
