import type { Feature } from '../platform/feature.ts'
import { evaluationPdfRoutes } from './evaluation/evaluation-pdf.routes.ts'
import { evaluationRoutes } from './evaluation/evaluation.routes.ts'
import { letterRoutes } from './letter/letter.routes.ts'
import { serverFunctionJob } from './server-function/server-function.job.ts'
import { removeOldFunctions } from './server-function/server-function.repository.ts'
import { serverFunctionRoutes } from './server-function/server-function.routes.ts'
import { openSigningKey } from './verification/signing-key.ts'
import { verificationRoutes } from './verification/verification.routes.ts'

/** Confirmations, hour records and evaluations: making them in the background, and checking them at `/verify`. */
export const confirmations: Feature = {
  registerCalls(api, services) {
    letterRoutes(api, services)
    evaluationRoutes(api, services)
    evaluationPdfRoutes(api, services)
    serverFunctionRoutes(api, services)
  },
  pages: [verificationRoutes],
  jobs: [serverFunctionJob],
  cleanups: [removeOldFunctions],
  startChecks: [openSigningKey]
}

export { createLetterTypesetter, letterTemplates } from './letter/letter-typesetter.ts'
export { withdrawLetter } from './verification/issued-letter.repository.ts'
export { readNumber, shownNumber } from './verification/number.ts'
