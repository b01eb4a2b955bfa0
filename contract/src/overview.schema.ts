import { z } from 'zod'
import {
  firstInvoiceFields,
  getOverview,
  newDocumentsFields,
  nextEventFields,
  openInvoicesFields,
  type Overview,
  overviewFields
} from './overview.ts'
import { defineEndpoint, listRowSchema, money } from './schema.ts'

const openInvoices = listRowSchema(openInvoicesFields, {
  sums: z.array(z.strictObject(money)),
  first: z.nullable(listRowSchema(firstInvoiceFields, { ...money, no: z.nullable(z.string()) }))
})
const orNull = <Schema extends z.ZodType>(schema: Schema) => z.optional(z.nullable(schema))

export const getOverviewSchema = defineEndpoint(
  getOverview,
  'What today needs and what is new for the person, and notes the visit',
  listRowSchema<Overview>(overviewFields, {
    nextEvents: orNull(z.array(listRowSchema(nextEventFields))),
    openInvoices: orNull(openInvoices),
    newDocuments: orNull(z.array(listRowSchema(newDocumentsFields)))
  })
)
