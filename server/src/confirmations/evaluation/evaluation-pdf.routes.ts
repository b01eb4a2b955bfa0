import { today } from '@customer-center/contract/dates'
import { getEvaluationPdfSchema } from '@customer-center/contract/evaluation.schema'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../platform/http/refusal.ts'
import { route } from '../../platform/http/route.ts'
import type { Services } from '../../platform/services.ts'
import { parseEvaluationRequest } from './evaluation-request.ts'
import { authorizeEvaluation, makeEvaluation } from './make-evaluation.ts'

/** Evaluations made at once while their callers wait; each may take seconds of the processes that render documents. */
const maxAtOnce = 4

export function evaluationPdfRoutes(app: FastifyInstance, { db, typesetter }: Services): void {
  const callers = new Set<string>()

  route(app, getEvaluationPdfSchema, async ({ query, caller }) => {
    const evaluation = await authorizeEvaluation(db, caller, parseEvaluationRequest(query.filter))
    const contact = `${caller.company}:${caller.pvaid}`
    if (callers.has(contact) || callers.size >= maxAtOnce) throw new Refusal('tooManyEvaluations')
    callers.add(contact)
    try {
      const pdf = await makeEvaluation(db, typesetter, evaluation, today())
      return { fileData: Buffer.from(pdf).toString('base64') }
    } finally {
      callers.delete(contact)
    }
  })
}
