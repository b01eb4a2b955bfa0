import { z } from 'zod'
import { get, ofFeature } from './endpoint.ts'
import { always, type FieldValues, flag, text } from './field-codes.ts'
import { defineEndpoint, digits, listRowSchema, time } from './schema.ts'

/** Subject of a history: a contact, an invoice address, or by default the company itself. */
export interface HistoryQuery {
  pvaid?: string | undefined
  /** Number of an invoice address. */
  no?: string | undefined
  /** `next` of the previous page; without it, the latest changes. */
  before?: string | undefined
}

/** The change of one field, in the words of its form. */
export interface HistoryChange {
  /** The field's code; `no` with the number of a mailed invoice, in the history of the company. */
  code: string
  /** The old value, null for none. Both values of a password are null, since neither is recorded. */
  old: string | number | boolean | null
  new: string | number | boolean | null
}

/** One save. */
export const historyFields = {
  /** ISO 8601 with an offset. */
  changedAt: always(text('changedAt')),
  /** Name of the author; null: the provider. */
  changedBy: text('changedBy'),
  /** Whether the change made the row. */
  isCreation: always(flag('isCreation'))
} as const

export interface HistoryEntry extends FieldValues<typeof historyFields> {
  changes: HistoryChange[]
}

export interface History {
  /** The latest first. */
  entries: HistoryEntry[]
  /** Cursor of older changes; null if there are none. */
  next: string | null
}

/**
 * Call: changes of the data of the caller's company. Data of another company has an empty history, like missing data.
 */
export const getHistory = ofFeature('history', get<HistoryQuery, History>('/history', ['admin']))

const value = () => z.union([z.string(), z.number(), z.boolean(), z.null()])
const number = () => z.optional(digits)

const entry = () =>
  listRowSchema<HistoryEntry>(historyFields, {
    changedAt: time,
    changes: z.array(z.strictObject({ code: z.string(), old: value(), new: value() }))
  })

export const getHistorySchema = /*#__PURE__*/ defineEndpoint(
  getHistory,
  'Who changed what of the company, of one of its contacts or of one of its invoice addresses',
  () => ({
    data: z.strictObject({ entries: z.array(entry()), next: z.nullable(z.string()) }),
    query: z.object({ pvaid: number(), no: number(), before: z.optional(z.string().check(z.regex(/^\d{1,15}$/))) })
  })
)
