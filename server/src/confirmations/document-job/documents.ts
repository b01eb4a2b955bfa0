import { dataCopyDocument } from '../data-copy/make-data-copy.ts'
import type { DocumentKind, DocumentRequest, FunctionName } from '../document/define-document.ts'
import { evaluationDocument } from '../evaluation/make-evaluation.ts'
import { hourRecordLetter } from '../hour-record/hour-record-letter.ts'
import { participationLetter, participationLetters } from '../participation/participation-letter.ts'

/** The kinds of documents that customers start. */
const documents: readonly DocumentKind[] = [
  participationLetter,
  participationLetters,
  hourRecordLetter,
  evaluationDocument,
  dataCopyDocument
]

/**
 * Parses the parameter string of a server function. Its ids may still be anybody's (`authorize`).
 * @throws Refusal `badValue`, or the refusal of a request that asks for too much
 */
export function parseDocumentRequest(name: FunctionName, parameter: string): DocumentRequest {
  const kind = documents.find((each) => each.name === name)
  if (!kind) throw new Error(`No document is made by ${name}.`)
  return kind.parse(parameter)
}
