import { z } from 'zod'
import { type CallAccess, getCall } from './endpoint.ts'
import { type FieldsQuery, type FieldValues, idField, textField, type WireRow } from './field-codes.ts'
import { choiceField, externalId, notNull, immutableField, requiredField, ownField } from './import-field.ts'
import { defineEndpoint, resFields, rowSchema } from './schema.ts'

export const evaluationFields = {
  /** The provider’s own company, sent back as `company` when the evaluation runs. */
  companyNo: idField('AUS_FIRMA', 'read'),
  /** Id, sent back as `interfaceId`; missing, null or 0: the evaluation runs by `GET /evaluation/pdf`. */
  interfaceId: idField('AUS_ID', 'read'),
  /** Title, which the drop-down offers. */
  caption: textField('AUS_BEZEICHNUNG', 200, 'read')
} as const

export type Evaluation = FieldValues<typeof evaluationFields>

/** The screen is closed to everybody until a provider opens it. */
const access: CallAccess = { route: 'confirmations/evaluation' }

/** Evaluations that the drop-down offers; the screen opens where the configuration’s `routeRights` say so. */
export const listEvaluations = getCall<FieldsQuery & { evaluationType?: string | undefined }, WireRow[]>(
  '/evaluation',
  access
)
/** In place of a job, for an evaluation whose id is missing, null or 0. */
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
  query: z.object({
    ...resFields,
    evaluationType: z.optional(z.literal('408')).describe('Kind of the evaluations: those that people are shown')
  })
}))
export const getEvaluationPdfSchema = /*#__PURE__*/ defineEndpoint(
  getEvaluationPdf,
  'Runs an evaluation and answers with its PDF',
  () => ({
    data: z.strictObject({ fileData: z.string().describe('The file in base64') }),
    query: z.object({ filter: z.string().check(z.maxLength(100_000)).describe('The `parameter` of an Evaluation') })
  })
)
