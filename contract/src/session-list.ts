import { z } from 'zod'
import { getCall, ofFeature, sendCall } from './endpoint.ts'
import { alwaysSent, type FieldValues, flagField, textIdField, textField } from './field-codes.ts'
import { everyRight } from './rights.ts'
import { defineEndpoint, listRowSchema, noInput, opaqueId, timeSchema } from './schema.ts'

/** A login of the person, in any place. */
export const sessionFields = {
  /** Id with which the session is ended. */
  sessionId: alwaysSent(textIdField('sessionId', 100)),
  /** Browser and system, such as `Firefox auf Windows`; null if they are unknown. */
  device: textField('device'),
  /** ISO 8601 with an offset; accurate to about a minute. */
  lastUsedAt: alwaysSent(textField('lastUsedAt')),
  /** Whether it is the session that asks. */
  isCurrent: alwaysSent(flagField('isCurrent'))
} as const

export type SessionEntry = FieldValues<typeof sessionFields> & { sessionId: string }

/** The caller's active sessions: first that of the call, then the others by their last use. */
export const listSessions = ofFeature('sessions', getCall<undefined, SessionEntry[]>('/sessions', everyRight))

/** The answer is the same for an ended session and for one of another person. */
export const endSession = ofFeature(
  'sessions',
  sendCall<{ sessionId: string }, null>('POST', '/sessions/end', everyRight)
)

/** The session of the call goes on. */
export const endOtherSessions = ofFeature(
  'sessions',
  sendCall<Record<string, never>, null>('POST', '/sessions/endothers', everyRight)
)

const entry = () =>
  listRowSchema<SessionEntry>(sessionFields, {
    sessionId: z.string(),
    lastUsedAt: timeSchema
  })

export const listSessionsSchema = /*#__PURE__*/ defineEndpoint(
  listSessions,
  'The active sessions of the caller',
  () => ({
    data: z.array(entry())
  })
)
export const endSessionSchema = /*#__PURE__*/ defineEndpoint(endSession, 'Ends one session of the caller', () => ({
  data: z.null(),
  body: z.strictObject({
    data: z.strictObject({
      sessionId: opaqueId(z.string().check(z.maxLength(100)).describe('`sessionId` of the list'))
    })
  })
}))
export const endOtherSessionsSchema = /*#__PURE__*/ defineEndpoint(
  endOtherSessions,
  'Ends all sessions of the caller but that of the call',
  () => ({ data: z.null(), ...noInput })
)
