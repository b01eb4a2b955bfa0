import { z } from 'zod'
import { getCall, ofFeature } from './endpoint.ts'
import { alwaysSent, type FieldValues, flagField, textField } from './field-codes.ts'
import { defineEndpoint, digitsSchema, listRowSchema, timeSchema } from './schema.ts'

/** Subject of a history: a contact, an invoice address, or by default the company itself. */
export interface HistoryQuery {
  pvaid?: string | undefined
  /** Number of an invoice address. */
  no?: string | undefined
  /** `next` of the previous page; without it, the latest changes. */
  before?: string | undefined
}

export interface HistoryChange {
  /**
   * The field's code. In the history of the company also `no` with the number of a mailed invoice, and `contact` with
   * the name of a contact that the provider has assigned to the company (`new`) or to another one (`old`).
   */
  code: string
  /** The old value, null for none. Both values of a password are null, since neither is recorded. */
  old: string | number | boolean | null
  new: string | number | boolean | null
}

export const historyFields = {
  /** ISO 8601 with an offset. */
  changedAt: alwaysSent(textField('changedAt')),
  /** Name of the author; null: the provider. */
  changedBy: textField('changedBy'),
  /** Whether the change made the row. */
  isCreation: alwaysSent(flagField('isCreation'))
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
export const getHistory = ofFeature('history', getCall<HistoryQuery, History>('/history', ['admin']))

const value = () => z.union([z.string(), z.number(), z.boolean(), z.null()])
const number = (meaning: string) => z.optional(digitsSchema).describe(meaning)

const entry = () =>
  listRowSchema<HistoryEntry>(historyFields, {
    changedAt: timeSchema,
    changes: z
      .array(
        z.strictObject({
          code: z
            .string()
            .describe('Code of the field; `no`: a mailed invoice; `contact`: a contact that came or went'),
          old: value().describe('Value before; null for none, and of a password'),
          new: value().describe('Value after; null for none, and of a password')
        })
      )
      .describe('The fields that changed, each with its `code`, its `old` and its `new` value')
  })

export const getHistorySchema = /*#__PURE__*/ defineEndpoint(
  getHistory,
  'Who changed what of the company, of one of its contacts or of one of its invoice addresses',
  () => ({
    data: z.strictObject({
      entries: z.array(entry()).describe('The changes, the latest first'),
      next: z.nullable(z.string()).describe('Cursor of older changes; null: there are none')
    }),
    query: z.object({
      pvaid: number('The contact whose history it is, as `ASP_PVAID` has it'),
      no: number('The invoice address whose history it is, as `ADR_LFDNR` has it'),
      before: z.optional(z.string().check(z.regex(/^\d{1,15}$/))).describe('`next` of the page before')
    })
  })
)
