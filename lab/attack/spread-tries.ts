import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { Right } from '@customer-center/contract/rights'
import { getToken, loginForm } from '../../testing/server/calls.ts'
import type { TestCompany, TestUser } from '../../testing/server/company.ts'
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
export type Way = (target: SpreadTarget, company: TestCompany) => Promise<number>

/** Counts what `ask` says is let through. */
export async function count(tries: number, ask: (turn: number) => Promise<boolean>): Promise<number> {
  let through = 0
  for (let turn = 0; turn < tries; turn += 1) if (await ask(turn)) through += 1
  return through
}

export const isLet = ({ status, code }: Saved): boolean => status === 200 && code === 0
export const keyOf = ({ company, pvaid }: TestUser) => ({ ASP_FIRMA: company, ASP_PVAID: pvaid })
export const sessionOf = async ({ database: { db } }: Target, user: TestUser): Promise<Headers> => ({
  authorization: await openSession(db, user)
})

export const reachesPassword = async (target: SpreadTarget, user: TestUser, address: string): Promise<boolean> =>
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
  { company, pvaid }: TestUser,
  isCounted: (kind: string) => boolean
) {
  const { rows } = await pool.query<{ kind: string }>(
    `select kind from jobs where data->>'providerId' = $1 and data->>'contactId' = $2`,
    [String(company), String(pvaid)]
  )
  return rows.filter(({ kind }) => isCounted(kind)).length
}

export const isNotice = (kind: string): boolean => kind !== 'collected-mail'

/** Mails accesses to new contacts, as several admins in turn. */
export async function mailAccesses(
  target: SpreadTarget,
  { id, users }: TestCompany,
  admins: readonly TestUser[],
  tries: number
) {
  const sessions = await Promise.all(admins.map((admin) => sessionOf(target, admin)))
  return count(tries, async (turn) =>
    isLet(
      await save(target.next(), sessions[turn % sessions.length]!, ['POST', '/contact'], {
        ASP_FIRMA: users.admin.company,
        ASP_ID: id,
        ASP_KONTAKTFIRMA: users.admin.company,
        ASP_ANREDE: 1,
        ASP_VORNAME: 'Eva',
        ASP_NACHNAME: 'Neu',
        ASP_SHOPEMAIL: `new-${id}-${turn}@elsewhere.example`,
        ASP_SHOPRECHTE: Right.contact
      })
    )
  )
}

/** Requests confirmations of as many participations, as several people in turn. */
export async function startDocuments(target: SpreadTarget, users: readonly TestUser[], tries: number): Promise<number> {
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
    const eventId = user.id * 1000 + turn
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
  users: readonly TestUser[],
  most: number
): Promise<void> {
  for (const { company, id, pvaid } of users)
    await db
      .insertInto('server_functions')
      .values({
        job_id: randomUUID(),
        provider_id: company,
        customer_id: id,
        contact_id: pvaid,
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
