import * as z from 'zod/mini'
import { defineEndpoint, optionalDigits, resFields, rowSchema } from './schema.ts'
import { listWebinars, webinarFields } from './webinar.ts'

const query = z.object({ ...resFields, company: optionalDigits, id: optionalDigits })

export const listWebinarsSchema = defineEndpoint(
  listWebinars,
  'Webinar links of the session',
  z.array(rowSchema(webinarFields)),
  { query }
)
