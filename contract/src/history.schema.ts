import { z } from 'zod'
import { getHistory, type HistoryEntry, historyFields } from './history.ts'
import { defineEndpoint, digits, listRowSchema, time } from './schema.ts'

const value = z.union([z.string(), z.number(), z.boolean(), z.null()])
const number = z.optional(digits)

const entry = listRowSchema<HistoryEntry>(historyFields, {
  changedAt: time,
  changes: z.array(z.strictObject({ code: z.string(), old: value, new: value }))
})

export const getHistorySchema = defineEndpoint(
  getHistory,
  'Who changed what of the company, of one of its contacts or of one of its invoice addresses',
  z.strictObject({ entries: z.array(entry), next: z.nullable(z.string()) }),
  { query: z.object({ pvaid: number, no: number, before: z.optional(z.string().check(z.regex(/^\d{1,15}$/))) }) }
)
