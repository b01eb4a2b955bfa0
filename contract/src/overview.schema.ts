import * as z from 'zod/mini'
import { getOverview } from './overview.ts'
import { defineEndpoint, isoDate } from './schema.ts'

export const getOverviewSchema = defineEndpoint(
  getOverview,
  'What is new for the person, and notes the visit',
  z.strictObject({
    person: z.string(),
    customer: z.nullable(z.string()),
    nextEvent: z.nullable(isoDate),
    lastEvent: z.nullable(isoDate),
    lastInvoice: z.nullable(isoDate),
    newDocuments: z.nullable(z.int()),
    lastVisit: z.nullable(isoDate)
  })
)
