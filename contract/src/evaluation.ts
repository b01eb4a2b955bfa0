import { type CallAccess, get } from './endpoint.ts'
import { type FieldsQuery, type FieldValues, id, text, type WireRow } from './field-codes.ts'

export const evaluationFields = {
  companyNo: id('AUS_FIRMA', 'read'),
  interfaceId: id('AUS_ID', 'read'),
  caption: text('AUS_BEZEICHNUNG', 200, 'read')
} as const

export type Evaluation = FieldValues<typeof evaluationFields>

/** The screen is closed to everybody until a provider opens it. */
const access: CallAccess = { route: 'confirmations/evaluation' }

export const listEvaluations = get<FieldsQuery & { evaluationType?: string | undefined }, WireRow[]>(
  '/evaluation',
  access
)
export const getEvaluationPdf = get<{ filter: string }, { fileData: string }>('/evaluation/pdf', access)
