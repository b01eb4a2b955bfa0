import { z } from 'zod'
import { defineEndpoint, listRowSchema, noInput, time } from './schema.ts'
import { endOtherSessions, endSession, listSessions, type SessionEntry, sessionFields } from './session-list.ts'

const entry = listRowSchema<SessionEntry>(sessionFields, {
  sessionId: z.string(),
  lastUsedAt: time
})

export const listSessionsSchema = defineEndpoint(listSessions, 'The active sessions of the caller', z.array(entry))
export const endSessionSchema = defineEndpoint(endSession, 'Ends one session of the caller', z.null(), {
  body: z.strictObject({ data: z.strictObject({ sessionId: z.string().check(z.maxLength(100)) }) })
})
export const endOtherSessionsSchema = defineEndpoint(
  endOtherSessions,
  'Ends all sessions of the caller but that of the call',
  z.null(),
  noInput
)
