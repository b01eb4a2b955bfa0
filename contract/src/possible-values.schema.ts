import * as z from 'zod/mini'
import { getPossibleValues } from './possible-values.ts'
import { defineEndpoint, resFields } from './schema.ts'

const values = z.record(z.string(), z.array(z.strictObject({ key: z.string(), value: z.string() })))

export const getPossibleValuesSchema = defineEndpoint(
  getPossibleValues,
  'Choices of the compare and custom fields',
  values,
  { query: z.object(resFields) }
)
