import { z } from 'zod'

const value = z.union([z.string(), z.number(), z.boolean(), z.null()])

/** The change of one field. */
const changedField = z.union([
  z.strictObject({ old: value, new: value }),
  // The change of a password says only that it was set.
  z.strictObject({ set: z.literal(true) })
])

/** A row with its changes, in the words of an import: resource, external IDs and our numbers of the row, members. */
export const changedRow = z.strictObject({
  resource: z.string(),
  key: z.record(z.string(), z.union([z.string(), z.number()])),
  fields: z.record(z.string(), changedField)
})

/** One save. */
export const changeSchema = z.strictObject({
  /** Grows: of two changes of a row the one with the higher id is the later one. */
  id: z.int(),
  at: z.iso.datetime(),
  /** Exactly one of both is there; with neither, an operator did it by a command. */
  by: z.strictObject({
    /** A person: the numbers of its customer and of its contact, and the contact's external ID. */
    person: z.nullable(z.strictObject({ id: z.int(), pvaid: z.int(), contact: z.nullable(z.string()) })),
    /** The name of the provider's key. */
    key: z.nullable(z.string())
  }),
  /** The external ID of the customer to whom the data belongs. */
  customer: z.nullable(z.string()),
  /** `create`, `update` or `delete`. */
  action: z.string(),
  /** The saved row is the first one; those that follow from it come after it. */
  rows: z.array(changedRow)
})

/** A page of changes. */
export const changesSchema = z.strictObject({
  changes: z.array(changeSchema),
  /** The cursor, which is always there: the next call sends it as `after`. */
  cursor: z.string(),
  /** Whether there are more already. */
  hasMore: z.boolean()
})

export const changesQuery = z.strictObject({
  /** The cursor of the page before; without it from the oldest change that is kept. */
  after: z.optional(z.string().check(z.maxLength(200))),
  limit: z.optional(z.string().check(z.regex(/^(?:[1-9]\d{0,2}|1000)$/))),
  /** The authors; `all`: also the provider's own programs. */
  by: z.optional(z.enum(['persons', 'all']))
})

export type Change = z.infer<typeof changeSchema>
export type ChangedRow = z.infer<typeof changedRow>
export type Changes = z.infer<typeof changesSchema>
export type ChangesQuery = z.infer<typeof changesQuery>
