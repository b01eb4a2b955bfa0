import type { FastifyRequest } from 'fastify'
import type { Services } from '../../feature/services.ts'
import type { Db } from '../../platform/database/query.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { noteStoppedLogin } from '../contact-access/contact-access.repository.ts'
import {
  checkPassword,
  hashPassword,
  normalPassword,
  ownHashPrefix,
  waitForSlowestCheck
} from '../password/passwords.ts'
import { accountKey } from './login-attempt.repository.ts'
import {
  type Candidate,
  findCandidates,
  type LoginAttempt,
  noteRefusedLogin,
  replaceHash,
  storedHash,
  shopUsersOfName
} from './login.repository.ts'
import { type SessionOwner, switchSession, type VerifiedLogin } from './session.repository.ts'
import { throttleAttempts } from './throttle.ts'

/** Tells whether a hash is not the one that this release makes of the password. */
const isForeign = (hash: string, spelling: string) =>
  !hash.startsWith(ownHashPrefix) || normalPassword(spelling) !== spelling

/**
 * Replaces a foreign hash at a login, the only time when the server knows the password. If a simultaneous login of
 * the same person was faster, uses the hash that is stored now, if the password fits it; if not, the session is
 * refused, as after any change of the password.
 */
async function withOwnHash(
  { db, log }: Pick<Services, 'db' | 'log'>,
  verified: VerifiedLogin,
  password: string
): Promise<VerifiedLogin> {
  const own = await hashPassword(password)
  if (await replaceHash(db, verified, own)) return { ...verified, passwordHash: own }
  const stored = await storedHash(db, verified)
  return stored && (await checkPassword(log, stored, password)).fits ? { ...verified, passwordHash: stored } : verified
}

/** Tells why a known user may not log in; only for the log. */
function reasonOf({ password_hash, open }: Candidate, fits: boolean): string {
  if (password_hash === null) return 'no-password'
  if (!fits) return 'wrong-password'
  return open ? 'expired' : 'locked'
}

/**
 * Finds the person who logs in. Unknown customer, unknown user, wrong password, inactive contact and the right none
 * give the same answer after the same time: one password is always checked, and a failed check takes as long as one of
 * the slowest kind of hash. Only a person who knows a generated password learns that it has expired.
 * @throws Refusal `loginFailed`, `passwordExpired`, `tooManyLogins`
 */
export async function logIn(
  services: Pick<Services, 'db' | 'log'>,
  request: FastifyRequest,
  login: LoginAttempt
): Promise<VerifiedLogin> {
  const { db, log } = services
  const { customerNumber, userName, password, networks } = login
  const account = accountKey(customerNumber, userName)
  let isExpired = false
  const failed = { tries: 1, took: 0 }
  const refused: { readonly reason: string; readonly person?: SessionOwner }[] = []
  const noteStopped = (tx: Db) => noteStoppedLogin(tx, 'password', shopUsersOfName(login))
  const check = async () => {
    const candidates: (Candidate | undefined)[] = await findCandidates(db, login)
    for (const candidate of candidates.length > 0 ? candidates : [undefined]) {
      const { fits, spelling, tries, took } = await checkPassword(log, candidate?.password_hash, password)
      failed.tries = tries
      failed.took += took
      refused.push(
        candidate ? { reason: reasonOf(candidate, fits), person: candidate } : { reason: 'unknown-shop-user' }
      )
      if (!fits || candidate?.open !== true || candidate.password_hash === null) continue
      const { providerId, customerId, contactId, email_address, password_hash, expired } = candidate
      isExpired ||= expired
      if (expired) continue
      const verified = { providerId, customerId, contactId, userName: email_address, passwordHash: password_hash }
      return { verified, spelling }
    }
    return undefined
  }
  const found = await throttleAttempts(db, { account, networks }, check, { noteStopped })
  if (found) {
    const { verified, spelling } = found
    return isForeign(verified.passwordHash, spelling) ? withOwnHash(services, verified, spelling) : verified
  }
  const samples = await noteRefusedLogin(db, login, refused)
  request.server.admission.pause(request)
  await waitForSlowestCheck(log, samples, failed)
  throw new Refusal(isExpired ? 'passwordExpired' : 'loginFailed', {}, undefined, refused.at(-1))
}

/**
 * Logs a person in, and returns the tokens of the login.
 * @throws Refusal as `logIn` does
 */
export async function switchLogin(
  services: Pick<Services, 'db' | 'log'>,
  request: FastifyRequest,
  family: string,
  login: LoginAttempt
): Promise<VerifiedLogin> {
  const owner = await logIn(services, request, login)
  if (!(await switchSession(services.db, family, owner))) throw new Refusal('loginFailed')
  return owner
}
