import { sql } from 'kysely'
import type { SessionOwner } from '../../account/index.ts'
import { errorCode } from '../../platform/database/errors.ts'
import type { Db } from '../../platform/database/query.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { PersonKey } from '../../platform/personal-data/person.ts'
import { deleteMailsOf } from '../password-mail/password-mail.repository.ts'

/** The values that a save writes of a shop user; missing ones stay. */
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

/** Finds the hash of a shop user's password; null or undefined without one. */
export async function findPasswordHash(db: Db, { provider, contact }: PersonKey): Promise<string | null | undefined> {
  const { rows } = await sql<{ hash: string | null }>`
    select password_hash as hash from shop_users
    where company = ${provider} and pvaid = ${contact}`.execute(db)
  return rows[0]?.hash
}

/** Refuses an address that is taken; the unique index decides: of two at the same time one gets the address. */
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
  { provider, customer, contact }: SessionOwner,
  { emailAddress, rights, passwordHash = null }: ShopUserValues
): Promise<void> {
  if (emailAddress === undefined || rights === undefined) throw new Error('A shop user has an address and a right.')
  const insert = sql`
    insert into shop_users (company, id, pvaid, email_address, rights, password_hash)
    values (${provider}, ${customer}, ${contact}, ${emailAddress}, ${rights}, ${passwordHash})`
  await refusingTakenEmail(() => insert.execute(trx))
}

/** @throws Refusal `emailTaken` */
export async function updateShopUser(
  trx: Db,
  { provider, contact }: SessionOwner,
  values: ShopUserValues
): Promise<void> {
  await refusingTakenEmail(() =>
    trx
      .updateTable('shop_users')
      .set(columnsOf(values))
      .where('company', '=', provider)
      .where('pvaid', '=', contact)
      .execute()
  )
  // A person who has chosen a password waits for no mail with one.
  if (typeof values.passwordHash === 'string') await deleteMailsOf(trx, { provider, contact })
}

export async function deleteShopUser(trx: Db, { provider, contact }: SessionOwner): Promise<void> {
  await deleteMailsOf(trx, { provider, contact })
  await sql`delete from shop_users where company = ${provider} and pvaid = ${contact}`.execute(trx)
}
