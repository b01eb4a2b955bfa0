// These calls stand in document-job/ because the repository of the jobs counts their documents: evaluation/ cannot import
// that repository, since document-job/ imports evaluation/.
import type { FastifyInstance } from 'fastify'
import { today } from '@customer-center/contract/dates'
import { evaluationFields, getEvaluationPdfSchema, listEvaluationsSchema } from '@customer-center/contract/evaluation'
import type { Services } from '../../feature/services.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { resFields } from '../../platform/http/query-parameters.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { createSemaphore, semaphorePerKey, tryAcquireAll } from '../../platform/lib/semaphore.ts'
import { limits } from '../../platform/limits/limits.ts'
import { listEvaluations } from '../evaluation/evaluation.repository.ts'
import { evaluationDocument } from '../evaluation/make-evaluation.ts'
import { countDocument } from './document-job.repository.ts'

export function evaluationRoutes(app: FastifyInstance, services: Services): void {
  const { config, db } = services
  const places = createSemaphore(limits.evaluations.most)
  const placesOf = semaphorePerKey<string>(limits.evaluationsOfPerson.most)

  route(app, listEvaluationsSchema, async ({ query, caller }) =>
    listEvaluations(db, caller, resFields(evaluationFields, query.RES_FIELDS))
  )

  // The wire's call that waits for an evaluation, the only document that the queue does not make.
  route(app, getEvaluationPdfSchema, async ({ query, caller, request }) => {
    const documentRequest = evaluationDocument.parse(query.filter)
    await documentRequest.authorize(db, caller, config.routeRights)
    const leave = tryAcquireAll(placesOf(`${caller.providerId}:${caller.contactId}`), places)
    if (!leave) throw new Refusal(limits.evaluations.refusal)
    // The processes that render it have turns of their own.
    app.admission.pause(request)
    try {
      await inTransaction(db, (trx) => countDocument(trx, caller, documentRequest, query.filter))
      const { file } = await documentRequest.make(services, { actor: caller, date: today() })
      return { fileData: Buffer.from(file).toString('base64') }
    } finally {
      leave()
    }
  })
}
