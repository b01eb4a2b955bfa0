import type { FastifyInstance } from 'fastify'
import type { Feature } from '../feature/feature.ts'
import type { Services } from '../feature/services.ts'
import { keptTables } from '../platform/database/retention.ts'
import { loginRetention } from './contact-access/contact-access.repository.ts'
import { passkeyMail, passkeyRemovalJob, passkeyRemovedMail } from './passkey/passkey-mail.ts'
import { challengeRetention } from './passkey/passkey.repository.ts'
import { passkeyLogin, passkeyRoutes } from './passkey/passkey.routes.ts'
import { attemptRetention } from './session/login-attempt.repository.ts'
import { markRetention } from './session/login-mark.repository.ts'
import { sessionRetention } from './session/session.repository.ts'
import { sessionListRoutes, sessionRoutes } from './session/session.routes.ts'

/** Authentication: login, sessions, passkeys, passwords. */
export const account = {
  registerCalls(app: FastifyInstance, services: Services) {
    sessionRoutes(app, services, passkeyLogin(services))
    sessionListRoutes(app, services)
    passkeyRoutes(app, services)
  },
  jobs: [passkeyMail, passkeyRemovedMail, passkeyRemovalJob],
  retention: [
    attemptRetention,
    challengeRetention,
    loginRetention,
    markRetention,
    sessionRetention,
    keptTables('as long as the person: a row each, 20 passkeys at most', 'contact_access', 'passkeys')
  ]
} satisfies Feature

export { knowsAccess } from './contact-access/contact-access.repository.ts'
export { keepPasskeys, removePasskeys } from './passkey/passkey-mail.ts'
export { findMistake, hashChosenPassword } from './password/chosen-password.ts'
export { whyNoPasswordHash } from './password/password-hash.ts'
export { checkPassword, hashPassword, hashWithSalt } from './password/passwords.ts'
export { accountData } from './personal-data/personal-data.ts'
export { authenticateBySession, findCallerOfLogin, sessionOwnerHash } from './session/caller.repository.ts'
export { startKnownSession } from './session/known-person.repository.ts'
export { switchLogin } from './session/login.ts'
export { trustAddress } from './session/login-attempt.repository.ts'
export { endSessionsOfContacts, type SessionOwner } from './session/session.repository.ts'
export { throttleAttempts } from './session/throttle.ts'
