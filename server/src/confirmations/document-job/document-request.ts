import type { functionNames } from '@customer-center/contract/server-function'
import { type DataCopyRequest, parseDataCopyRequest } from '../data-copy/data-copy-request.ts'
import { type EvaluationRequest, parseEvaluationRequest } from '../evaluation/evaluation-request.ts'
import {
  type BulkRequest,
  parseBulkRequest,
  type ParticipationRequest,
  parseParticipationRequest,
  parseTimesheetRequest,
  type TimesheetRequest
} from '../letter/letter-request.ts'

/** The wire's name of the server function that makes a document. */
export type FunctionName = (typeof functionNames)[number]

/** The document that a server function is to make, parsed from its parameter string. */
export type DocumentRequest =
  | ({ readonly name: 'StandardLetter' } & ParticipationRequest)
  | ({ readonly name: 'StandardLetters' } & BulkRequest)
  | ({ readonly name: 'TimesheetLetter' } & TimesheetRequest)
  | ({ readonly name: 'Evaluation' } & EvaluationRequest)
  | ({ readonly name: 'DataCopy' } & DataCopyRequest)

/**
 * Parses a parameter string. Its ids may still be anybody's (`authorize`).
 * @throws Refusal `badValue`, `tooManyEvents`, `tooManyParticipants`
 */
export function parseDocumentRequest(name: FunctionName, parameter: string): DocumentRequest {
  if (name === 'StandardLetter') return { name, ...parseParticipationRequest(parameter) }
  if (name === 'StandardLetters') return { name, ...parseBulkRequest(parameter) }
  if (name === 'TimesheetLetter') return { name, ...parseTimesheetRequest(parameter) }
  if (name === 'DataCopy') return { name, ...parseDataCopyRequest(parameter) }
  return { name, ...parseEvaluationRequest(parameter) }
}
