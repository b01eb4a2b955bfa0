import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/query.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { newToken, tokenHash } from '../../platform/lib/tokens.ts'
import { recordAct } from '../../records/rows/audit.ts'
import { noteLogin } from '../contact-access/contact-access.repository.ts'
import { idleEnd, type Lifetimes, secondsLeft } from './caller.repository.ts'
import type { SessionOwner } from './session.repository.ts'

/** A person whom a program of the provider has identified. */
interface KnownPerson {
  readonly providerId: number
  readonly customerNumber: string
  /** The shop user's address, in any case. */
  readonly emailAddress: string
}

interface FoundPerson extends SessionOwner {
  readonly open: boolean
}

/**
 * Finds the person with one statement and at most one row, so that all failures take the same time. Locks the same rows
 * as `isStillValid`.
 */
async function findPerson(tx: Db, { providerId, customerNumber, emailAddress }: KnownPerson) {
  const { rows } = await sql<FoundPerson>`
    select contacts.provider_id as "providerId", contacts.customer_id as "customerId", contacts.contact_id as "contactId", contacts.active and shop_users.rights <> 0 as open
    from customers
    join contacts on contacts.provider_id = customers.provider_id and contacts.customer_id = customers.customer_id
    join shop_users on shop_users.provider_id = contacts.provider_id and shop_users.contact_id = contacts.contact_id
    where customers.provider_id = ${providerId} and customers.number = ${customerNumber}
      and shop_users.customer_id = customers.customer_id and lower(shop_users.email_address) = lower(${emailAddress})
    for share of contacts, shop_users`.execute(tx)
  return rows[0]?.open ? rows[0] : undefined
}

/**
 * SQL expression for the end of a session that begins now and is not used, which is never after the end of its provider
 * key.
 */
const endOf = (providerId: number, providerKey: number, lifetimes: Lifetimes) => sql<Date>`
  least(${idleEnd(sql`now()`, lifetimes)},
    (select expires_at from provider_keys where provider_id = ${providerId} and id = ${providerKey}))`

/**
 * Opens a session for a person whom a program with a provider key has identified, and records it. The session ends like
 * that of a login, and also with the key (`keyIsValidSql`). It cannot be renewed, since the provider can open a new one.
 * @returns the token, the seconds after which it expires without a call, and its person; undefined when nobody with a
 * right to log in has this customer number and e-mail address
 */
export function startKnownSession(
  db: Db,
  person: KnownPerson,
  providerKey: number,
  lifetimes: Lifetimes
): Promise<{ readonly token: string; readonly expiresIn: number; readonly contactId: number } | undefined> {
  return inTransaction(db, async (tx) => {
    const found = await findPerson(tx, person)
    if (!found) return undefined
    const { providerId, customerId, contactId } = found
    const token = newToken()
    const session = {
      family: randomUUID(),
      provider_id: providerId,
      customer_id: customerId,
      contact_id: contactId,
      kind: 'access' as const,
      provider_key: providerKey
    }
    const { expiresIn } = await tx
      .insertInto('sessions')
      .values({ ...session, token_hash: tokenHash(token), expires_at: endOf(providerId, providerKey, lifetimes) })
      .returning(secondsLeft)
      .executeTakeFirstOrThrow()
    await noteLogin(tx, found, 'key')
    await recordAct(tx, { providerId, customerId, providerKey }, { resource: 'session', key: { contactId } })
    return { token, expiresIn, contactId }
  })
}
