import { createHmac } from 'node:crypto'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../database/query.ts'
import type { SecurityEventName } from '../lib/security-event-name.ts'
import type { PersonKey } from '../personal-data/person.ts'
import { networksOf } from './client-address.ts'
import type { Refusal, RefusalName } from './refusal.ts'

type EventDetails = { readonly person?: PersonKey | undefined } & Readonly<Record<string, unknown>>

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns a pseudonym: equal for equal addresses, and meaningless to a reader who has the log alone. */
    pseudonymOf: (ip: string) => string
    /** Tells whether an event occurs for the first time in an hour. */
    isNewThisHour: (what: string, group: string) => boolean
  }
}

/** Reads the key of the pseudonyms, or makes a new key if somebody has emptied its table. */
async function readLogKey(db: Db): Promise<string> {
  const newKey = sql`gen_random_uuid()::text || gen_random_uuid()::text`
  await sql`insert into log_keys (secret) values (${newKey}) on conflict (only_one) do nothing`.execute(db)
  const { rows } = await sql<{ secret: string }>`select secret from log_keys`.execute(db)
  if (!rows[0]) throw new Error('The key of the pseudonyms has gone while it was read.')
  return rows[0].secret
}

/**
 * Events that strangers and programs can cause as often as they like: noted once an hour for each person, address and
 * call.
 */
const oncePerHour: ReadonlySet<SecurityEventName> = new Set([
  'calendar-address-used',
  'cors-refused',
  'foreign-id',
  'key-refused',
  'password-reset-asked',
  'right-refused',
  'xsrf-refused'
])
/** Limit of events in an hour and a process. Beyond it, each kind of event is noted once more. */
const maxLines = 1000

function createHourlyNotes(): FastifyInstance['isNewThisHour'] {
  const seen = new Set<string>()
  let hour = 0
  return (what, group) => {
    const now = Math.floor(Date.now() / 3_600_000)
    if (now !== hour) seen.clear()
    hour = now
    const key = seen.size < maxLines ? what : group
    return !seen.has(key) && Boolean(seen.add(key))
  }
}

/** Gives this server the pseudonyms that its events need. */
export async function registerSecurityEvents(app: FastifyInstance, db: Db): Promise<void> {
  const secret = await readLogKey(db)
  app.decorate('isNewThisHour', createHourlyNotes())
  app.decorate('pseudonymOf', (ip: string) =>
    createHmac('sha256', secret).update(networksOf(ip)[0].cidr).digest('base64url').slice(0, 12)
  )
}

const personKey = ({ providerId, contactId }: PersonKey) => `${providerId}/${contactId}`

/**
 * Writes one line of the log: the event, the person whom it concerns (`person`), the one who caused it (`actor`, if
 * logged in) and its origin (a pseudonym of the network address). Never a name, an address, a password or a token:
 * `details` are numbers and words of this program.
 */
export function noteSecurityEvent(
  request: FastifyRequest,
  event: SecurityEventName,
  { person, ...details }: EventDetails = {}
): void {
  const { caller } = request
  const whose = person ?? caller
  const line = {
    event,
    ...(whose && { person: personKey(whose) }),
    ...(caller && { actor: personKey(caller) }),
    address: request.server.pseudonymOf(request.ip),
    ...details
  }
  if (oncePerHour.has(event) && !request.server.isNewThisHour(JSON.stringify(line), event)) return
  request.log.info(line, 'security event')
}

/**
 * Notes that somebody has named a thing that does not exist or belongs to another, if the answer is that of a success.
 */
export const noteForeignId = (request: FastifyRequest): void =>
  noteSecurityEvent(request, 'foreign-id', { route: request.routeOptions.url ?? null })

/** Notes an event of work in the background, without a request. */
export function noteJobEvent(
  log: Pick<FastifyBaseLogger, 'info'>,
  event: SecurityEventName,
  person: PersonKey,
  { actor, ...details }: { readonly actor?: PersonKey } & Readonly<Record<string, unknown>> = {}
): void {
  log.info(
    { event, person: personKey(person), ...(actor && { actor: personKey(actor) }), ...details },
    'security event'
  )
}

const eventsOfRefusals: Partial<Record<RefusalName, SecurityEventName>> = {
  loginFailed: 'login-refused',
  passwordExpired: 'login-refused',
  passkeyRefused: 'login-refused',
  noRight: 'right-refused',
  xsrf: 'xsrf-refused',
  confirmationNotAvailable: 'foreign-id',
  documentsNotAvailable: 'foreign-id',
  evaluationNotAvailable: 'foreign-id',
  noSuchContact: 'foreign-id',
  noSuchCustomer: 'foreign-id',
  noSuchDocument: 'foreign-id',
  noSuchEvent: 'foreign-id',
  noSuchInvoiceAddress: 'foreign-id',
  noSuchJob: 'foreign-id',
  hourRecordNotAvailable: 'foreign-id',
  tooManyLogins: 'throttled',
  tooManyTries: 'throttled',
  tooManyChecks: 'throttled',
  tooManyMails: 'throttled',
  addressMailsUsedUp: 'throttled',
  mailsUsedUp: 'throttled'
}

/** Notes a refusal that is a security event, wherever it was thrown. */
export function noteRefusal(request: FastifyRequest, { message, details }: Refusal): void {
  const event = eventsOfRefusals[message as RefusalName]
  if (!event) return
  const reason = event === 'throttled' ? { reason: message } : {}
  noteSecurityEvent(request, event, { ...reason, route: request.routeOptions.url ?? null, ...details })
}
