import type { Feature } from '../feature/feature.ts'
import { keptTables } from '../platform/database/retention.ts'
import { documentJob, largeDocumentJob } from './document-job/document-job.job.ts'
import { documentJobRetention } from './document-job/document-job.repository.ts'
import { documentJobRoutes } from './document-job/document-job.routes.ts'
import { evaluationRoutes } from './document-job/evaluation.routes.ts'
import { evaluationImport } from './evaluation/evaluation.import.ts'
import { checkTemplates, templateWarnings } from './letter/letter-typesetter.ts'
import { letterImport } from './letter/letter.import.ts'
import { letterRoutes } from './letter/letter.routes.ts'
import { confirmationsOfPerson } from './personal-data/personal-data.ts'
import { openSigningKey } from './verification/signing-key.ts'
import { verificationRoutes } from './verification/verification.routes.ts'

/** Confirmations, hour records and evaluations: made in the background, and checked at `/verify`. */
export const confirmations: Feature = {
  registerCalls(api, services) {
    letterRoutes(api, services)
    evaluationRoutes(api, services)
    documentJobRoutes(api, services)
  },
  plugins: [verificationRoutes],
  jobs: [documentJob, largeDocumentJob],
  imports: [letterImport, evaluationImport],
  personalData: confirmationsOfPerson,
  retention: [
    documentJobRetention,
    keptTables('for good: a printed letter stays checkable', 'issued_letters'),
    keptTables('for good: one for each `SIGNING_KEY` that was used', 'signing_keys')
  ],
  startChecks: { 'letter-templates': checkTemplates, 'signing-key': openSigningKey },
  startWarnings: { 'unused-templates': templateWarnings }
}

export { makeDataCopy } from './data-copy/make-data-copy.ts'
export { createLetterTypesetter, letterTemplates, letterheadFiles } from './letter/letter-typesetter.ts'
export { revokeLetter } from './verification/issued-letter.repository.ts'
export { formatSerialNumber, parseSerialNumber } from './verification/serial-number.ts'
export { openSigningKey } from './verification/signing-key.ts'
