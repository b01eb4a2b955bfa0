import { today } from '@customer-center/contract/dates'
import { getEvaluationPdfSchema } from '@customer-center/contract/evaluation.schema'
import type { FastifyInstance } from 'fastify'
import { inTransaction } from '../../platform/database/transaction.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { route } from '../../platform/http/route.ts'
import type { Services } from '../../platform/services.ts'
import { parseEvaluationRequest } from '../evaluation/evaluation-request.ts'
import { authorizeEvaluation, makeEvaluation } from '../evaluation/make-evaluation.ts'
import { countEvaluation } from './documents-of-a-day.ts'

/** Evaluations made at once while their callers wait; each may take seconds of the processes that render documents. */
const maxAtOnce = 4

/** The wire's call that waits for an evaluation: the one document without a job. */
export function evaluationPdfRoutes(app: FastifyInstance, { db, typesetter }: Services): void {
  const callers = new Set<string>()

  route(app, getEvaluationPdfSchema, async ({ query, caller }) => {
    const evaluation = await authorizeEvaluation(db, caller, parseEvaluationRequest(query.filter))
    const contact = `${caller.company}:${caller.pvaid}`
    if (callers.has(contact) || callers.size >= maxAtOnce) throw new Refusal('tooManyEvaluations')
    callers.add(contact)
    try {
      await inTransaction(db, (trx) => countEvaluation(trx, caller, query.filter))
      const pdf = await makeEvaluation(db, typesetter, evaluation, today())
      return { fileData: Buffer.from(pdf).toString('base64') }
    } finally {
      callers.delete(contact)
    }
  })
}
