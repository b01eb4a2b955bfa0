import { z } from 'zod'

const value = z.union([z.string(), z.number(), z.boolean(), z.null()])

const changedField = z.union([
  z.strictObject({ old: value, new: value }),
  // A changed password is recorded without its value.
  z.strictObject({ set: z.literal(true) })
])

/** A row with its changes, in the words of an import: resource, external IDs and our numbers of the row, members. */
export const changedRow = z.strictObject({
  resource: z.string(),
  key: z.record(z.string(), z.union([z.string(), z.number()])),
  fields: z.record(z.string(), changedField)
})

export const changeSchema = z.strictObject({
  /** Number that increases: the later of two changes of a row has the higher id. */
  id: z.int(),
  at: z.iso.datetime(),
  /** At most one of these members is present; with neither, an operator made the change by a command. */
  by: z.strictObject({
    /** A person: the numbers of its customer and its contact, and the contact's external ID. */
    person: z.nullable(z.strictObject({ customerNo: z.int(), contactNo: z.int(), contact: z.nullable(z.string()) })),
    /** The name of the provider's key. */
    key: z.nullable(z.string())
  }),
  /** External ID of the customer that the data belongs to. */
  customer: z.nullable(z.string()),
  /** `create`, `update` or `delete`. */
  action: z.string(),
  /** The saved row comes first, then the rows that follow from it. */
  rows: z.array(changedRow)
})

export const changesSchema = z.strictObject({
  changes: z.array(changeSchema),
  /** Cursor, also of an empty page; the next call sends it as `after`. */
  cursor: z.string(),
  /** Whether there are more already. */
  hasMore: z.boolean()
})

export const changesQuery = z.strictObject({
  /** Cursor of the previous page; without it, the page begins with the oldest change that is kept. */
  after: z.optional(z.string().check(z.maxLength(200))),
  limit: z.optional(z.string().check(z.regex(/^(?:[1-9]\d{0,2}|1000)$/))),
  /** Authors; `all` includes the provider's own programs. */
  by: z.optional(z.enum(['persons', 'all']))
})

export type Change = z.infer<typeof changeSchema>
export type ChangedRow = z.infer<typeof changedRow>
export type Changes = z.infer<typeof changesSchema>
export type ChangesQuery = z.infer<typeof changesQuery>
