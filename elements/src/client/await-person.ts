import { loginTooOld } from '@customer-center/contract/envelope'
import { rejectOnAbort } from '../lib/abort-signal.ts'
import { CallError } from './call-error.ts'
import type { Session } from './session.ts'

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
  const renewed = mayRenew && (await rejectOnAbort(session.renew(), signal))
  // The session has ended meanwhile, or belongs to another person.
  if (session.snapshot().generation !== generation) throw new CallError('refused', { status: 401 })
  if (renewed) return
  if (isTooOld && session.isOfPage)
    throw new CallError('refused', { status: 401, restCode, errors: [session.host.reopen] })
  session.expire(isTooOld ? (firstError ?? '') : null)
  await waitForPerson(session, signal)
}

/** Resolves when there is a new password after a refusal that demands one, so that the call may be repeated. */
export async function awaitNewPassword(session: Session, reason: string | null, signal?: AbortSignal): Promise<void> {
  const { state, newPassword } = session.snapshot()
  if (state === 'out') throw new CallError('refused', { status: 401 })
  if (!newPassword) session.demandPassword({ reason })
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
  await rejectOnAbort(person, signal).finally(unsubscribe)
}
