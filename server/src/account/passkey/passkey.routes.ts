import type { FastifyInstance } from 'fastify'
import {
  createPasskeySchema,
  deletePasskeySchema,
  getPasskeyLoginOptionsSchema,
  getPasskeyOptionsSchema,
  listPasskeysSchema,
  renamePasskeySchema
} from '@customer-center/contract/passkey.schema'
import { findProvider } from '../../company/index.ts'
import { queueMail } from '../../mails/index.ts'
import { relyingParty } from '../../platform/config/public-url.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { requireFreshLogin } from '../../platform/http/caller.ts'
import { networksOf } from '../../platform/http/client-address.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { noteForeignId, noteSecurityEvent } from '../../platform/http/security-event.ts'
import type { Services } from '../../platform/services.ts'
import { endSessionsOfContacts } from '../session/session.repository.ts'
import { deviceName, userAgentOf } from '../session/user-agent.ts'
import { challengeOf, creationOptions, loginOptions, verifyCreation } from './ceremony.ts'
import { newChallenge, takeChallenge } from './challenge.repository.ts'
import { passkeyMail, passkeyRemovedMail } from './passkey-mail.ts'
import { deletePasskey, insertPasskey, listCredentials, listPasskeys, renamePasskey } from './passkey.repository.ts'

/** Adds the routes only where PUBLIC_URL is an address for which browsers make passkeys. */
export function passkeyRoutes(app: FastifyInstance, { config, db }: Services): void {
  const party = relyingParty(config)
  if (!party) return

  route(app, getPasskeyLoginOptionsSchema, async ({ request }) =>
    loginOptions(party, await newChallenge(db, null, networksOf(request.ip)))
  )

  route(app, listPasskeysSchema, async ({ caller }) => listPasskeys(db, caller))

  // A stranger who finds an open session must not make a way in for good; creating a passkey needs this answer.
  route(app, getPasskeyOptionsSchema, async ({ caller, request }) => {
    requireFreshLogin(caller)
    const { name } = await findProvider(db, caller.provider)
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
      const { provider, contact, shop } = caller
      await queueMail(trx, passkeyMail, { provider, contact, shop, passkeyName: name })
      if (endOtherSessions) await endSessionsOfContacts(trx, caller.provider, [caller.contact], caller.family)
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
      if (endOtherSessions) await endSessionsOfContacts(trx, caller.provider, [caller.contact], caller.family)
      const removed = await deletePasskey(trx, caller, passkeyId)
      const { provider, contact, shop } = caller
      if (removed !== undefined)
        await queueMail(trx, passkeyRemovedMail, { provider, contact, shop, passkeyName: removed })
      return removed
    })
    if (name === undefined) noteForeignId(request)
    else noteSecurityEvent(request, 'passkey-removed')
    if (endOtherSessions) noteSecurityEvent(request, 'sessions-ended', { reason: 'own-choice' })
    return null
  })
}
