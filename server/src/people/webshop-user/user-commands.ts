import { setTimeout as wait } from 'node:timers/promises'
import { contactFields } from '@customer-center/contract/contact'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { endSessionsOfContacts } from '../../account/index.ts'
import { queuePasswordMail } from '../password-mail/queue-password-mail.ts'
import { tellAdminsOfActive } from '../access/admin-mail.ts'
import { OperatorError } from '../../platform/config/operator-error.ts'
import { findHold } from '../../platform/database/outgoing.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Command } from '../../platform/operator/command.ts'
import { noteOperatorEvent } from '../../platform/operator/operator-events.ts'
import { insertImportAudit } from '../../platform/saving/audit.ts'
import { deactivateContacts } from '../contact/deactivate-contacts.ts'
import {
  findNamedUsers,
  findOneUser,
  findWaitingUsers,
  type FoundUser,
  type UserKey,
  whyNoAccess,
  whyNotOne
} from './find-users.ts'

const ofCompany = z.int().nullable()
const one = z.object({ name: z.string(), company: ofCompany })
type One = z.infer<typeof one>

interface Failure {
  readonly name: string
  readonly reason: string
}

/** What became of a wish to mail accesses. */
export interface SentAccess {
  readonly queued: number
  /** Who was mailed before and has time left: not mailed again unless that is wanted. */
  readonly skipped: number
  readonly failures: readonly Failure[]
}

const sendInput = z.object({
  /** Null for all who wait for their access. */
  names: z.array(z.string()).nullable(),
  company: ofCompany,
  /** Also to those who were mailed before and have time left. */
  again: z.boolean(),
  perMinute: z.int().min(1).max(6000)
})

/** How often mails are queued: those of ten seconds at once. */
const wavesPerMinute = 6

async function recordChange(
  trx: Kysely<Tables>,
  { company, id, pvaid }: UserKey,
  { action, resource, changes }: { readonly action: string; readonly resource: string; readonly changes: object }
): Promise<void> {
  const entry = { customer_id: id, resource, key: { id, pvaid }, changes }
  await insertImportAudit(trx, { company, providerKey: null, action }, [entry])
}

async function chooseRecipients(
  db: Kysely<Tables>,
  { names, company, again }: z.infer<typeof sendInput>
): Promise<Omit<SentAccess, 'queued'> & { readonly users: readonly UserKey[] }> {
  if (names === null) return { users: await findWaitingUsers(db, company), skipped: 0, failures: [] }
  const failures: Failure[] = []
  const users = new Map<string, UserKey>()
  let skipped = 0
  for (const [name, found] of await findNamedUsers(db, names, company)) {
    const [user] = found
    const reason = whyNotOne(found) ?? (user && whyNoAccess(user))
    if (reason || !user) failures.push({ name, reason: reason ?? '' })
    else if (!again && ['queued', 'sent'].includes(user.access)) skipped += 1
    else users.set(`${user.company}/${user.pvaid}`, user)
  }
  return { users: [...users.values()], skipped, failures }
}

/**
 * Mails accesses in waves, at a rate that the mail server takes. Each wave is committed with its event: called once more after it broke off, the command
 * goes on where it was, because who was mailed is no longer among those who wait.
 */
export const sendAccessCommand: Command<z.infer<typeof sendInput>, SentAccess> = {
  name: 'send-access',
  input: sendInput,
  async run(db, input, { report, signal }) {
    const hold = await findHold(db)
    if (hold !== null)
      throw new OperatorError(`${hold} No access is mailed until "npm run provider -- outgoing release".`)
    const { users, skipped, failures } = await chooseRecipients(db, input)
    const size = Math.ceil(input.perMinute / wavesPerMinute)
    for (let queued = 0; queued < users.length; queued += size) {
      if (queued > 0) await wait((60_000 * size) / input.perMinute, undefined, { signal })
      signal.throwIfAborted()
      await inTransaction(db, async (trx) => {
        const wave = users.slice(queued, queued + size)
        for (const user of wave) {
          await queuePasswordMail(trx, user)
          await recordChange(trx, user, { action: 'create', resource: 'password-mail', changes: {} })
        }
        await noteOperatorEvent(trx, { event: 'access-mailed', count: wave.length })
      })
      report({ queued: Math.min(queued + size, users.length), of: users.length })
    }
    return { queued: users.length, skipped, failures }
  }
}

const withEvent = (event: 'user-locked' | 'user-unlocked' | 'sessions-ended') => ({
  eventOf: (_input: One, { company, pvaid }: FoundUser) => ({
    event,
    person: `${company}/${pvaid}`,
    reason: 'operator'
  })
})

async function setActive(db: Kysely<Tables>, { name, company }: One, active: boolean): Promise<FoundUser> {
  const user = await findOneUser(db, name, company)
  await inTransaction(db, async (trx) => {
    if (!active) await deactivateContacts(trx, user.company, { pvaids: [user.pvaid] })
    // Noted beside the flag, which the provider and the customer's admins set, too.
    await sql`
      update contacts set active = ${active}, locked_at = case when ${!active} then coalesce(locked_at, now()) end,
        version = version + 1
      where company = ${user.company} and pvaid = ${user.pvaid}
        and (active <> ${active} or (locked_at is null) <> ${active})`.execute(trx)
    if (user.active === active) return
    if (active) await tellAdminsOfActive(trx, user.company, [user.pvaid], true)
    const changes = { [contactFields.active.code]: { old: !active, new: active } }
    await recordChange(trx, user, { action: 'update', resource: 'contact', changes })
  })
  return { ...user, active, locked: !active }
}

/** Makes a user's contact inactive until it is unlocked, whatever the provider's data say, and ends the sessions. */
export const lockUserCommand: Command<One, FoundUser> = {
  name: 'lock-user',
  input: one,
  run: (db, input) => setActive(db, input, false),
  ...withEvent('user-locked')
}

/** Makes a user's contact active again. */
export const unlockUserCommand: Command<One, FoundUser> = {
  name: 'unlock-user',
  input: one,
  run: (db, input) => setActive(db, input, true),
  ...withEvent('user-unlocked')
}

/** Logs a user out on all devices. */
export const endSessionsCommand: Command<One, FoundUser> = {
  name: 'end-sessions',
  input: one,
  async run(db, { name, company }) {
    const user = await findOneUser(db, name, company)
    await inTransaction(db, (trx) => endSessionsOfContacts(trx, user.company, [user.pvaid]))
    return user
  },
  ...withEvent('sessions-ended')
}
