import { setTimeout as wait } from 'node:timers/promises'
import { contactFields } from '@customer-center/contract/contact'
import { Right, rightName } from '@customer-center/contract/rights'
import { endSessionsOfContacts } from '../../account/index.ts'
import { queueMail } from '../../mails/index.ts'
import type { Config } from '../../platform/config/config.ts'
import { OperatorError } from '../../platform/config/operator-error.ts'
import { findHold } from '../../platform/database/outgoing.ts'
import type { Db } from '../../platform/database/query.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { CommandContext } from '../../platform/operator/command.ts'
import { noteOperatorEvent } from '../../platform/operator/operator-events.ts'
import { type AuditRow, insertAuditEntries } from '../../records/rows/audit.ts'
import { applyActive } from '../access/index.ts'
import { deactivateContacts, lockContact, unlockContact } from '../customer/index.ts'
import { passwordResetMail, queuePasswordMail } from '../mail/index.ts'
import {
  findNamedShopUsers,
  findWaitingShopUsers,
  type FoundShopUser,
  type ShopUserKey
} from './shop-user-list.repository.ts'

/** Tells an operator why a name does not identify exactly one user; undefined if it does. */
function whyNotOne(found: readonly FoundShopUser[]): string | undefined {
  if (found.length === 0) return 'no user has this e-mail address, external ID or number'
  if (found.length === 1) return undefined
  return `several users: ${found.map((user) => `${user.providerId}/${user.contactId}`).join(', ')}`
}

/** @throws OperatorError unless the name identifies exactly one user */
async function findOneShopUser(db: Db, name: string, providerId: number | null): Promise<FoundShopUser> {
  const found = (await findNamedShopUsers(db, [name], providerId)).get(name) ?? []
  const [user] = found
  const reason = whyNotOne(found)
  if (!user || reason) throw new OperatorError(`${name}: ${reason}.`)
  return user
}

const whyNoLogin = ({ right, active }: FoundShopUser) =>
  right === rightName(Right.none) ? 'has no right' : active ? undefined : 'is inactive'

/** Tells why an access cannot be mailed, whatever was mailed before. */
const whyNoAccess = (user: FoundShopUser): string | undefined =>
  whyNoLogin(user) ?? (user.access === 'chosen' ? 'has a password already' : undefined)

const hasMail = ({ access }: FoundShopUser): boolean => access === 'queued' || access === 'sent'

/** Tells why no link to replace a password can be mailed. */
const whyNoReset = (user: FoundShopUser): string | undefined =>
  whyNoLogin(user) ?? (user.access === 'chosen' ? undefined : 'has no password yet: shop-user send-access mails one')

export interface ShopUserName {
  readonly name: string
  readonly providerId: number | null
}

interface Failure {
  readonly name: string
  readonly reason: string
}

export interface SentAccess {
  readonly queued: number
  /** The number of people who got no new mail because their earlier one is still valid. */
  readonly skipped: number
  readonly failures: readonly Failure[]
}

export interface AccessProgress {
  readonly done: number
  readonly of: number
  /** Name of the last user who is done, as the operator has given it. */
  readonly last?: string
}

interface WantedAccess {
  /** The people's names; null for all who wait for their access. */
  readonly names: readonly string[] | null
  readonly providerId: number | null
  /** Whether to mail people again whose earlier mail is still valid. */
  readonly again: boolean
  readonly perMinute: number
}

/** The least number of waves in a minute: each queues the mails of ten seconds, at most `maxInWave`. */
const wavesPerMinute = 6
const maxInWave = 100

async function recordChange(
  trx: Db,
  { providerId, customerId, contactId }: ShopUserKey,
  { action, ...entry }: Pick<AuditRow, 'resource' | 'changes'> & { readonly action: string },
  providerKey: number | null = null
): Promise<void> {
  const row = { ...entry, customer_id: customerId, key: { customerId, contactId } }
  await insertAuditEntries(trx, { providerId, providerKey, action }, [row])
}

const personOf = ({ providerId, contactId }: ShopUserKey) => ({ providerId, contactId })

const mailed = { action: 'create', resource: 'password-mail', changes: {} } as const

/** @throws OperatorError */
async function checkHold(db: Db): Promise<void> {
  const hold = await findHold(db)
  if (hold === null) return
  throw new OperatorError(`${hold} No access is mailed until "npm run provider -- outgoing release".`)
}

/** A user with the name by which the operator wants it. */
interface NamedShopUser extends ShopUserKey {
  readonly given?: string
}

async function chooseRecipients(
  db: Db,
  { names, providerId, again }: WantedAccess
): Promise<Omit<SentAccess, 'queued'> & { readonly users: readonly NamedShopUser[] }> {
  if (names === null) return { users: await findWaitingShopUsers(db, providerId), skipped: 0, failures: [] }
  const failures: Failure[] = []
  const users = new Map<string, NamedShopUser>()
  let skipped = 0
  for (const [name, found] of await findNamedShopUsers(db, names, providerId)) {
    const [user] = found
    const reason = whyNotOne(found) ?? (user && whyNoAccess(user))
    if (reason || !user) failures.push({ name, reason: reason ?? '' })
    else if (!again && hasMail(user)) skipped += 1
    else users.set(`${user.providerId}/${user.contactId}`, { ...user, given: name })
  }
  return { users: [...users.values()], skipped, failures }
}

/**
 * Leaves out people who have got a password or a mail with an access, or have lost their right, since they were chosen,
 * which may be hours ago.
 */
async function stillWanted(trx: Db, users: readonly ShopUserKey[], again: boolean): Promise<readonly ShopUserKey[]> {
  const nameOf = ({ providerId, contactId }: ShopUserKey) => `${providerId}/${contactId}`
  const found = await findNamedShopUsers(trx, users.map(nameOf), null)
  return users.filter((user) => {
    const now = found.get(nameOf(user))?.find((one) => nameOf(one) === nameOf(user))
    return now !== undefined && !whyNoAccess(now) && (again || !hasMail(now))
  })
}

/**
 * Mails accesses in waves, at a rate that the mail server takes. Each wave is committed with its event. If the command
 * was interrupted, a second call continues, because it finds only people who still wait for a mail.
 */
export async function sendAccess(
  db: Db,
  wanted: WantedAccess,
  { report, signal }: Pick<CommandContext, 'report' | 'signal'>
): Promise<SentAccess> {
  await checkHold(db)
  const { users, skipped, failures } = await chooseRecipients(db, wanted)
  report({ done: 0, of: users.length } satisfies AccessProgress)
  const size = Math.min(maxInWave, Math.ceil(wanted.perMinute / wavesPerMinute))
  let queued = 0
  for (let done = 0; done < users.length; done += size) {
    if (done > 0) await wait((60_000 * size) / wanted.perMinute, undefined, { signal })
    signal.throwIfAborted()
    queued += await inTransaction(db, async (trx) => {
      const wave = await stillWanted(trx, users.slice(done, done + size), wanted.again)
      for (const user of wave) {
        await queuePasswordMail(trx, personOf(user))
        await recordChange(trx, user, mailed)
      }
      if (wave.length > 0) await noteOperatorEvent(trx, { event: 'access-mailed', count: wave.length })
      return wave.length
    })
    const reached = Math.min(done + size, users.length)
    const last = users[reached - 1]?.given
    report({ done: reached, of: users.length, ...(last !== undefined && { last }) } satisfies AccessProgress)
  }
  return { queued, skipped, failures }
}

/**
 * Mails a link to set a new password to a user who has one; only the mail contains the link. If the address has reached
 * its mail limit, the mail waits until it allows one.
 * @param providerKey the provider key with which a program requested the mail
 * @throws OperatorError
 */
export async function sendReset(
  db: Db,
  { name, providerId }: ShopUserName,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  providerKey: number | null = null
): Promise<FoundShopUser> {
  if (publicUrl === '') throw new OperatorError('A link needs PUBLIC_URL.')
  await checkHold(db)
  const user = await findOneShopUser(db, name, providerId)
  const reason = whyNoReset(user)
  if (reason) throw new OperatorError(`${name}: ${reason}.`)
  const { customerNumber, emailAddress: to } = user
  const mail = { ...personOf(user), to }
  await inTransaction(db, async (trx) => {
    // A waiting mail also answers later requests, which may be for other accesses of the address.
    const later = { ...mail, customerNumber: null }
    await queueMail(trx, passwordResetMail, { ...mail, customerNumber }, { later })
    await recordChange(trx, user, mailed, providerKey)
  })
  return user
}

async function recordActive(trx: Db, user: ShopUserKey, active: boolean): Promise<void> {
  const changes = { [contactFields.active.code]: { old: !active, new: active } }
  await recordChange(trx, user, { action: 'update', resource: 'contact', changes })
}

/**
 * Locks a user's contact and ends the sessions. A locked contact stays inactive even if the provider's data say
 * otherwise.
 */
export async function lockShopUser(db: Db, { name, providerId }: ShopUserName): Promise<FoundShopUser> {
  const user = await findOneShopUser(db, name, providerId)
  await inTransaction(db, async (trx) => {
    await deactivateContacts(trx, user.providerId, { contacts: [user.contactId] })
    await lockContact(trx, personOf(user))
    if (user.active) await recordActive(trx, user, false)
  })
  return { ...user, active: false, locked: true }
}

/** Unlocks a user's contact and makes it active again. */
export async function unlockShopUser(db: Db, { name, providerId }: ShopUserName): Promise<FoundShopUser> {
  const user = await findOneShopUser(db, name, providerId)
  await inTransaction(db, async (trx) => {
    await unlockContact(trx, personOf(user))
    if (user.active) return
    await applyActive(trx, user.providerId, [user.contactId], true)
    await recordActive(trx, user, true)
  })
  return { ...user, active: true, locked: false }
}

export async function endSessionsOfShopUser(db: Db, { name, providerId }: ShopUserName): Promise<FoundShopUser> {
  const user = await findOneShopUser(db, name, providerId)
  await inTransaction(db, (trx) => endSessionsOfContacts(trx, user.providerId, [user.contactId]))
  return user
}
