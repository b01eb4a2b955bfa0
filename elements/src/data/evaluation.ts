import { queryOptions } from '@tanstack/react-query'
import { type IsoDate, toGermanDate } from '@customer-center/contract/dates'
import { type Evaluation, evaluationFields, listEvaluations } from '@customer-center/contract/evaluation'
import type { WireRow } from '@customer-center/contract/field-codes'
import { evaluationType } from '@customer-center/contract/limits'
import { type FieldMap, fromWire, resFields } from '../client/fields.ts'
import { listedRows } from '../client/rows.ts'
import type { AppContext } from '../context/app-context.ts'
import { type Participant, participantQuery } from './participant.ts'

const map: FieldMap<typeof evaluationFields> = { noun: 'evaluation', fields: evaluationFields }

/** Query: the evaluations that can be run. */
export function evaluations({ call, config: { fieldCodes } }: AppContext) {
  return queryOptions({
    queryKey: ['evaluations'],
    queryFn: async ({ signal }) => {
      const query = { RES_FIELDS: resFields(map, fieldCodes), evaluationType: String(evaluationType) }
      const rows = listedRows<WireRow>(await call(listEvaluations, { query, signal }))
      return rows.map((row) => fromWire(map, fieldCodes, row)).filter(({ interfaceId }) => interfaceId !== null)
    }
  })
}

/** Returns the parameters of the server function Evaluation. */
export function evaluationParameter(
  { interfaceId, companyNo }: Evaluation,
  participant: Participant,
  from: IsoDate,
  to: IsoDate
): URLSearchParams {
  const { company, contactCompany, contactId } = participantQuery(participant)
  return new URLSearchParams({
    interfaceId: String(interfaceId),
    company: String(companyNo ?? company),
    contactCompany,
    contactId,
    from: toGermanDate(from),
    to: toGermanDate(to)
  })
}
