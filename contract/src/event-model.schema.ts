import * as z from 'zod/mini'
import { eventModelFields, getEventModel } from './event-model.ts'
import { defineEndpoint, parameter, resFields, rowSchema } from './schema.ts'

const query = z.object({ ...resFields, modelId: parameter, eventId: z.optional(parameter) })

export const getEventModelSchema = defineEndpoint(
  getEventModel,
  'Drawing of a room or seat plan',
  rowSchema(eventModelFields),
  { query }
)
