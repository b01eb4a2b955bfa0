import { z } from 'zod'
import { type CallAccess, getCall } from './endpoint.ts'
import { type FieldsQuery, type FieldValues, idField, textField, type WireRow } from './field-codes.ts'
import { choiceField, externalId, notNull, immutableField, requiredField, ownField } from './import-field.ts'
import { defineEndpoint, resFields, rowSchema } from './schema.ts'

export const evaluationFields = {
  companyNo: idField('AUS_FIRMA', 'read'),
  interfaceId: idField('AUS_ID', 'read'),
  caption: textField('AUS_BEZEICHNUNG', 200, 'read')
} as const

export type Evaluation = FieldValues<typeof evaluationFields>

/** The screen is closed to everybody until a provider opens it. */
const access: CallAccess = { route: 'confirmations/evaluation' }

export const listEvaluations = getCall<FieldsQuery & { evaluationType?: string | undefined }, WireRow[]>(
  '/evaluation',
  access
)
export const getEvaluationPdf = getCall<{ filter: string }, { fileData: string }>('/evaluation/pdf', access)

const templates = ['evaluation-participants', 'evaluation-costs', 'evaluation-attendance']

export const evaluationsImport = () => ({
  externalId,
  interfaceId: immutableField(evaluationFields.interfaceId),
  caption: requiredField(evaluationFields.caption),
  evaluationType: notNull(ownField('number'), '408, which is what people are shown, where it is left out'),
  template: notNull(choiceField(null, templates), 'What it evaluates; the first one where it is left out')
})

export const listEvaluationsSchema = /*#__PURE__*/ defineEndpoint(listEvaluations, 'Evaluations on offer', () => ({
  data: z.array(rowSchema(evaluationFields)),
  query: z.object({ ...resFields, evaluationType: z.optional(z.literal('408')) })
}))
export const getEvaluationPdfSchema = /*#__PURE__*/ defineEndpoint(
  getEvaluationPdf,
  'Runs an evaluation and answers with its PDF',
  () => ({
    data: z.strictObject({ fileData: z.string() }),
    query: z.object({ filter: z.string().check(z.maxLength(100_000)) })
  })
)
