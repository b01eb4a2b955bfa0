import type { IsoDate } from '@customer-center/contract/dates'
import { ParameterString } from '../parameter-string.ts'
import { Refusal } from '../../platform/http/refusal.ts'

/** Without a contact, an evaluation is about all participants that the actor may choose. */
export interface EvaluationRequest {
  readonly interfaceId: number
  readonly company: number
  readonly contactCompany: number | undefined
  readonly contactId: number | undefined
  readonly from: IsoDate
  readonly to: IsoDate
}

/** Limit of calendar years that one evaluation may touch. */
const maxYears = 10

/** @throws Refusal `badValue`, `periodTooLong` */
export function parseEvaluationRequest(text: string): EvaluationRequest {
  const parameter = new ParameterString(text, ['interfaceId', 'company', 'contactCompany', 'contactId', 'from', 'to'])
  const from = parameter.date('from')
  const to = parameter.date('to')
  if (to < from) throw new Refusal('badValue', { name: 'to' })
  if (Number(to.slice(0, 4)) - Number(from.slice(0, 4)) >= maxYears)
    throw new Refusal('periodTooLong', { years: String(maxYears) })
  return {
    interfaceId: parameter.number('interfaceId'),
    company: parameter.number('company'),
    contactCompany: parameter.optionalNumber('contactCompany'),
    contactId: parameter.optionalNumber('contactId'),
    from,
    to
  }
}
