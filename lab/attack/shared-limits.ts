import { randomUUID } from 'node:crypto'
import { requestZip } from '@customer-center/contract/document'
import { listInvoices, sendInvoiceMail } from '@customer-center/contract/invoice'
import type { PasskeyOptions } from '@customer-center/contract/passkey'
import { Right } from '@customer-center/contract/rights'
import type { limits } from '../../server/src/platform/limits/limits.ts'
import { newKey } from '../../server/src/provider/provider-key/provider-key.ts'
import { authenticator } from '../../testing/server/authenticator.ts'
import { call, getToken, loginForm } from '../../testing/server/calls.ts'
import type { TestCompany, TestUser } from '../../testing/server/company.ts'
import { confirmation, participationLetter } from '../../testing/server/document-requests.ts'
import { addProviderKey } from '../../testing/server/provider-keys.ts'
import { type Saved, save } from '../../testing/server/saves.ts'
import { openSession } from '../../testing/server/sessions.ts'
import { allMails } from './mails.ts'
import type { Target } from './target.ts'

/** A target with several servers, which requests reach in turn. */
export interface SpreadTarget extends Target {
  /** Returns the address of the next server. */
  readonly next: () => string
  /** A client's address of this way alone. */
  readonly from: Record<string, string>
}

type Headers = Record<string, string>

/** Tries one limit again and again, and returns how many tries were let through. */
type Way = (target: SpreadTarget, company: TestCompany) => Promise<number>

/** Counts what `ask` says is let through. */
async function count(tries: number, ask: (turn: number) => Promise<boolean>): Promise<number> {
  let through = 0
  for (let turn = 0; turn < tries; turn += 1) if (await ask(turn)) through += 1
  return through
}

const isLet = ({ status, code }: Saved): boolean => status === 200 && code === 0
const keyOf = ({ company, pvaid }: TestUser) => ({ ASP_FIRMA: company, ASP_PVAID: pvaid })
const sessionOf = async ({ database: { db } }: Target, user: TestUser): Promise<Headers> => ({
  authorization: await openSession(db, user)
})

const reachesPassword = async (target: SpreadTarget, user: TestUser, address: string): Promise<boolean> =>
  (await getToken(target.next(), loginForm(user, 'falsch'), { 'x-forwarded-for': address })).status === 401

/** Asks for the provider's API with a key, and returns the status. */
const askProvider = async (
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
async function queued(
  { database: { pool } }: Target,
  { company, pvaid }: TestUser,
  isCounted: (kind: string) => boolean
) {
  const { rows } = await pool.query<{ kind: string }>(
    `select kind from jobs where data->>'company' = $1 and data->>'pvaid' = $2`,
    [String(company), String(pvaid)]
  )
  return rows.filter(({ kind }) => isCounted(kind)).length
}

const isNotice = (kind: string): boolean => kind !== 'collected-mail'

/** Mails accesses to new contacts, as several admins in turn. */
async function mailAccesses(
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
async function startDocuments(target: SpreadTarget, users: readonly TestUser[], tries: number): Promise<number> {
  const {
    database: { db },
    shelves
  } = target
  const letter = { company: 1, letter_no: participationLetter, kind: 'participation' as const }
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
async function makeDocuments({ database: { db } }: Target, users: readonly TestUser[], most: number): Promise<void> {
  for (const { company, id, pvaid } of users)
    await db
      .insertInto('server_functions')
      .values({
        job_id: randomUUID(),
        company,
        id,
        pvaid,
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

type DatabaseLimit = {
  [Name in keyof typeof limits]: (typeof limits)[Name]['kept'] extends 'database' ? Name : never
}[keyof typeof limits]

export const sharedWays: Readonly<Record<DatabaseLimit, Way>> = {
  loginOfPair: (target, { users }) =>
    count(10, () => reachesPassword(target, users.admin, target.from['x-forwarded-for']!)),
  loginOfNetwork: (target, { users }) =>
    count(60, (turn) =>
      reachesPassword(target, { ...users.admin, userName: `n${turn}@x.example` }, target.from['x-forwarded-for']!)
    ),
  loginOfAccount: (target, { users }) => count(120, (turn) => reachesPassword(target, users.admin, `10.71.${turn}.1`)),
  resetOfPair: ({ next, from }, { users }) =>
    count(10, async () =>
      isLet(await save(next(), from, ['POST', '/passwordreset'], { emailAddress: users.contact.userName }))
    ),
  resetOfNetwork: ({ next, from }) =>
    count(30, async (turn) =>
      isLet(await save(next(), from, ['POST', '/passwordreset'], { emailAddress: `n${turn}@x.example` }))
    ),
  wrongKeys: (target) => count(60, async () => (await askProvider(target, newKey().key, '/changes')) === 401),
  async unknownPersons(target) {
    const { key } = await addProviderKey(target.database.db)
    return count(110, async (turn) => {
      const body = JSON.stringify({ customerNumber: 'K1', email: `n${turn}@x.example` })
      const init = { method: 'POST', body, headers: { 'content-type': 'application/json' } }
      return (await askProvider(target, key, '/sessions', init)) === 404
    })
  },
  passkeyChallenges: ({ next, from }) =>
    count(110, async () => isLet(await save(next(), from, ['POST', '/passkeys/loginoptions'], {}))),
  async passkeys(target, { users }) {
    const headers = { ...(await sessionOf(target, users.contact)), ...target.from }
    return count(25, async () => {
      const options = (await save(target.next(), headers, ['POST', '/passkeys/options'], {})).data
      if (!options) return false
      const device = authenticator('https://center.example', 'center.example')
      const response = device.create(options as unknown as PasskeyOptions)
      return isLet(await save(target.next(), headers, ['POST', '/passkeys'], { response }))
    })
  },
  async zipAddresses(target, { id, users }) {
    await target.shelves.addInvoice(id, `Z-${id}`, '2026-02-01')
    const headers = await sessionOf(target, users.admin)
    const { envelope } = await call<{ documentHash: string }[]>(target.next(), listInvoices.path, { headers })
    const data = { documentKeys: [envelope.responseData[0]?.documentHash ?? ''], name: 'Alle' }
    return count(25, async () => isLet(await save(target.next(), headers, ['POST', requestZip.path], data)))
  },
  jobsOfPerson: (target, { users }) => startDocuments(target, [users.contact], 25),
  jobsOfCustomer: (target, { users }) => startDocuments(target, Object.values(users).slice(1), 120),
  async documentsOfPerson(target, { users }) {
    await makeDocuments(target, [users.contact], 1000)
    return 997 + (await startDocuments(target, [users.contact], 6))
  },
  async documentsOfCustomer(target, { users }) {
    await makeDocuments(target, [users.admin, users.shopfull, users.shoplight], 3000)
    return 2997 + (await startDocuments(target, [users.contact], 6))
  },
  async accessMails(target, { users: { contact, admin } }) {
    const { pvaid } = contact
    await target.database.db.updateTable('shop_users').set({ password_hash: null }).where('pvaid', '=', pvaid).execute()
    const headers = await sessionOf(target, admin)
    return count(15, async () => isLet(await save(target.next(), headers, ['POST', '/contactaccess/send'], { pvaid })))
  },
  async noticeMails(target, { users: { contact, admin } }) {
    const headers = await sessionOf(target, admin)
    for (let turn = 0; turn < 15; turn += 1)
      await save(target.next(), headers, ['PUT', '/contact'], {
        ...keyOf(contact),
        ASP_PASSWORT: `Losung-der-Woche-${turn}`
      })
    return queued(target, contact, isNotice)
  },
  async confirmationMails(target, { users: { contact } }) {
    const headers = await sessionOf(target, contact)
    return count(15, async (turn) => {
      const WSU_EMAIL = `wanted-${contact.id}-${turn}@elsewhere.example`
      return isLet(await save(target.next(), headers, ['PUT', '/webshopuser'], { WSU_EMAIL }))
    })
  },
  accessMailsByPerson: (target, company) => mailAccesses(target, company, [company.users.admin], 180),
  async accessMailsOfCustomer(target, company) {
    const { admin, shopfull } = company.users
    const { pvaid } = shopfull
    await target.database.db.updateTable('shop_users').set({ rights: Right.admin }).where('pvaid', '=', pvaid).execute()
    return mailAccesses(target, company, [admin, shopfull], 260)
  },
  async invoiceMails(target, { id, users: { shopfull, admin } }) {
    const invoice = { company: 1, control_no: 900_000 + id, id, no: `R-${id}`, date: '2026-03-31' }
    await target.database.db.insertInto('invoices').values(invoice).execute()
    const headers = await sessionOf(target, admin)
    const data = { companyNo: 1, controlNo: invoice.control_no, recipients: [shopfull.pvaid], toCompany: false }
    return count(30, async () => isLet(await save(target.next(), headers, ['POST', sendInvoiceMail.path], data)))
  },
  /** The mail is queued by whoever works on the request: two more servers, at last, since they take all that waits. */
  async ownRequestMails(target, { users: { contact } }) {
    for (let turn = 0; turn < 15; turn += 1)
      await save(target.next(), { 'x-forwarded-for': `10.72.${turn}.1` }, ['POST', '/passwordreset'], {
        emailAddress: contact.userName
      })
    const workers = [await target.startServer({}), await target.startServer({})]
    await allMails(target)
    await Promise.all(workers.map(({ end }) => end()))
    return target.mails.arrived.filter(({ recipients }) => recipients.includes(contact.userName)).length
  }
}

/** Ways for limits that each process keeps for itself and that can be tried one by one. */
export const ownWays = {
  verifications: ({ next, from }) =>
    count(100, async () => {
      const body = new URLSearchParams({ number: '7K3M-9QXR-2BVR' })
      return (await fetch(`${next()}/verify`, { method: 'POST', body, headers: from })).status !== 429
    }),
  async importsOfKey(target) {
    const { key } = await addProviderKey(target.database.db, { scopes: ['write:customers'] })
    const init = { method: 'POST', body: '', headers: { 'content-type': 'application/x-ndjson' } }
    return count(500, async () => (await askProvider(target, key, '/imports/customers', init)) !== 429)
  }
} as const satisfies { readonly [Name in keyof typeof limits]?: Way }
