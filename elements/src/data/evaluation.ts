import { queryOptions } from '@tanstack/react-query'
import { type IsoDate, toGermanDate } from '@customer-center/contract/dates'
import { evaluationFields, getEvaluationPdf, listEvaluations } from '@customer-center/contract/evaluation'
import { evaluationType } from '@customer-center/contract/limits'
import { jobFields } from '@customer-center/contract/server-function'
import { CallError } from '../client/call-error.ts'
import { decodeFile } from '../client/decode-file.ts'
import { rowOf, rowsOf } from '../client/rows.ts'
import type { RowOf } from '../client/wire-format.ts'
import type { AppContext } from '../context/app-context.ts'
import { type Participant, participantQuery } from './participant.ts'
import { pollFile, startServerFunction } from './server-function.ts'

const asEvaluations = rowsOf({ noun: 'evaluation', fields: evaluationFields })
export type ListedEvaluation = RowOf<typeof asEvaluations.map>

const asPdf = rowOf({ noun: 'job', fields: { fileData: jobFields.fileData } })
const fileName = 'Auswertung.pdf'

export function evaluations({ call }: AppContext) {
  const query = { evaluationType: String(evaluationType) }
  return queryOptions({
    queryKey: ['evaluations'],
    queryFn: ({ signal }) => call(listEvaluations, { as: asEvaluations, fields: true, query, signal })
  })
}

/** Returns the parameters of the server function Evaluation. */
export function evaluationParameter(
  { interfaceId, companyNo }: ListedEvaluation,
  participant: Participant,
  from: IsoDate,
  to: IsoDate
): URLSearchParams {
  const { company, contactCompany, contactId } = participantQuery(participant)
  return new URLSearchParams({
    ...(interfaceId !== null && { interfaceId }),
    company: companyNo ?? company,
    contactCompany,
    contactId,
    from: toGermanDate(from),
    to: toGermanDate(to)
  })
}

/** Runs an evaluation, one without an interface by the call that waits for its file. Throws as `pollFile` does. */
export async function runEvaluation(
  app: AppContext,
  { interfaceId }: ListedEvaluation,
  parameter: URLSearchParams
): ReturnType<typeof pollFile> {
  if (Number(interfaceId) !== 0)
    return pollFile(app, await startServerFunction(app, { functionName: 'Evaluation', parameter }), fileName)
  const { fileData } = await app.call(getEvaluationPdf, { as: asPdf, query: { filter: parameter.toString() } })
  const file = decodeFile(fileName, fileData)
  if (!file) throw new CallError('unreadable')
  return file
}
