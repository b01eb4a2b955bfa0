import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import {
  type PasskeyResponse,
  createPasskeySchema,
  deletePasskeySchema,
  getPasskeyLoginOptionsSchema,
  getPasskeyOptionsSchema,
  listPasskeysSchema,
  renamePasskeySchema
} from '@customer-center/contract/passkey'
import { findProvider } from '../../company/index.ts'
import type { Services } from '../../feature/services.ts'
import { queueMail } from '../../mails/index.ts'
import { relyingParty } from '../../platform/config/public-url.ts'
import type { Db } from '../../platform/database/query.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { requireFreshLogin } from '../../platform/http/caller.ts'
import { networksOf } from '../../platform/http/client-address.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { noteForeignId, noteSecurityEvent } from '../../platform/http/security-event.ts'
import { noteStoppedLogin, notingLogins } from '../contact-access/contact-access.repository.ts'
import { type SessionOwner, endSessionsOfContacts } from '../session/session.repository.ts'
import type { PasskeyLogin } from '../session/session.routes.ts'
import { throttleAttempts } from '../session/throttle.ts'
import { deviceName, userAgentOf } from '../session/user-agent.ts'
import { challengeOf, creationOptions, loginOptions, verifyCreation, verifyLogin } from './ceremony.ts'
import { passkeyMail, passkeyRemovedMail } from './passkey-mail.ts'
import {
  deletePasskey,
  findPasskey,
  insertPasskey,
  listCredentials,
  listPasskeys,
  newChallenge,
  notePasskeyUse,
  ownerOfPasskey,
  renamePasskey,
  takeChallenge
} from './passkey.repository.ts'

/** Parses the answer for a passkey; returns undefined for one that no browser sends. */
function parse(passkey: string): PasskeyResponse | undefined {
  try {
    const response: unknown = JSON.parse(passkey)
    const hasId =
      typeof response === 'object' && response !== null && 'id' in response && typeof response.id === 'string'
    return hasId ? (response as PasskeyResponse) : undefined
  } catch {
    return undefined
  }
}

/**
 * Creates the function that logs in by passkey. It gives the same answer for an unknown or wrong passkey, a used
 * challenge, a person who may not log in, and a server without passkeys. Failures count against the network address, as
 * those of passwords do.
 */
export function passkeyLogin({ db, config }: Pick<Services, 'db' | 'config'>): PasskeyLogin {
  const party = relyingParty(config)
  return async (passkey, networks, providerId) => {
    const response = parse(passkey)
    const account = hash('sha256', `passkey\n${response?.id ?? ''}`)
    let details: { readonly reason: string; readonly person?: SessionOwner } = { reason: 'old-challenge' }
    const check = async () => {
      const challenge = response && challengeOf(response)
      if (!party || !challenge || !(await takeChallenge(db, null, challenge))) return undefined
      const found = await findPasskey(db, response.id)
      details = found ? { reason: 'wrong-answer', person: found } : { reason: 'unknown-passkey' }
      if (!found || (providerId !== undefined && found.providerId !== providerId)) return undefined
      const counter = await verifyLogin(party, response, found, challenge)
      if (counter === undefined) return undefined
      await notePasskeyUse(db, found.credentialId, counter)
      return found
    }
    const noteStopped = (tx: Db) => noteStoppedLogin(tx, 'passkey', ownerOfPasskey(response?.id ?? ''))
    const verified = await throttleAttempts(db, { account, networks }, check, { noteStopped })
    if (!verified && details.person) await notingLogins('passkey', [details]).execute(db)
    if (!verified) throw new Refusal('passkeyRefused', {}, undefined, details)
    return verified
  }
}

/** Adds the routes only where PUBLIC_URL is an address for which browsers make passkeys. */
export function passkeyRoutes(app: FastifyInstance, { config, db }: Services): void {
  const party = relyingParty(config)
  if (!party) return

  route(app, getPasskeyLoginOptionsSchema, async ({ request }) =>
    loginOptions(party, await newChallenge(db, null, networksOf(request.ip)))
  )

  route(app, listPasskeysSchema, async ({ caller }) => listPasskeys(db, caller))

  // A fresh login is required for these options, which every new passkey needs: a stranger who finds an open session
  // must not create permanent access.
  route(app, getPasskeyOptionsSchema, async ({ caller, request }) => {
    requireFreshLogin(caller)
    const { name } = await findProvider(db, caller.providerId)
    const known = await listCredentials(db, caller)
    const challenge = await newChallenge(db, caller, networksOf(request.ip))
    return creationOptions(party, { ...caller, providerName: name }, challenge, known)
  })

  route(app, createPasskeySchema, async ({ body, caller, request }) => {
    const { response, endOtherSessions } = body.data
    const challenge = challengeOf(response)
    if (!challenge || !(await takeChallenge(db, caller, challenge))) throw new Refusal('passkeyInvalid')
    const made = await verifyCreation(party, response, challenge)
    const name = deviceName(userAgentOf(request)) ?? ''
    const entry = await inTransaction(db, async (trx) => {
      const added = await insertPasskey(trx, caller, { ...made, name })
      const { providerId, contactId, shop } = caller
      await queueMail(trx, passkeyMail, { providerId, contactId, shop, passkeyName: name })
      if (endOtherSessions) await endSessionsOfContacts(trx, caller.providerId, [caller.contactId], caller.family)
      return added
    })
    noteSecurityEvent(request, 'passkey-added')
    if (endOtherSessions) noteSecurityEvent(request, 'sessions-ended', { reason: 'own-choice' })
    return entry
  })

  route(app, renamePasskeySchema, async ({ body, caller, request }) => {
    if (!(await renamePasskey(db, caller, body.data.passkeyId, body.data.name.trim()))) noteForeignId(request)
    return null
  })

  route(app, deletePasskeySchema, async ({ body, caller, request }) => {
    requireFreshLogin(caller)
    const { passkeyId, endOtherSessions } = body.data
    const name = await inTransaction(db, async (trx) => {
      if (endOtherSessions) await endSessionsOfContacts(trx, caller.providerId, [caller.contactId], caller.family)
      const removed = await deletePasskey(trx, caller, passkeyId)
      const { providerId, contactId, shop } = caller
      if (removed !== undefined)
        await queueMail(trx, passkeyRemovedMail, { providerId, contactId, shop, passkeyName: removed })
      return removed
    })
    if (name === undefined) noteForeignId(request)
    else noteSecurityEvent(request, 'passkey-removed')
    if (endOtherSessions) noteSecurityEvent(request, 'sessions-ended', { reason: 'own-choice' })
    return null
  })
}
