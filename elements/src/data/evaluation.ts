import { queryOptions } from '@tanstack/react-query'
import { type IsoDate, toGermanDate } from '@customer-center/contract/dates'
import {
  type Evaluation,
  evaluationFields,
  getEvaluationPdf,
  listEvaluations
} from '@customer-center/contract/evaluation'
import type { WireRow } from '@customer-center/contract/field-codes'
import { evaluationType } from '@customer-center/contract/limits'
import { jobFields } from '@customer-center/contract/server-function'
import { CallError } from '../client/call-error.ts'
import { decodeFile } from '../client/decode-file.ts'
import { type FieldMap, fromWire, resFields } from '../client/fields.ts'
import { listedRows } from '../client/rows.ts'
import type { AppContext } from '../context/app-context.ts'
import { type Participant, participantQuery } from './participant.ts'
import { pollFile, startServerFunction } from './server-function.ts'

const map: FieldMap<typeof evaluationFields> = { noun: 'evaluation', fields: evaluationFields }
const pdfMap = { noun: 'job', fields: { fileData: jobFields.fileData } } as const
const fileName = 'Auswertung.pdf'

export function evaluations({ call, config: { fieldCodes } }: AppContext) {
  return queryOptions({
    queryKey: ['evaluations'],
    queryFn: async ({ signal }) => {
      const query = { RES_FIELDS: resFields(map, fieldCodes), evaluationType: String(evaluationType) }
      const rows = listedRows<WireRow>(await call(listEvaluations, { query, signal }))
      return rows.map((row) => fromWire(map, fieldCodes, row))
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
    ...(interfaceId !== null && { interfaceId: String(interfaceId) }),
    company: String(companyNo ?? company),
    contactCompany,
    contactId,
    from: toGermanDate(from),
    to: toGermanDate(to)
  })
}

/** Runs an evaluation, one without an interface by the call that waits for its file. Throws as `pollFile` does. */
export async function runEvaluation(
  app: AppContext,
  { interfaceId }: Evaluation,
  parameter: URLSearchParams
): ReturnType<typeof pollFile> {
  if (Number(interfaceId) !== 0)
    return pollFile(app, await startServerFunction(app, { functionName: 'Evaluation', parameter }), fileName)
  const wire = await app.call(getEvaluationPdf, { query: { filter: parameter.toString() } })
  const file = decodeFile(fileName, fromWire(pdfMap, app.config.fieldCodes, wire).fileData)
  if (!file) throw new CallError('unreadable')
  return file
}
