import * as z from 'zod/mini'
import { customerKeys, defineEndpoint, resFields, rowSchema } from './schema.ts'
import { listWebinars, webinarFields } from './webinar.ts'

const query = z.object({ ...resFields, ...customerKeys })

export const listWebinarsSchema = defineEndpoint(
  listWebinars,
  'Webinar links of the session',
  z.array(rowSchema(webinarFields)),
  { query }
)
