import { get, ofFeature, send } from './endpoint.ts'
import { always, type FieldValues, flag, id, text } from './field-codes.ts'
import { everyRight } from './rights.ts'

/** One login of the person, wherever it was made. */
export const sessionFields = {
  sessionId: always(id('sessionId')),
  /** Browser and system, such as `Firefox auf Windows`; null if they are unknown. */
  device: text('device'),
  /** ISO 8601 with an offset; to the minute or so. */
  lastUsedAt: always(text('lastUsedAt')),
  /** Whether it is the session that asks. */
  isCurrent: always(flag('isCurrent'))
} as const

export type SessionEntry = FieldValues<typeof sessionFields> & { sessionId: string }

/** The active sessions of the caller, that of the call first, then the last used one. */
export const listSessions = ofFeature('sessions', get<undefined, SessionEntry[]>('/sessions', everyRight))

/** Ends one session of the caller; one that has ended, or that is somebody else's, gets the same answer. */
export const endSession = ofFeature('sessions', send<{ sessionId: string }, null>('POST', '/sessions/end', everyRight))

/** Ends all sessions of the caller but that of the call. */
export const endOtherSessions = ofFeature(
  'sessions',
  send<Record<string, never>, null>('POST', '/sessions/endothers', everyRight)
)
