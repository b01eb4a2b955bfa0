import { loginTooOld } from '@customer-center/contract/envelope'
import { getToken, revokeToken, type Token, type TokenForm } from '@customer-center/contract/session'
import { orAborted } from '../lib/abort-signal.ts'
import { CallError } from './call-error.ts'
import type { Profile } from './profile.ts'
import { hasToken, refusesLogin } from './refusals.ts'
import { requestEndpoint } from './request.ts'
import type { SessionSnapshot } from './session-state.ts'
import type { Session } from './session.ts'

// Changes of a session after its start. The first paint needs none of them, so they are not in its download.

/** Renewals under way: calls that need a renewal at the same time share one. */
const renewals = new WeakMap<Session, Promise<boolean>>()

/** Logs in by the form. Throws CallError, and leaves the session as it was then. */
export async function logIn(
  session: Session,
  credentials: Pick<TokenForm, 'customerNumber' | 'userName' | 'password' | 'passkey'>
): Promise<void> {
  const before = session.snapshot()
  const token = await tokenFor(session, credentials)
  if (session.snapshot().generation !== before.generation) throw new CallError('refused', { status: 401 })
  session.revocation.cancel()
  const { customerNumber = '' } = credentials
  if (await switchTo(session, token.access_token, token.refresh_token ?? null, customerNumber))
    revokeReplaced(session, before)
}

/** Revokes the token of a login that was too old, after a new login has replaced it; never a token of the host's. */
function revokeReplaced(session: Session, before: SessionSnapshot): void {
  const { token } = before
  if (token === null || isOfPage(session, before)) return
  // The cookie is that of the new login, which the answer to a log-out would delete.
  requestEndpoint({ ...session.requestContext, token }, revokeToken, { credentials: 'omit' }).catch(() => undefined)
}

/** Tells whether the page gave the session, which only the page can open anew: its person may know no password. */
function isOfPage({ options, snapshot }: Session, { customerNumber } = snapshot()): boolean {
  return !options.memory && customerNumber === null
}

/** Takes over the profile that the server has named. */
export function takeProfile(session: Session, profile: Profile | null, person: string | null): void {
  const current = session.snapshot()
  // The login may have ended while the call was under way.
  if (current.state === 'in' || current.state === 'expired') session.change({ ...current, profile, person })
}

/** Opens the login over the screen. With a `reason` the session has not ended, and its token stays. */
export function expireSession(session: Session, reason: string | null = null): void {
  const current = session.snapshot()
  if (current.state !== 'in') return
  session.host.stopRenewals()
  if (reason === null) session.options.memory?.forget()
  const ended = reason === null ? { token: null, reason } : { reason }
  session.change({ ...current, state: 'expired', refreshToken: null, ...ended })
}

/** Demands a new password; null ends the demand. */
export function demandPassword(session: Session, newPassword: SessionSnapshot['newPassword']): void {
  session.change({ ...session.snapshot(), newPassword })
}

/** Counts a refusal of a call because of the person's right. */
export function countRefusal(session: Session): void {
  const current = session.snapshot()
  session.change({ ...current, refusals: current.refusals + 1 })
}

/**
 * Takes over a token from the host, who vouches for the customer. The screen keeps its input if the person is the same.
 */
export async function adoptToken(session: Session, token: string): Promise<void> {
  const { state, generation, token: before } = session.snapshot()
  if (token === before) return
  const isSame = () => session.snapshot().generation === generation
  session.host.adopting = token
  // An element that names nobody has not asked for the person of its token.
  if (state === 'in' && session.identifying === undefined) {
    const { profile = null, person = null } = await session.identify(before)
    if (isSame()) takeProfile(session, profile, person)
  }
  if (isSame() && (state === 'out' || !session.profile)) await session.openAsHost(token)
  else if (isSame() && !(await switchTo(session, token, null, null)) && isSame()) expireSession(session)
  if (session.host.adopting !== token) return
  session.host.adopting = null
  session.tell()
}

/** Resolves when a call may be repeated after a 401 with `token`; throws if it must not be repeated. */
export async function restoreSession(
  session: Session,
  { restCode, firstError }: CallError,
  token: string | null,
  renewable: boolean,
  signal?: AbortSignal
): Promise<void> {
  const { state, generation } = session.snapshot()
  if (state === 'out') throw new CallError('refused', { status: 401 })
  if (state === 'in' && session.snapshot().token !== token) return
  // The time of a login stays the same however often its session is renewed, but not if the host gives another token.
  const isTooOld = restCode === loginTooOld
  const mayRenew = renewable && (!isTooOld || session.host.fetchToken !== null)
  const renewed = mayRenew && (await orAborted(renewOnce(session), signal))
  // The session has ended meanwhile, or belongs to another person.
  if (session.snapshot().generation !== generation) throw new CallError('refused', { status: 401 })
  if (renewed) return
  if (isTooOld && isOfPage(session))
    throw new CallError('refused', { status: 401, restCode, errors: [session.host.reopen] })
  expireSession(session, isTooOld ? (firstError ?? '') : null)
  await waitForPerson(session, signal)
}

/** Resolves when there is a new password after a refusal that demands one, so that the call may be repeated. */
export async function awaitNewPassword(session: Session, reason: string | null, signal?: AbortSignal): Promise<void> {
  const { state, newPassword } = session.snapshot()
  if (state === 'out') throw new CallError('refused', { status: 401 })
  if (!newPassword) demandPassword(session, { reason })
  await waitForPerson(session, signal)
}

/**
 * Resolves when the same person is logged in and the server answers them. Throws CallError as soon as somebody else is
 * logged in, for whom the call must never be made, or the reason of `signal`.
 */
async function waitForPerson({ snapshot, subscribe }: Session, signal?: AbortSignal): Promise<void> {
  const { generation } = snapshot()
  let unsubscribe: () => void = () => undefined
  const person = new Promise<void>((resolve, reject) => {
    unsubscribe = subscribe(() => {
      const now = snapshot()
      if (now.generation !== generation) reject(new CallError('refused', { status: 401 }))
      else if (now.state === 'in' && !now.newPassword) resolve()
    })
  })
  await orAborted(person, signal).finally(unsubscribe)
}

/**
 * Logs a person in; waiting calls go on if the person is the same. Two customers may share one e-mail address: the
 * server's mark tells them apart. Without a mark the login must name the same customer as before; where that is
 * unknown, losing the input is better than saving it for somebody else. Returns false, and changes nothing, if a token
 * of the host's is nobody's or came too late.
 */
async function switchTo(
  session: Session,
  token: string,
  refreshToken: string | null,
  customerNumber: string | null
): Promise<boolean> {
  const { profile: before, generation, customerNumber: named, person: mark } = session.snapshot()
  const found = before && (await session.identify(token))
  const isRefused = customerNumber === null && found?.reason === 'refused'
  if (session.snapshot().generation !== generation || isRefused) return false
  const after = found?.profile ?? null
  const person = found?.person ?? null
  const namedSame = customerNumber === null || (customerNumber !== '' && customerNumber === named)
  const sameCustomer = mark !== null && person !== null ? mark === person : namedSame
  const same = sameCustomer && before !== null && before.emailAddress === after?.emailAddress
  session.options.memory?.remember(token)
  session.enter(
    { token, refreshToken, customerNumber, person, profile: after, newPassword: null },
    same && session.snapshot().state !== 'out'
  )
  return true
}

/** Replaces the token; calls that need a renewal at the same time share one. Returns false if nobody can renew it. */
export function renewOnce(session: Session): Promise<boolean> {
  if (!session.host.fetchToken && !session.snapshot().refreshToken) return Promise.resolve(false)
  const running = renewals.get(session) ?? renewSession(session).finally(() => renewals.delete(session))
  renewals.set(session, running)
  return running
}

/** Returns a function that renews the session, which other elements may share, and refers to no element. */
export function renewalOf(session: Session): () => void {
  // The next call, which the server refuses, reports a failed renewal.
  return () => void renewOnce(session).catch(() => undefined)
}

async function renewSession(session: Session): Promise<boolean> {
  if (session.host.fetchToken) {
    const { token: given } = await session.tokenOfHost()
    return given !== null && given !== session.snapshot().token && switchTo(session, given, null, null)
  }
  const { generation, refreshToken } = session.snapshot()
  try {
    const token = await tokenFor(session, { refreshToken: refreshToken ?? '' })
    const now = session.snapshot()
    if (now.generation !== generation || now.state !== 'in') return false
    session.enter({ token: token.access_token, refreshToken: token.refresh_token ?? null })
    session.options.memory?.remember(token.access_token)
    return true
  } catch (error) {
    // Only a refusal ends the session: without a network nobody knows whether it has ended.
    if (error instanceof CallError && [400, 401, 403].includes(error.status)) return false
    throw error
  }
}

/** Logs in, or renews a login. Throws CallError. */
async function tokenFor({ requestContext, options, language }: Session, form: TokenForm): Promise<Token> {
  const { appKey, defaultLanguage } = options
  const body = { ...form, appKey, clientLocale: language || defaultLanguage, getRefreshToken: 'true' }
  const token = await requestEndpoint({ ...requestContext, token: null }, getToken, { body, refuses: refusesLogin })
  if (!hasToken(token)) throw new CallError('unreadable', { status: 200 })
  return token
}
