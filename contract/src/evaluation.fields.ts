import { z } from 'zod'
import { evaluationFields, getEvaluationPdf, listEvaluations } from './evaluation.ts'
import { choice, externalId, notNull, immutable, required, own } from './import-field.ts'
import { defineEndpoint, resFields, rowSchema } from './schema.ts'

const templates = ['evaluation-participants', 'evaluation-costs', 'evaluation-attendance']

/** A row of a provider, by member. */
export const evaluationsImport = {
  externalId,
  interfaceId: immutable(evaluationFields.interfaceId),
  caption: required(evaluationFields.caption),
  evaluationType: notNull(own('number'), '408, which is what people are shown, where it is left out'),
  template: notNull(choice(null, templates), 'What it evaluates; the first one where it is left out')
} as const

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
