import { today } from '@customer-center/contract/dates'
import { getEvaluationPdfSchema } from '@customer-center/contract/evaluation.schema'
import type { FastifyInstance } from 'fastify'
import { inTransaction } from '../../platform/database/transaction.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { route } from '../../platform/http/route.ts'
import type { Services } from '../../platform/services.ts'
import { evaluationDocument } from '../evaluation/make-evaluation.ts'
import { countDocument } from './document-job.repository.ts'

/**
 * Limit of evaluations that are made at once while their callers wait; each may take seconds of the processes that
 * render documents.
 */
const maxAtOnce = 4

/** Adds the route of the wire's call that waits for an evaluation: the one document without a job. */
export function evaluationPdfRoutes(app: FastifyInstance, services: Services): void {
  const { config, db } = services
  const callers = new Set<string>()

  route(app, getEvaluationPdfSchema, async ({ query, caller }) => {
    const request = evaluationDocument.parse(query.filter)
    await request.authorize(db, caller, config.routeRights)
    const contact = `${caller.company}:${caller.pvaid}`
    if (callers.has(contact) || callers.size >= maxAtOnce) throw new Refusal('tooManyEvaluations')
    callers.add(contact)
    try {
      await inTransaction(db, (trx) => countDocument(trx, caller, request, query.filter))
      const { file } = await request.make(services, { actor: caller, date: today() })
      return { fileData: Buffer.from(file).toString('base64') }
    } finally {
      callers.delete(contact)
    }
  })
}
