import * as z from 'zod/mini'
import { evaluationFields, getEvaluationPdf, listEvaluations } from './evaluation.ts'
import { defineEndpoint, resFields, rowSchema } from './schema.ts'

const query = z.object({ ...resFields, evaluationType: z.optional(z.literal('408')) })

export const listEvaluationsSchema = defineEndpoint(
  listEvaluations,
  'Evaluations on offer',
  z.array(rowSchema(evaluationFields)),
  { query }
)
export const getEvaluationPdfSchema = defineEndpoint(
  getEvaluationPdf,
  'Runs an evaluation and answers with its PDF',
  z.strictObject({ fileData: z.string() }),
  {
    query: z.object({ filter: z.string().check(z.maxLength(100_000)) })
  }
)
