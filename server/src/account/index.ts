import type { Feature } from '../platform/feature.ts'
import { removeOldEmailChanges } from './email-change/email-change.repository.ts'
import { emailChangeRoutes } from './email-change/email-change.routes.ts'
import { removeOldChallenges } from './passkey/challenge.repository.ts'
import { passkeyLogin } from './passkey/passkey-login.ts'
import { passkeyRoutes } from './passkey/passkey.routes.ts'
import { passwordResetRoutes } from './password-reset/password-reset.routes.ts'
import { letterheadWarnings } from './letterhead/letterhead.repository.ts'
import { mailJobs } from './personal-data/mail-jobs.ts'
import { removeOldMailLimits } from './mail/mail-limit.repository.ts'
import { letterheadImport } from './letterhead/letterhead.import.ts'
import { removeOldAttempts } from './session/login-attempt.repository.ts'
import { removeOldSessions } from './session/session.repository.ts'
import { sessionListRoutes } from './session/session-list.routes.ts'
import { sessionRoutes } from './session/session.routes.ts'
import { webshopUserImport } from './webshop-user/webshop-user.import.ts'
import { accountData } from './personal-data/personal-data.ts'

/** Login, sessions and passwords. */
export const account: Feature = {
  registerCalls(app, services) {
    sessionRoutes(app, services, passkeyLogin(services))
    sessionListRoutes(app, services)
    passkeyRoutes(app, services)
    passwordResetRoutes(app, services)
    emailChangeRoutes(app, services)
  },
  jobs: mailJobs,
  startWarnings: [letterheadWarnings],
  imports: [letterheadImport, webshopUserImport],
  personalData: accountData,
  cleanups: [removeOldAttempts, removeOldChallenges, removeOldEmailChanges, removeOldMailLimits, removeOldSessions]
}

export { deleteEmailChange, findLinkedChange, type LinkedEmailChange } from './email-change/email-change.repository.ts'
export { openBranding } from './letterhead/brand.repository.ts'
export { findCompanies, insertProvider } from './provider.repository.ts'
export { findLetterhead } from './letterhead/letterhead.repository.ts'
export { imageOf, type Letterhead, letterheadOf } from './letterhead/letterhead.ts'
export { authenticateBySession } from './session/authenticate.ts'
export { findCallerOfLogin } from './session/caller.repository.ts'
export { accessState, findContactAccess } from './contact-access/contact-access.repository.ts'
export { logIn } from './session/login.ts'
export { accountKey, trustAddress } from './session/login-attempt.repository.ts'
export { whyNoPasswordHash } from './session/password-hash.ts'
export { checkPassword, hashPassword, hashWithSalt } from './session/passwords.ts'
export { startKnownSession } from './session/known-person.ts'
export { sessionOwnerHash } from './session/session-owner-hash.ts'
export { endSessionsOfContacts, switchSession } from './session/session.repository.ts'
export { tellAdminsOfActive } from './webshop-user/admin-mail.ts'
export { calendarAddressMail } from './mail/calendar-address-mail.ts'
export { queueMail } from './mail/queue-mail.ts'
export { checkFreshLogin } from './webshop-user/check-fresh-login.ts'
export { findWeakness, hashChosenPassword } from './webshop-user/chosen-password.ts'
export { applyLoginChange, type LoginChange, noteLoginChange } from './webshop-user/login-change.ts'
export { queuePasswordMail } from './password-mail/queue-password-mail.ts'
export { requestPasswordReset } from './password-reset/request-password-reset.ts'
export { type AttemptLimits, throttleAttempts, unlimited } from './session/throttle.ts'
export { newToken, tokenHash } from './session/tokens.ts'
