import * as z from 'zod/mini'
import { evaluationFields, getEvaluationPdf, listEvaluations } from './evaluation.ts'
import { endpointOf, resFields, rowSchema } from './schema.ts'

const query = z.object({ ...resFields, evaluationType: z.optional(z.literal('408')) })

export const listEvaluationsSchema = endpointOf(
  listEvaluations,
  'Evaluations on offer',
  z.array(rowSchema(evaluationFields)),
  { query }
)
export const getEvaluationPdfSchema = endpointOf(
  getEvaluationPdf,
  'Runs an evaluation and answers with its PDF',
  z.strictObject({ fileData: z.string() }),
  {
    query: z.object({ filter: z.string().check(z.maxLength(100_000)) })
  }
)
