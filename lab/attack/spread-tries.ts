import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { Right } from '@customer-center/contract/rights'
import { getToken, loginForm } from '../../testing/server/calls.ts'
import type { TestCustomer, TestShopUser } from '../../testing/server/customer.ts'
import { confirmation, participationLetter } from '../../testing/server/document-requests.ts'
import { type Saved, save } from '../../testing/server/saves.ts'
import { openSession } from '../../testing/server/sessions.ts'
import type { Target } from './target.ts'

/** A target with several servers, which requests reach in turn. */
export interface SpreadTarget extends Target {
  /** Returns the address of the next server. */
  readonly next: () => string
  /** A client's address of this way alone. */
  readonly from: Record<string, string>
}

type Headers = Record<string, string>

/** Resolves when no more mails come. */
export async function allMails({ mails: { arrived } }: Pick<Target, 'mails'>): Promise<void> {
  for (let seen = -1; seen !== arrived.length; await wait(3000)) seen = arrived.length
}

/** Tries one limit again and again, and returns how many tries were let through. */
export type Way = (target: SpreadTarget, customer: TestCustomer) => Promise<number>

/** Counts what `ask` says is let through. */
export async function count(tries: number, ask: (turn: number) => Promise<boolean>): Promise<number> {
  let through = 0
  for (let turn = 0; turn < tries; turn += 1) if (await ask(turn)) through += 1
  return through
}

export const isLet = ({ status, code }: Saved): boolean => status === 200 && code === 0
export const keyOf = ({ providerId, contactId }: TestShopUser) => ({ ASP_FIRMA: providerId, ASP_PVAID: contactId })
export const sessionOf = async ({ database: { db } }: Target, user: TestShopUser): Promise<Headers> => ({
  authorization: await openSession(db, user)
})

export const reachesPassword = async (target: SpreadTarget, user: TestShopUser, address: string): Promise<boolean> =>
  (await getToken(target.next(), loginForm(user, 'falsch'), { 'x-forwarded-for': address })).status === 401

/** Asks for the provider's API with a key, and returns the status. */
export const askProvider = async (
  { next, from }: SpreadTarget,
  key: string,
  path: string,
  init: Omit<RequestInit, 'headers'> & { headers?: Headers } = {}
) =>
  (
    await fetch(`${next()}/provider/v1${path}`, {
      ...init,
      headers: { ...from, authorization: `Bearer ${key}`, ...init.headers }
    })
  ).status

/** Counts the jobs that wait for somebody: no program works on them. */
export async function queued(
  { database: { pool } }: Target,
  { providerId, contactId }: TestShopUser,
  isCounted: (kind: string) => boolean
) {
  const { rows } = await pool.query<{ kind: string }>(
    `select kind from jobs where data->>'providerId' = $1 and data->>'contactId' = $2`,
    [String(providerId), String(contactId)]
  )
  return rows.filter(({ kind }) => isCounted(kind)).length
}

export const isNotice = (kind: string): boolean => kind !== 'collected-mail'

/** Mails accesses to new contacts, as several admins in turn. */
export async function mailAccesses(
  target: SpreadTarget,
  { customerId, shopUsers }: TestCustomer,
  admins: readonly TestShopUser[],
  tries: number
) {
  const sessions = await Promise.all(admins.map((admin) => sessionOf(target, admin)))
  return count(tries, async (turn) =>
    isLet(
      await save(target.next(), sessions[turn % sessions.length]!, ['POST', '/contact'], {
        ASP_FIRMA: shopUsers.admin.providerId,
        ASP_ID: customerId,
        ASP_KONTAKTFIRMA: shopUsers.admin.providerId,
        ASP_ANREDE: 1,
        ASP_VORNAME: 'Eva',
        ASP_NACHNAME: 'Neu',
        ASP_SHOPEMAIL: `new-${customerId}-${turn}@elsewhere.example`,
        ASP_SHOPRECHTE: Right.contact
      })
    )
  )
}

/** Requests confirmations of as many participations, as several people in turn. */
export async function startDocuments(
  target: SpreadTarget,
  users: readonly TestShopUser[],
  tries: number
): Promise<number> {
  const {
    database: { db },
    shelves
  } = target
  const letter = { provider_id: 1, letter_no: participationLetter, kind: 'participation' as const }
  await db
    .insertInto('letters')
    .values(letter)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const sessions = await Promise.all(users.map((user) => sessionOf(target, user)))
  return count(tries, async (turn) => {
    const user = users[turn % users.length]!
    const eventId = user.customerId * 1000 + turn
    await shelves.addEvent(eventId, '2026-01-01')
    const participantId = await shelves.addParticipation(user, eventId)
    const data = {
      functionName: 'StandardLetter',
      parameter: confirmation({ user, eventId, participantId }),
      async: true
    }
    return isLet(await save(target.next(), sessions[turn % sessions.length]!, ['POST', '/function/start'], data))
  })
}

/** Makes a day's documents of some people but for three letters. */
export async function makeDocuments(
  { database: { db } }: Target,
  users: readonly TestShopUser[],
  most: number
): Promise<void> {
  for (const { providerId, customerId, contactId } of users)
    await db
      .insertInto('server_functions')
      .values({
        job_id: randomUUID(),
        provider_id: providerId,
        customer_id: customerId,
        contact_id: contactId,
        name: 'StandardLetter',
        parameter: '',
        request_hash: randomUUID(),
        letter_number: '',
        status: 3,
        error: 'Nicht erstellt.',
        finished_at: new Date(),
        cost: (most - 3) / users.length
      })
      .execute()
}
