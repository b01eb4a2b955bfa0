import { today } from '@customer-center/contract/dates'
import { getEvaluationPdfSchema } from '@customer-center/contract/evaluation.schema'
import type { FastifyInstance } from 'fastify'
import { inTransaction } from '../../platform/database/transaction.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { atOnce, takeAll } from '../../platform/limits/at-once.ts'
import { limits } from '../../platform/limits/limits.ts'
import { route } from '../../platform/http/route.ts'
import type { Services } from '../../platform/services.ts'
import { evaluationDocument } from '../evaluation/make-evaluation.ts'
import { countDocument } from './document-job.repository.ts'

/** The wire's call that waits for an evaluation: the one document without a job. */
export function evaluationPdfRoutes(app: FastifyInstance, services: Services): void {
  const { config, db } = services
  const takePlace = atOnce(limits.evaluations.most)
  const takeOwnPlace = atOnce(limits.evaluationsOfPerson.most)

  route(app, getEvaluationPdfSchema, async ({ query, caller }) => {
    const request = evaluationDocument.parse(query.filter)
    await request.authorize(db, caller, config.routeRights)
    const leave = takeAll([takeOwnPlace, `${caller.provider}:${caller.contact}`], [takePlace, ''])
    if (!leave) throw new Refusal(limits.evaluations.refusal)
    try {
      await inTransaction(db, (trx) => countDocument(trx, caller, request, query.filter))
      const { file } = await request.make(services, { actor: caller, date: today() })
      return { fileData: Buffer.from(file).toString('base64') }
    } finally {
      leave()
    }
  })
}
