import * as z from 'zod/mini'
import { endpointOf, optionalDigits, resFields, rowSchema } from './schema.ts'
import { listWebinars, webinarFields } from './webinar.ts'

const query = z.object({ ...resFields, company: optionalDigits, id: optionalDigits })

export const listWebinarsSchema = endpointOf(
  listWebinars,
  'Webinar links of the session',
  z.array(rowSchema(webinarFields)),
  { query }
)
