import { getOverview, type Overview, overviewFields } from './overview.ts'
import { defineEndpoint, listRowSchema } from './schema.ts'

export const getOverviewSchema = defineEndpoint(
  getOverview,
  'What is new for the person, and notes the visit',
  listRowSchema<Overview>(overviewFields)
)
