import type { IsoDate } from '@customer-center/contract/dates'
import { ParameterString } from '../../platform/http/parameter-string.ts'
import { Refusal } from '../../platform/http/refusal.ts'

/** What an evaluation is asked for; without a contact it is about all participants that the requester may choose. */
export interface EvaluationRequest {
  readonly interfaceId: number
  readonly company: number
  readonly contactCompany: number | undefined
  readonly contactId: number | undefined
  readonly from: IsoDate
  readonly to: IsoDate
}

/** Years that one evaluation may touch. */
const mostYears = 10

/** @throws Refusal `badValue` */
export function readEvaluation(text: string): EvaluationRequest {
  const parameter = new ParameterString(text, ['interfaceId', 'company', 'contactCompany', 'contactId', 'from', 'to'])
  const from = parameter.date('from')
  const to = parameter.date('to')
  if (to < from || Number(to.slice(0, 4)) - Number(from.slice(0, 4)) >= mostYears)
    throw new Refusal('badValue', { name: 'to' })
  return {
    interfaceId: parameter.number('interfaceId'),
    company: parameter.number('company'),
    contactCompany: parameter.optionalNumber('contactCompany'),
    contactId: parameter.optionalNumber('contactId'),
    from,
    to
  }
}
