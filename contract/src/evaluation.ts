import { type FieldsQuery, type Named, number, text, type Wire } from './field-codes.ts'
import { type Access, get } from './endpoint.ts'

export const evaluationFields = {
  companyNo: number('AUS_FIRMA', 'read'),
  interfaceId: number('AUS_ID', 'read'),
  caption: text('AUS_BEZEICHNUNG', 200, 'read')
} as const

export type Evaluation = Named<typeof evaluationFields>

/** Open to nobody until a provider opens the screen. */
const access: Access = { route: 'confirmations/evaluation' }

export const listEvaluations = get<FieldsQuery & { evaluationType?: string | undefined }, Wire[]>('/evaluation', access)
export const getEvaluationPdf = get<{ filter: string }, { fileData: string }>('/evaluation/pdf', access)
