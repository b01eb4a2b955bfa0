import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { defaultApiVersion } from '@customer-center/contract/limits'
import { type Token, getApiVersionSchema, getTokenSchema, revokeTokenSchema } from '@customer-center/contract/session'
import { endOtherSessionsSchema, endSessionSchema, listSessionsSchema } from '@customer-center/contract/session-list'
import type { Services } from '../../feature/services.ts'
import { isShop, siteByAppKey } from '../../platform/config/shops.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { requireFreshLogin } from '../../platform/http/caller.ts'
import { type Networks, networksOf } from '../../platform/http/client-address.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { noteForeignId, noteSecurityEvent } from '../../platform/http/security-event.ts'
import { forgetSession, keepLoginMarks, keepSession, loginMarksOf } from '../../platform/http/session-cookie.ts'
import { keepXsrfCookie } from '../../platform/http/xsrf.ts'
import { logIn } from './login.ts'
import { isSessionOf, listSessions } from './session-list.repository.ts'
import {
  type TokenPair,
  type VerifiedLogin,
  endSession,
  endSessionsOfContacts,
  renewSession,
  startSession
} from './session.repository.ts'
import { userAgentOf } from './user-agent.ts'

/**
 * Function that identifies the person who logs in from the browser's answer for a passkey.
 * @throws Refusal
 */
export type PasskeyLogin = (
  passkey: string,
  networks: Networks,
  providerId: number | undefined
) => Promise<VerifiedLogin>

/** Routes of getToken (login and renewal), revokeToken and getApiVersion. */
export function sessionRoutes(app: FastifyInstance, services: Services, logInByPasskey: PasskeyLogin): void {
  const { config, db } = services

  function answer(
    { access, refresh, expiresIn, marks }: TokenPair,
    request: FastifyRequest,
    reply: FastifyReply
  ): Token {
    keepSession(request, reply, config, access)
    keepXsrfCookie(request, reply, config, true)
    if (marks) keepLoginMarks(request, reply, config, marks)
    return { access_token: access, refresh_token: refresh, expires_in: expiresIn }
  }

  route(app, getTokenSchema, async ({ body, request, reply }) => {
    const site = siteByAppKey(config, body.appKey)
    // A login has to name its shop if there are several.
    if (!site || !isShop(site)) throw new Refusal('unknownAppKey')
    const { providerId, shop } = site
    if (body.refreshToken) {
      const pair = await renewSession(db, body.refreshToken, config, providerId)
      if (!pair) throw new Refusal('notLoggedIn')
      return answer(pair, request, reply)
    }
    const from = { userAgent: userAgentOf(request), shop, marks: loginMarksOf(request, config) }
    const networks = networksOf(request.ip)
    const findPerson = async () => {
      if (body.passkey) return logInByPasskey(body.passkey, networks, providerId)
      const [customerNumber, userName] = [body.customerNumber?.trim(), body.userName?.trim()]
      const { password } = body
      if (!customerNumber || !userName || !password) throw new Refusal('loginIncomplete')
      return logIn(services, request, { customerNumber, userName, password, networks, providerId })
    }
    const way = body.passkey ? 'passkey' : 'password'
    const person = await findPerson()
    const pair = await startSession(db, person, { ...from, way }, config)
    if (!pair) {
      const refusal = way === 'passkey' ? 'passkeyRefused' : 'loginFailed'
      throw new Refusal(refusal, {}, undefined, { reason: 'changed-meanwhile', person })
    }
    noteSecurityEvent(request, 'login', { person, by: way })
    return answer(pair, request, reply)
  })

  route(app, revokeTokenSchema, async ({ caller, request, reply }) => {
    await endSession(db, caller.family)
    noteSecurityEvent(request, 'sessions-ended', { reason: 'logout' })
    forgetSession(request, reply, config)
    keepXsrfCookie(request, reply, config, false)
    return null
  })

  route(app, getApiVersionSchema, async () => ({ api_version: defaultApiVersion }))
}

/** Lists and ends the person's own sessions. */
export function sessionListRoutes(app: FastifyInstance, { db }: Services): void {
  route(app, listSessionsSchema, async ({ caller }) => listSessions(db, caller))

  route(app, endSessionSchema, async ({ body, caller, request }) => {
    const { sessionId } = body.data
    if (sessionId !== caller.family) requireFreshLogin(caller)
    if (await isSessionOf(db, caller, sessionId)) {
      await endSession(db, sessionId)
      noteSecurityEvent(request, 'sessions-ended', { reason: 'own-choice' })
    } else noteForeignId(request)
    return null
  })

  route(app, endOtherSessionsSchema, async ({ caller, request }) => {
    requireFreshLogin(caller)
    await inTransaction(db, (tx) => endSessionsOfContacts(tx, caller.providerId, [caller.contactId], caller.family))
    noteSecurityEvent(request, 'sessions-ended', { reason: 'own-choice' })
    return null
  })
}
